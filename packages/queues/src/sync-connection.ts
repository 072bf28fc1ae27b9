import { defineQueue } from './define-queue.ts';
import { runKey, runPayload } from './payloads.ts';

export const syncConnection = defineQueue({
  name: 'sync-connection',
  description: 'Lists the items of a connection and adds what is new, changed or vanished to the run',
  payload: runPayload,
  dedupe: runKey,
});

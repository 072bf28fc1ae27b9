import { defineQueue } from './define-queue.ts';
import { documentKey, documentOwner, documentPayload } from './payloads.ts';

export const parseDocument = defineQueue({
  name: 'parse-document',
  description: 'Turns a raw file into Markdown',
  payload: documentPayload,
  dedupe: documentKey,
  owner: documentOwner,
});

import { defineQueue } from './define-queue.ts';
import { documentKey, documentOwner, documentPayload } from './payloads.ts';

export const fetchItem = defineQueue({
  name: 'fetch-item',
  description: 'Downloads an item of a connection into the file store',
  payload: documentPayload,
  dedupe: documentKey,
  owner: documentOwner,
});

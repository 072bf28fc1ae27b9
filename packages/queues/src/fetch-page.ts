import { defineQueue } from './define-queue.ts';
import { documentKey, documentOwner, documentPayload } from './payloads.ts';

export const fetchPage = defineQueue({
  name: 'fetch-page',
  description: 'Fetches or scrapes a web page into the file store',
  payload: documentPayload,
  dedupe: documentKey,
  owner: documentOwner,
});

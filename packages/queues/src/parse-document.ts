import { defineQueue } from './define-queue.ts';
import { documentKey, documentOwner, documentPayload } from './document-payload.ts';

export const parseDocument = defineQueue({
  name: 'parse-document',
  description: 'Turns a raw file into Markdown',
  payload: documentPayload,
  dedupe: documentKey,
  owner: documentOwner,
});

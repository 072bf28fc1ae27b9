import { defineQueue } from './define-queue.ts';
import { documentKey, documentOwner, documentPayload } from './payloads.ts';

export const embedDocument = defineQueue({
  name: 'embed-document',
  description: 'Cuts Markdown into chunks, embeds the changed ones and stores their vectors',
  payload: documentPayload,
  dedupe: documentKey,
  owner: documentOwner,
});

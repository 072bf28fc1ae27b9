import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const encodeKeywords = defineQueue({
  name: 'encode-keywords',
  description:
    'Encodes the keywords of a namespace again after a change of the text analysis; nothing is embedded',
  payload: z.strictObject({ namespaceId: z.uuid() }),
  dedupe: ({ namespaceId }) => namespaceId,
});

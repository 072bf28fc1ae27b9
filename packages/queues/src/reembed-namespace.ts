import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const reembedNamespace = defineQueue({
  name: 'reembed-namespace',
  description:
    'Has the documents of a namespace embedded by its new model, then removes what the previous one made',
  payload: z.strictObject({ namespaceId: z.uuid() }),
  dedupe: ({ namespaceId }) => namespaceId,
});

import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const maintainVectorStore = defineQueue({
  name: 'maintain-vector-store',
  description: "Compacts and indexes a namespace's vectors, where the vendor does not",
  payload: z.strictObject({ namespaceId: z.uuid() }),
  dedupe: ({ namespaceId }) => namespaceId,
});

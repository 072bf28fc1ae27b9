import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const cleanDocument = defineQueue({
  name: 'clean-document',
  description: 'Removes the vectors, chunks and files that only previous contents of a document had',
  payload: z.strictObject({ documentId: z.uuid() }),
  dedupe: ({ documentId }) => documentId,
});

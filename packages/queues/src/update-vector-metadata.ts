import { z } from 'zod';
import { defineQueue } from './define-queue.ts';
import { documentRange, documentRangeKey } from './payloads.ts';

export const updateVectorMetadata = defineQueue({
  name: 'update-vector-metadata',
  description: 'Brings changed metadata of documents into the vector store, without embedding anything',
  /** `change` distinguishes two changes of the same documents: the job of the second must not be taken for the first one's. */
  payload: documentRange.extend({ change: z.uuid() }),
  dedupe: ({ change, ...range }) => `${documentRangeKey(range)}:${change}`,
});

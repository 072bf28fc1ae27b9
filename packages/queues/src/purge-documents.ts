import { defineQueue } from './define-queue.ts';
import { documentRange, documentRangeKey } from './payloads.ts';

export const purgeDocuments = defineQueue({
  name: 'purge-documents',
  description: "Removes deleted documents' vectors, files and rows, and verifies that they are gone",
  payload: documentRange,
  dedupe: documentRangeKey,
});

import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const purgeNamespace = defineQueue({
  name: 'purge-namespace',
  description: "Removes a deleted namespace's vectors, files and rows, and verifies that they are gone",
  payload: z.strictObject({ namespaceId: z.uuid() }),
  dedupe: ({ namespaceId }) => namespaceId,
});

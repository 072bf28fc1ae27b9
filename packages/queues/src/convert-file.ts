import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const convertFile = defineQueue({
  name: 'convert-file',
  description: 'Converts a file for a caller who waits',
  payload: z.strictObject({ conversionId: z.uuid() }),
  dedupe: ({ conversionId }) => conversionId,
});

import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const estimateSource = defineQueue({
  name: 'estimate-source',
  description: 'Estimates what a source on the web would come to, for a caller who waits',
  payload: z.strictObject({ conversionId: z.uuid() }),
  dedupe: ({ conversionId }) => conversionId,
});

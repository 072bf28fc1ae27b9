import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const runEvaluation = defineQueue({
  name: 'run-evaluation',
  description: 'Searches the questions of a golden set and judges what is found',
  payload: z.strictObject({ evaluationId: z.uuid(), namespaceId: z.uuid() }),
  dedupe: ({ evaluationId }) => evaluationId,
  owner: ({ namespaceId }) => namespaceId,
});

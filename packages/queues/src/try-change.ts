import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const tryChange = defineQueue({
  name: 'try-change',
  description:
    'Builds the shadow generation of a gated change, and applies or refuses the change by its evaluations',
  payload: z.strictObject({ namespaceId: z.uuid() }),
  dedupe: ({ namespaceId }) => namespaceId,
});

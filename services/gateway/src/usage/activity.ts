import { z } from 'zod';

/** Results of ingestion within a period. */
export const activityFields = {
  succeeded: z.int().describe('Documents that ended with success, also unchanged ones'),
  failed: z.int().describe('Documents that ended without'),
  chunks: z
    .int()
    .describe('Of contents that searches see since; those whose vectors were there already count too'),
  tokens: z.int().describe('Of the same contents'),
};

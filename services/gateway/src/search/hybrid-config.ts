import { z } from 'zod';

/** 0.1 + 0.9 is not quite 1 in binary, and callers compute their weights. */
const tolerance = 1e-6;

const weight = z.number().min(0).max(1);

/** How much meaning and words count. */
export const hybridConfig = z
  .strictObject({ semanticWeight: weight, keywordWeight: weight })
  .refine(({ semanticWeight, keywordWeight }) => Math.abs(semanticWeight + keywordWeight - 1) <= tolerance, {
    error: 'must have weights whose sum is 1.0',
  })
  .describe(
    '0.3 semantic and 0.7 keyword suit error messages and API docs; 0.8 and 0.2 natural language; 0.5 and 0.5 a mixture',
  );

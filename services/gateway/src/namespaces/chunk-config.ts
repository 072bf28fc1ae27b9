import { z } from 'zod';

/** Tokens of cl100k_base; the longest input of the models that are known. */
const longestChunk = 8_191;

/** How a document is cut. Both fields or none. */
export const chunkConfig = z
  .strictObject({
    chunkSize: z.int().min(1).max(longestChunk).describe('Most tokens (cl100k_base) of a chunk'),
    chunkOverlap: z
      .int()
      .min(0)
      .describe('Tokens that a chunk shares with the one before; less than chunkSize'),
  })
  .refine(({ chunkSize, chunkOverlap }) => chunkOverlap < chunkSize, {
    path: ['chunkOverlap'],
    error: 'must be smaller than chunkSize',
  })
  .meta({ id: 'ChunkConfig' })
  .optional()
  .describe('400 and 80 unless given; in a namespace that was made before these were usual, 1,000 and 200');

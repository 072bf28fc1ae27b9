import { z } from 'zod';

/** Tokens of cl100k_base; the longest input of the models that are known. */
const longestChunk = 8_191;

const defaultChunkConfig = { chunkSize: 1_000, chunkOverlap: 200 };

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
  .default(defaultChunkConfig);

import { z } from 'zod';

/** Maximum tokens of a chunk in cl100k_base: the longest input of the known models. */
const maxChunkTokens = 8_191;

/** Chunk sizes of a namespace, in tokens: both fields or none. */
export const chunkSizes = z
  .strictObject({
    chunkSize: z
      .int()
      .min(1)
      .max(maxChunkTokens)
      .meta({ title: 'Chunk size', description: 'Most tokens (cl100k_base) of a chunk', examples: [400] }),
    chunkOverlap: z
      .int()
      .min(0)
      .meta({
        title: 'Chunk overlap',
        description: 'Tokens that a chunk shares with the one before; less than chunkSize',
        examples: [80],
      }),
  })
  .refine(({ chunkSize, chunkOverlap }) => chunkOverlap < chunkSize, {
    path: ['chunkOverlap'],
    error: 'must be smaller than chunkSize',
  });

/** Chunk sizes of the documents of a request. */
export const chunkConfig = chunkSizes
  .meta({ id: 'ChunkConfig' })
  .optional()
  .describe(
    'The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2',
  );

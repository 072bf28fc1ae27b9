import { z } from 'zod';
import { sourceFilter } from '../documents/document-filter.ts';
import { metadataFilter } from '../documents/metadata-filter.ts';
import { namespaceId } from '../namespaces/namespace-id.ts';

const longestQuery = 8_000;

/** What both kinds of search are asked. */
export const searchFields = {
  query: z
    .string()
    .max(longestQuery)
    .refine((text) => text.trim() !== '', { error: 'must not be blank' }),
  namespaceId,
  topK: z.int().min(1).max(100).default(10),
  scoreThreshold: z.number().min(0).max(1).default(0),
  filter: z.strictObject({ metadata: metadataFilter.optional(), source: sourceFilter.optional() }).optional(),
  explain: z
    .boolean()
    .default(false)
    .describe('Whether each result tells where its score comes from, and the answer where its time went'),
};

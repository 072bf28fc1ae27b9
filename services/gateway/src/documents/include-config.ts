import { z } from 'zod';

/** What an answer about documents holds. */
export const includeConfig = z
  .strictObject({
    documents: z.boolean().default(true),
    stats: z.boolean().default(false).describe('Deprecated: use statsBySource'),
    statsBySource: z.boolean().default(false),
    statsByStatus: z.boolean().default(false),
    statsByDocumentType: z.boolean().default(false),
    rawFileUrl: z.boolean().default(false),
    parsedTextFileUrl: z.boolean().default(false),
  })
  .meta({ id: 'IncludeConfig' })
  .prefault({});
export type Include = z.output<typeof includeConfig>;

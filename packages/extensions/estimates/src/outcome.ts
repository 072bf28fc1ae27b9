import { jsonObject } from '@docfleet/domain/database';
import { z } from 'zod';

/** The ingest request to estimate, as the column `order` of a conversion stores it. */
export const estimateOrder = z.object({
  namespaceId: z.string(),
  namespaceVersion: z.int(),
  tenantId: z.string().nullable(),
  source: z.string(),
  documentType: z.string(),
  /** External id of a text or a file; null for sources on the web, whose listing names the documents. */
  externalId: z.string().nullable(),
  /** The request's `config`, as ingestion would store it. */
  config: jsonObject,
  chunkSize: z.int(),
  chunkOverlap: z.int(),
});
export type EstimateOrder = Readonly<z.output<typeof estimateOrder>>;

const contentCounts = z.object({
  /** UTF-16 code units of the Markdown. */
  characters: z.number(),
  /** Tokens of all chunks, overlaps included. */
  tokens: z.number(),
  chunks: z.number(),
  /** Chunks whose vectors are not stored yet. */
  embeddings: z.number(),
  /** The tokens of these. */
  embeddedTokens: z.number(),
  /** Sentences of context that would be written, and about how many tokens the model would read and write for them. */
  contexts: z.number(),
  contextInputTokens: z.number(),
  contextOutputTokens: z.number(),
});
/** The counts of one content. */
export type ContentCounts = Readonly<z.output<typeof contentCounts>>;

const estimatedItem = z.object({
  externalId: z.string(),
  name: z.string().nullable(),
  wouldBe: z.enum(['NEW', 'UNCHANGED', 'CHANGED', 'SKIPPED', 'UNKNOWN']),
  /** Reason why it is SKIPPED or UNKNOWN; null otherwise. */
  reason: z.string().nullable(),
  /** Null when the document was not read. */
  counts: contentCounts.nullable(),
});
/** The estimate for one document. */
export type EstimatedItem = Readonly<z.output<typeof estimatedItem>>;

const figure = z.object({ value: z.number(), isExact: z.boolean() });
/** A number, and whether it was counted or extrapolated from a sample. */
export type Figure = Readonly<z.output<typeof figure>>;

/** The result of an estimate, as the column `outcome` stores it. */
export const estimateOutcome = z.object({
  figures: z.object({
    documents: figure,
    skipped: figure,
    ocrPages: figure,
    characters: figure,
    tokens: figure,
    chunks: figure,
    embeddings: figure,
    embeddedTokens: figure,
    contexts: figure,
    contextInputTokens: figure,
    contextOutputTokens: figure,
  }),
  /** Number of documents that were read. */
  read: z.number(),
  /** Whether all documents of the sample were read before the timeout. */
  isComplete: z.boolean(),
  /** Reason why the source could not be listed completely; null when it was. */
  trouble: z.string().nullable(),
  /** The first documents. */
  items: z.array(estimatedItem).readonly(),
});
export type EstimateOutcome = Readonly<z.output<typeof estimateOutcome>>;

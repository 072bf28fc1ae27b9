import { createConversion, type FileToConvert, type WaitingConversion } from '@docfleet/domain/conversion';
import { createId, type Database, jsonObject } from '@docfleet/domain/database';
import { openHeaders, sealHeaders } from '@docfleet/domain/ingest';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';

/** The ingest request to estimate, as the column `order` of a conversion stores it. */
const estimateOrder = z.object({
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

type Waiting = Pick<FileToConvert, 'organizationId' | 'expiresAt'> & Partial<FileToConvert>;

const noContent = async function* (): AsyncGenerator<Uint8Array> {};

/** Stores the request and content to estimate for a worker; returns the conversion's id. Header values are sealed. */
export async function createEstimate(
  database: Database,
  vault: Vault,
  { waiting, order }: { readonly waiting: Waiting; readonly order: EstimateOrder },
  content: AsyncIterable<Uint8Array> = noContent(),
): Promise<string> {
  const id = createId();
  const sealed = { ...order, config: sealHeaders(vault, id, order.config) };
  const nothing = { fileName: '', declaredType: '', ocrStrategy: 'BASIC_PARSER' } as const;
  return createConversion(database, { ...nothing, ...waiting, id, order: sealed }, content);
}

/** Returns the request to estimate with its header values. Throws a ZodError for a request of an unknown format. */
export function readEstimateOrder(
  vault: Vault,
  { id, order: stored }: Pick<WaitingConversion, 'id' | 'order'>,
): EstimateOrder {
  const order = estimateOrder.parse(stored);
  const scrapeOptions = openHeaders(vault, id, order.config['scrapeOptions']);
  return { ...order, config: { ...order.config, ...(scrapeOptions !== undefined && { scrapeOptions }) } };
}

/** Returns what ingesting a counted content would change, compared with the live document. */
export function judgeContent(
  counts: ContentCounts,
  live: { readonly chunks: number | null } | undefined,
): EstimatedItem['wouldBe'] {
  if (!live) return 'NEW';
  return counts.embeddings === 0 && counts.chunks === live.chunks ? 'UNCHANGED' : 'CHANGED';
}

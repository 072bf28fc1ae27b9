import { createConversion, type FileToConvert, type WaitingConversion } from '@docfleet/domain/conversion';
import { createId, type Database } from '@docfleet/domain/database';
import { openHeaders, sealHeaders } from '@docfleet/domain/ingest';
import type { Vault } from '@docfleet/secrets';
import { type ContentCounts, type EstimatedItem, type EstimateOrder, estimateOrder } from './outcome.ts';

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

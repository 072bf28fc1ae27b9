import type { ConversionModel, Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../database/identifier.ts';
import { openHeaders, sealHeaders } from '../ingest/seal-headers.ts';
import { createConversion, type FileToConvert } from './conversion.ts';
import type { ContentCounts, EstimatedItem, EstimateOrder } from './estimate-outcome.ts';

type Waiting = Pick<FileToConvert, 'organizationId' | 'expiresAt'> & Partial<FileToConvert>;

const noContent = async function* (): AsyncGenerator<Uint8Array> {};

/** Brings what is to be estimated to where workers find it; gives its id. Values of headers are sealed. */
export async function createEstimate(
  database: Database,
  vault: Vault,
  { waiting, order }: { readonly waiting: Waiting; readonly order: EstimateOrder },
  content: AsyncIterable<Uint8Array> = noContent(),
): Promise<string> {
  const id = createId();
  const estimate = { ...order, config: sealHeaders(vault, id, order.config) };
  const nothing = { fileName: '', declaredType: '', ocrStrategy: 'BASIC_PARSER' } as const;
  return createConversion(database, { ...nothing, ...waiting, id, estimate }, content);
}

/** What a waiting row asks to be estimated, with its headers; undefined when it asks for something else. */
export function readEstimateOrder(
  vault: Vault,
  { id, estimate }: Pick<ConversionModel, 'id' | 'estimate'>,
): EstimateOrder | undefined {
  if (estimate === null) return undefined;
  // Written by createEstimate.
  const order = estimate as unknown as EstimateOrder;
  const scrapeOptions = openHeaders(vault, id, order.config['scrapeOptions']);
  return { ...order, config: { ...order.config, ...(scrapeOptions !== undefined && { scrapeOptions }) } };
}

/** What would become of a document whose content was counted. */
export function judgeContent(
  counts: ContentCounts,
  live: { readonly chunks: number | null } | undefined,
): EstimatedItem['wouldBe'] {
  if (!live) return 'NEW';
  return counts.embeddings === 0 && counts.chunks === live.chunks ? 'UNCHANGED' : 'CHANGED';
}

import { type ClaimedDocument, findStoredVectors, markStored, recordChunks } from '@docfleet/domain';
import { analyze, termId } from '@docfleet/keyword';
import type { NamespaceProviders } from '@docfleet/namespace-providers';
import type { VectorRecord } from '@docfleet/vector-store';
import type { EmbedderContext } from './context.ts';
import type { ChunkToEmbed } from './plan-chunks.ts';

/** Does work when it is its turn. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface ChunkWindow {
  readonly claim: ClaimedDocument;
  readonly providers: NamespaceProviders;
  readonly inTurn: TakeTurn;
  readonly chunks: readonly ChunkToEmbed[];
  /** The version of the metadata that the vectors of the visible content carry; undefined when there is none. */
  readonly visibleMetadata: number | undefined;
  readonly last: boolean;
  /** Vectors that were written since the document was last known to be held. */
  readonly unconfirmed: string[];
}

const metadataOf = (claim: ClaimedDocument) => claim.metadata as VectorRecord['metadata'];

function toRecord(
  claim: ClaimedDocument,
  chunk: ChunkToEmbed,
  values: Float32Array,
  terms: string[],
): VectorRecord {
  return {
    id: chunk.vectorId,
    documentId: claim.id,
    values,
    terms,
    text: chunk.text,
    source: claim.ingestionSource,
    type: claim.documentType,
    tenantId: claim.tenantId,
    metadata: metadataOf(claim),
  };
}

interface Prepared {
  /** Vectors that the store has, by their ids; true for those of the visible content. */
  readonly stored: ReadonlyMap<string, boolean>;
  /** What it does not have. */
  readonly records: readonly VectorRecord[];
}

/** Notes the chunks of a window and makes the vectors that are missing. */
async function prepare(
  { batchers, database }: EmbedderContext,
  window: ChunkWindow,
  signal: AbortSignal,
): Promise<Prepared> {
  const { claim, chunks, providers } = window;
  signal.throwIfAborted();
  const ids = chunks.map((chunk) => chunk.vectorId);
  const stored = claim.hasChunks ? await findStoredVectors(database, claim.id, ids) : new Map();
  await recordChunks(database, claim, chunks);
  // The document was still held after the window before was written.
  window.unconfirmed.length = 0;
  const fresh = chunks.filter((chunk) => !stored.has(chunk.vectorId));
  const vectors = fresh.length > 0 ? await batchers.for(providers).embed(fresh, signal) : [];
  const records = fresh.map((chunk, index) =>
    toRecord(claim, chunk, vectors[index] as Float32Array, analyze(chunk.text)),
  );
  return { stored, records };
}

async function store(
  { sampler }: EmbedderContext,
  { claim, providers, unconfirmed }: ChunkWindow,
  records: readonly VectorRecord[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  unconfirmed.push(...records.map(({ id }) => id));
  await providers.vectorStore.upsert(records, signal);
  const { namespaceId, id: documentId } = claim;
  const sampled = records.map(({ id, terms }) => ({
    vectorId: id,
    termIds: [...new Set(terms)].map(termId),
  }));
  sampler.add(sampled.map((chunk) => ({ namespaceId, documentId, ...chunk })));
}

/** Of the vectors that are there already, those that may carry older metadata; nobody noted it for what is not visible. */
function findOutdated(
  { claim, visibleMetadata }: ChunkWindow,
  stored: ReadonlyMap<string, boolean>,
): string[] {
  if (claim.metadataVersion === 1) return [];
  const visibleIsNew = visibleMetadata === claim.metadataVersion;
  return [...stored].filter(([, visible]) => !(visible && visibleIsNew)).map(([id]) => id);
}

/** Embeds and stores the chunks of a window that the store does not have; gives the vectors' dimension if any was made. */
export async function storeChunks(
  context: EmbedderContext,
  window: ChunkWindow,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { claim, chunks, providers, inTurn, last } = window;
  const { stored, records } = await inTurn(() => prepare(context, window, signal));
  if (records.length > 0) await store(context, window, records, signal);
  const outdated = findOutdated(window, stored);
  if (outdated.length > 0) await providers.vectorStore.updateMetadata(outdated, metadataOf(claim), signal);
  // The end of the document says it of the last window.
  if (!last) await markStored(context.database, claim, chunks);
  return records[0]?.values.length;
}

import { type DocumentLocations, findStoredVectors, markStored, recordChunks } from '@docfleet/domain/chunk';
import { type ClaimedDocument, parseMetadata } from '@docfleet/domain/document';
import type { ChunkToEmbed } from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { inSlices } from '@docfleet/runtime/slices';
import { analyzeText, sampledTermIds } from '@docfleet/text-analysis';
import type { VectorRecord } from '@docfleet/vector-store';
import type { EmbedderContext } from './context.ts';

export interface ChunkWindow {
  readonly claim: ClaimedDocument;
  readonly providers: NamespaceProviders;
  readonly chunks: readonly ChunkToEmbed[];
  /** The version of the metadata that the vectors of the visible content carry; undefined when there is none. */
  readonly visibleMetadata: number | undefined;
  /** Whether vectors that are there already have keywords of another text analysis. */
  readonly keywordsOutdated: boolean;
  readonly last: boolean;
  readonly locations: DocumentLocations;
  /** Vectors that were written since the document was last known to be held. */
  readonly unconfirmed: string[];
}

const metadataOf = (claim: ClaimedDocument) => parseMetadata(claim.metadata);

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

async function embedFresh(
  context: EmbedderContext,
  window: ChunkWindow,
  fresh: readonly ChunkToEmbed[],
  signal: AbortSignal,
) {
  const { claim, providers } = window;
  const texts = fresh.map(({ embedded, tokens }) => ({ text: embedded, tokens }));
  const vectors = await context.batchers.for(providers).embed(texts, signal);
  const analyses: ReturnType<typeof analyzeText>[] = [];
  const { namespaceId, id: documentId } = claim;
  await inSlices(fresh, ({ embedded }) => analyses.push(analyzeText(embedded)), { signal });
  const records = fresh.map((chunk, index) =>
    toRecord(claim, chunk, vectors[index] as Float32Array, analyses[index]?.terms ?? []),
  );
  signal.throwIfAborted();
  window.unconfirmed.push(...fresh.map((chunk) => chunk.vectorId));
  await providers.vectorStore.upsert(records, signal);
  const sampled = analyses.map((analysis, index) => ({
    vectorId: fresh[index]?.vectorId ?? '',
    termIds: sampledTermIds(analysis),
  }));
  context.sampler.add(sampled.map((chunk) => ({ namespaceId, documentId, ...chunk })));
  return vectors[0]?.length;
}

/** Of the vectors that are there already, those that may carry older metadata; it is not recorded for what is not visible. */
function findOutdated(
  { claim, visibleMetadata }: ChunkWindow,
  stored: ReadonlyMap<string, boolean>,
): string[] {
  if (claim.metadataVersion === 1) return [];
  const visibleIsNew = visibleMetadata === claim.metadataVersion;
  return [...stored].filter(([, visible]) => !(visible && visibleIsNew)).map(([id]) => id);
}

/** Embeds and stores the chunks of a window that the store does not have; returns the vectors' dimension if any was made. */
export async function storeChunks(
  context: EmbedderContext,
  window: ChunkWindow,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { claim, chunks, providers, last } = window;
  const ids = chunks.map((chunk) => chunk.vectorId);
  const stored = claim.hasChunks
    ? await findStoredVectors(context.database, claim.id, ids)
    : new Map<string, boolean>();
  const located = chunks.map((chunk) => ({
    ...chunk,
    location: window.locations.find(chunk.start, chunk.end, chunk.headings),
  }));
  await recordChunks(context.database, claim, located);
  // The document was still held after the window before was written.
  window.unconfirmed.length = 0;
  const fresh = chunks.filter((chunk) => !stored.has(chunk.vectorId));
  const dimensions = fresh.length > 0 ? await embedFresh(context, window, fresh, signal) : undefined;
  const outdated = findOutdated(window, stored);
  if (outdated.length > 0) await providers.vectorStore.updateMetadata(outdated, metadataOf(claim), signal);
  if (window.keywordsOutdated) {
    const kept = chunks.filter(({ vectorId }) => stored.has(vectorId));
    const terms = new Map<string, string[]>();
    const add = ({ vectorId, embedded }: ChunkToEmbed) => terms.set(vectorId, analyzeText(embedded).terms);
    await inSlices(kept, add, { signal });
    await providers.vectorStore.updateTerms(terms, signal);
  }
  // The end of the document says it of the last window.
  if (!last) await markStored(context.database, claim, chunks);
  return dimensions;
}

import { type DocumentLocations, findStoredVectors, markStored, recordChunks } from '@docfleet/domain/chunk';
import { type ClaimedDocument, parseMetadata } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { ChunkToEmbed } from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { inSlices } from '@docfleet/runtime/slices';
import { analyzeText, sampledTermIds, streamSafe } from '@docfleet/text-analysis';
import type { VectorRecord } from '@docfleet/vector-store';
import type { EmbedderContext } from './context.ts';
import { copyVectors } from './copy-vectors.ts';

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

interface Embedded {
  readonly chunk: ChunkToEmbed;
  readonly vector: Float32Array;
}

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

/** Writes vectors with their keywords and metadata, and adds their terms to the sample of the namespace. */
async function writeVectors(
  context: EmbedderContext,
  { claim, providers, unconfirmed }: ChunkWindow,
  embedded: readonly Embedded[],
  signal: AbortSignal,
): Promise<void> {
  const analyses: ReturnType<typeof analyzeText>[] = [];
  const { namespaceId, id: documentId } = claim;
  await inSlices(embedded, ({ chunk }) => analyses.push(analyzeText(chunk.embedded)), { signal });
  const records = embedded.map(({ chunk, vector }, index) =>
    toRecord(claim, chunk, vector, analyses[index]?.terms ?? []),
  );
  signal.throwIfAborted();
  unconfirmed.push(...records.map(({ id }) => id));
  await providers.vectorStore.upsert(records, signal);
  const sampled = analyses.map((analysis, index) => ({
    vectorId: records[index]?.id ?? '',
    termIds: sampledTermIds(analysis),
  }));
  context.sampler.add(sampled.map((chunk) => ({ namespaceId, documentId, ...chunk })));
}

const shownCharacters = 60;

/** Says which passage a model did not embed, where it is one alone. */
function nameThePassage({ text }: ChunkToEmbed, error: Error): Error {
  if (!(error instanceof AppError && error.details['isOfTexts'] === true)) return error;
  const begin = text.trim().replaceAll(/\s+/gu, ' ').slice(0, shownCharacters).toWellFormed();
  const reason = `${error.details.reason ?? error.message} (the passage that begins with "${begin}")`;
  return new AppError(error.code, error.message, { cause: error, details: { ...error.details, reason } });
}

/** Returns the error that decides the outcome: a final one first, then one that holds for all texts. */
const decisive = (errors: readonly Error[]): Error | undefined =>
  errors.find((error) => error instanceof AppError && !error.retryable) ??
  errors.find((error) => !(error instanceof AppError && error.details['isOfOneText'] === true)) ??
  errors[0];

/** Splits chunks into those that were paid for, with their vectors, and the others. */
async function findPaid(
  context: EmbedderContext,
  window: ChunkWindow,
  fresh: readonly ChunkToEmbed[],
  signal: AbortSignal,
): Promise<{ paid: Embedded[]; missing: ChunkToEmbed[] }> {
  const kept = new Map<string, Float32Array>();
  for (const { vectorId } of fresh) {
    const vector = context.unstored.find(window.providers, vectorId);
    if (vector) kept.set(vectorId, vector);
  }
  const others = fresh.flatMap(({ vectorId }) => (kept.has(vectorId) ? [] : [vectorId]));
  const copied = await copyVectors(context, window, others, signal);
  const paid: Embedded[] = [];
  const missing: ChunkToEmbed[] = [];
  for (const chunk of fresh) {
    const vector = kept.get(chunk.vectorId) ?? copied.get(chunk.vectorId);
    if (vector) paid.push({ chunk, vector });
    else missing.push(chunk);
  }
  return { paid, missing };
}

/** Embeds chunks, except those whose vectors an earlier attempt or the previous vector store has. */
async function embedChunks(
  context: EmbedderContext,
  window: ChunkWindow,
  fresh: readonly ChunkToEmbed[],
  signal: AbortSignal,
): Promise<{ embedded: Embedded[]; errors: Error[] }> {
  const { paid: embedded, missing } = await findPaid(context, window, fresh, signal);
  const errors: Error[] = [];
  const texts = missing.map(({ embedded: text, tokens }) => ({ text: streamSafe(text), tokens }));
  const outcomes = await context.batchers.for(window.providers).embed(texts, signal);
  for (const [index, chunk] of missing.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Error) errors.push(nameThePassage(chunk, outcome));
    else if (outcome) embedded.push({ chunk, vector: outcome });
  }
  return { embedded, errors };
}

/** Writes vectors; those that a store does not take are kept for the next attempt, as they were paid for. */
async function writePaid(
  context: EmbedderContext,
  window: ChunkWindow,
  embedded: readonly Embedded[],
  signal: AbortSignal,
): Promise<void> {
  const { unstored } = context;
  const { providers } = window;
  try {
    await writeVectors(context, window, embedded, signal);
  } catch (error) {
    unstored.keep(
      providers,
      embedded.map(({ chunk, vector }) => [chunk.vectorId, vector] as const),
    );
    throw error;
  }
  unstored.forget(
    providers,
    embedded.map(({ chunk }) => chunk.vectorId),
  );
}

/** Embeds and writes what the store does not have; where some of it fails, the rest is written and recorded all the same, as it was paid for. */
async function embedFresh(
  context: EmbedderContext,
  window: ChunkWindow,
  fresh: readonly ChunkToEmbed[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const { claim } = window;
  const { embedded, errors } = await embedChunks(context, window, fresh, signal);
  if (embedded.length > 0) await writePaid(context, window, embedded, signal);
  const error = decisive(errors);
  if (!error) return embedded[0]?.vector.length;
  await markStored(
    context.database,
    claim,
    embedded.map(({ chunk }) => chunk),
  );
  throw error;
}

/** Returns the stored vectors that may have older metadata. */
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

import { isDeepStrictEqual } from 'node:util';
import { vectorIdIn } from '@docfleet/domain/chunk';
import { embeddedText, parseEmbedding, parseMetadata, titleOfDocument } from '@docfleet/domain/document';
import {
  claimMovable,
  endMoved,
  type MovableDocument,
  type MovingDocument,
  type Reembedding,
  releaseMoving,
} from '@docfleet/domain/namespace';
import { effectiveChunkSizes } from '@docfleet/pipeline/chunk-planning';
import { type Generation, type NamespaceProviders, withdrawWritten } from '@docfleet/pipeline/providers';
import { inSlices } from '@docfleet/runtime/slices';
import { analyze } from '@docfleet/text-analysis';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { StoredVector, VectorRecord } from '@docfleet/vector-store';
import type { EmbedderContext } from './context.ts';
import { sourceOf } from './copy-vectors.ts';

/**
 * Documents and chunks that one batch moves. Searches drop hits of new vectors that are not visible yet: batches of this size stay
 * below the number of hits that a search reads.
 */
const limits = { documents: 500, chunks: 500, chunksOfOne: 2_000 };
const idsPerRead = 1_000;
/** While one batch is written, the next is read. */
const batchesAtOnce = 2;
/** Milliseconds after which the job releases its slot, which other namespaces wait for, and continues later. */
const turnMs = 20_000;

interface Move {
  readonly context: EmbedderContext;
  readonly reembedding: Reembedding;
  readonly providers: NamespaceProviders;
  readonly source: Generation;
}

/** Returns whether a document would be cut, titled and analyzed as it was, so that its vectors and keywords stay as they are. */
export const staysAsItIs =
  ({ current, embedder }: Pick<NamespaceProviders, 'current' | 'embedder'>) =>
  (document: Pick<MovableDocument, 'name' | 'chunkSize' | 'chunkOverlap' | 'embedding'>): boolean => {
    const made = parseEmbedding(document.embedding);
    if (!made || made.analyzerVersion !== analyzerVersion) return false;
    const { contextModel } = current;
    const title = titleOfDocument(document.name);
    const sizes = effectiveChunkSizes(current.chunkSizes ?? document, embedder, { title, contextModel });
    const context = contextModel && { provider: contextModel.provider, model: contextModel.model };
    return (
      made.title === title &&
      isDeepStrictEqual(made.contextModel, context) &&
      made.chunkSize === sizes.chunkSize &&
      made.chunkOverlap === sizes.chunkOverlap
    );
  };

/** Returns the terms of a stored vector, or undefined where neither the store nor its text has them. */
function termsOf(
  { current }: NamespaceProviders,
  title: string | undefined,
  { terms, text }: StoredVector,
): readonly string[] | undefined {
  if (terms) return terms;
  if (!current.vectorStore.keepsTerms) return [];
  // A sentence of context is no part of the text that is stored.
  return text === undefined || current.contextModel ? undefined : analyze(embeddedText(title, text));
}

/** Returns the records of a document in the new store; undefined where the previous one lacks a part of them. */
function recordsOf(
  { providers }: Move,
  document: MovingDocument,
  stored: ReadonlyMap<string, StoredVector>,
): VectorRecord[] | undefined {
  const title = titleOfDocument(document.name);
  const metadata = parseMetadata(document.metadata);
  const records: VectorRecord[] = [];
  for (const id of document.vectorIds) {
    const vector = stored.get(id);
    const terms = vector && termsOf(providers, title, vector);
    if (!vector || !terms || vector.text === undefined) return undefined;
    records.push({
      id,
      documentId: document.id,
      values: vector.values,
      terms,
      weights: vector.weights,
      text: vector.text,
      source: document.ingestionSource,
      type: document.documentType,
      tenantId: document.tenantId,
      metadata,
    });
  }
  return records;
}

async function readStored(
  { source, reembedding: { generation } }: Move,
  documents: readonly MovingDocument[],
  signal: AbortSignal,
): Promise<Map<string, StoredVector>> {
  const ids = documents.flatMap(({ vectorIds }) => vectorIds);
  const found = new Map<string, StoredVector>();
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const asked = ids.slice(from, from + idsPerRead).map((id) => vectorIdIn(id, source.generation));
    for (const vector of await source.vectorStore.readVectors(asked, signal))
      found.set(vectorIdIn(vector.id, generation), vector);
  }
  return found;
}

/** Writes the vectors of documents into the new store; returns those that the previous one has the whole of. */
async function copyDocuments(
  move: Move,
  documents: readonly MovingDocument[],
  signal: AbortSignal,
): Promise<MovingDocument[]> {
  const stored = await readStored(move, documents, signal);
  const copied: MovingDocument[] = [];
  const records: VectorRecord[] = [];
  const add = (document: MovingDocument) => {
    const own = recordsOf(move, document, stored);
    if (!own) return;
    copied.push(document);
    records.push(...own);
  };
  await inSlices(documents, add, { signal });
  signal.throwIfAborted();
  await move.providers.current.vectorStore.upsert(records, signal);
  return copied;
}

/** Queues documents to be embedded one by one; removes the vectors written for those that were taken over. */
async function handOver(
  { context, providers }: Move,
  { left, lost }: Record<'left' | 'lost', readonly MovingDocument[]>,
): Promise<void> {
  for (const claim of lost) await withdrawWritten(context, { claim, providers }, claim.vectorIds);
  if (left.length > 0) context.dispatcher.dispatch(await releaseMoving(context.database, left));
}

/** Moves documents that are claimed. */
async function moveClaimed(
  move: Move,
  documents: readonly MovingDocument[],
  signal: AbortSignal,
): Promise<void> {
  const { context, reembedding } = move;
  let left = documents;
  let lost = documents;
  try {
    const copied = await copyDocuments(move, documents, signal);
    const { ids, jobs } = await endMoved(context.database, reembedding, copied);
    context.dispatcher.dispatch(jobs);
    const moved = new Set(copied);
    left = documents.filter((document) => !moved.has(document));
    lost = copied.filter(({ id }) => !ids.has(id));
  } finally {
    await handOver(move, { left, lost });
  }
}

/** Renews the leases of documents until the work ends. A lost lease does not stop it: `endMoved` leaves that document out. */
async function holding(
  { context: { leases } }: Move,
  documents: readonly MovingDocument[],
  work: () => Promise<void>,
): Promise<void> {
  const working = work();
  const never = new AbortController().signal;
  await Promise.all(documents.map((document) => leases.hold(document, never, () => working)));
}

/** Moves batches until the turn is over; resolves with whether there is nothing more to move. */
async function moveInTurn(move: Move, endsAt: number, signal: AbortSignal): Promise<boolean> {
  const accepts = staysAsItIs(move.providers);
  while (performance.now() < endsAt) {
    signal.throwIfAborted();
    const documents = await claimMovable(move.context.database, move.reembedding, limits, accepts);
    if (documents.length === 0) return true;
    await holding(move, documents, () => moveClaimed(move, documents, signal));
  }
  return false;
}

/**
 * Moves documents whose vectors stay as they are from the previous store to the new one, many at a time: nothing is cut, embedded or analyzed again that
 * the previous store has. Resolves with whether the others are to be embedded document by document; before that, another turn moves more.
 */
export async function moveDocuments(
  context: EmbedderContext,
  reembedding: Reembedding,
  signal: AbortSignal,
): Promise<boolean> {
  const providers = await context.providers.open(reembedding.namespaceId, reembedding.version);
  const source = sourceOf(providers);
  if (!source || source.generation !== reembedding.generation - 1) return true;
  const move = { context, reembedding, providers, source };
  const endsAt = performance.now() + turnMs;
  const turns = Array.from({ length: batchesAtOnce }, () => moveInTurn(move, endsAt, signal));
  let isDone = false;
  const ended = await Promise.allSettled(turns);
  signal.throwIfAborted();
  for (const turn of ended) {
    if (turn.status === 'fulfilled') isDone ||= turn.value;
    else {
      // The documents of the batch are embedded one by one, which says what is wrong with each.
      isDone = true;
      context.logger.warn({ error: turn.reason }, 'a batch of documents was not moved');
    }
  }
  return isDone;
}

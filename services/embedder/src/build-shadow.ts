import { findStoredVectors } from '@docfleet/domain/chunk';
import { parseMetadata } from '@docfleet/domain/document';
import {
  type DocumentToShadow,
  endShadowDocument,
  findShadowVectors,
  findUnshadowed,
  markShadowStored,
  recordShadowChunks,
  type ShadowBuild,
} from '@docfleet/domain/gated-change';
import { currentIndexing } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import {
  type ChunkToEmbed,
  effectiveChunkSizes,
  planChunks,
  plannedTitle,
} from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders, Shadow } from '@docfleet/pipeline/providers';
import { currentOwner } from '@docfleet/runtime/fairness';
import { inSlices } from '@docfleet/runtime/slices';
import { analyzeText } from '@docfleet/text-analysis';
import type { VectorRecord } from '@docfleet/vector-store';
import { contextAdder } from './chunk-contexts.ts';
import type { EmbedderContext } from './context.ts';
import type { Outcome } from './embed-apart.ts';
import { openSource, readLocations } from './read-source.ts';

/** Documents that are embedded side by side; their texts share requests to the model. */
const documentsAtOnce = 16;

interface Build {
  readonly context: EmbedderContext;
  readonly providers: NamespaceProviders;
  readonly shadow: Shadow;
  readonly change: ShadowBuild;
}

const toRecord = (document: DocumentToShadow, chunk: ChunkToEmbed, values: Float32Array): VectorRecord => ({
  id: chunk.vectorId,
  documentId: document.id,
  values,
  terms: analyzeText(chunk.embedded).terms,
  text: chunk.text,
  source: document.ingestionSource,
  type: document.documentType,
  tenantId: document.tenantId,
  metadata: parseMetadata(document.metadata),
});

/** Embeds and stores the chunks of a window that the shadow generation does not have. */
async function storeWindow(
  { context, shadow, change }: Build,
  document: DocumentToShadow,
  chunks: readonly ChunkToEmbed[],
  signal: AbortSignal,
): Promise<void> {
  const stored = await findStoredVectors(
    context.database,
    document.id,
    chunks.map(({ vectorId }) => vectorId),
  );
  const fresh = chunks.filter(({ vectorId }) => !stored.has(vectorId));
  const texts = fresh.map(({ embedded, tokens }) => ({ text: embedded, tokens }));
  const outcomes = await context.batchers.for(shadow.current).embed(texts, signal);
  const failed = new Map(
    fresh.flatMap((chunk, at) => (outcomes[at] instanceof Error ? [[chunk, outcomes[at]] as const] : [])),
  );
  const records: VectorRecord[] = [];
  const add = (outcome: Outcome, at: number) =>
    outcome instanceof Error || records.push(toRecord(document, fresh[at] as ChunkToEmbed, outcome));
  await inSlices(outcomes.entries(), ([at, outcome]) => add(outcome, at), { signal });
  if (records.length > 0) await shadow.current.vectorStore.upsert(records, signal);
  const ordinals = chunks.filter((chunk) => !failed.has(chunk)).map(({ ordinal }) => ordinal);
  const isMarked = await markShadowStored(context.database, change, document.id, ordinals);
  const [error] = failed.values();
  if (isMarked && error) throw error;
  if (isMarked) return;
  await shadow.current.vectorStore.remove(
    records.map(({ id }) => id),
    signal,
  );
}

/** Embeds a document into the shadow generation; nothing of it is visible to searches. */
async function buildDocument(build: Build, document: DocumentToShadow, signal: AbortSignal): Promise<void> {
  const { context, providers, shadow, change } = build;
  const { database } = context;
  const content = { ...document, namespaceId: change.namespaceId, text: null };
  const source = await openSource(providers.fileStore, content, signal);
  const locations = await readLocations(providers.fileStore, content, signal);
  const before = new Set(await findShadowVectors(database, change, document.id));
  // The change, when it is applied, embeds as new namespaces do.
  const title = plannedTitle(document.name, currentIndexing);
  const { provider, embedder, contextModel, chunkSizes } = shadow.current;
  const planned = { ...document, generation: change.generation, title, contextModel };
  const sizes = effectiveChunkSizes(chunkSizes ?? document, embedder, planned);
  const place = { ...planned, namespaceId: change.namespaceId, revision: document.activeRevision };
  const contexts = contextAdder(context, { ...providers, generation: shadow.current }, place);
  let chunkCount = 0;
  for await (const { chunks: cut } of planChunks(source.pieces, planned, sizes, {
    provider,
    model: embedder.model,
  })) {
    const chunks = await contexts.add(cut, signal);
    const located = chunks.map((chunk) => ({
      ...chunk,
      location: locations.find(chunk.start, chunk.end, chunk.headings),
    }));
    // Rows first: every stored vector has one. A document that changed is built anew in the next round.
    if (chunks.length > 0 && !(await recordShadowChunks(database, change, document, located))) return;
    await storeWindow(build, document, chunks, signal);
    for (const { vectorId } of chunks) before.delete(vectorId);
    chunkCount += chunks.length;
  }
  if (before.size > 0) await shadow.current.vectorStore.remove([...before], signal);
  await endShadowDocument(database, change, document, { chunkCount });
}

/** Whether an error is of one document: of its content, or of a text that the model embeds for no one. */
const isOfDocument = (error: AppError): boolean =>
  error.code.startsWith('DOCUMENT_') || (!error.retryable && error.details['isOfTexts'] === true);

/** A document that cannot be embedded is missing from the shadow generation, and its evaluation judges that; the others are built. */
async function tryDocument(build: Build, document: DocumentToShadow, signal: AbortSignal): Promise<void> {
  const { context, change } = build;
  const work = () => buildDocument(build, document, signal);
  try {
    const { provider, contextModel } = build.shadow.current;
    const isLocal = provider === 'LOCAL' && !contextModel;
    await (isLocal ? context.computing.take(currentOwner(), work) : work());
  } catch (cause) {
    const error = AppError.from(cause);
    if (!isOfDocument(error)) throw error;
    context.logger.warn({ error, documentId: document.id }, 'document is missing from a shadow generation');
    await endShadowDocument(context.database, change, document, { chunkCount: 0, error: error.message });
  }
}

/** Embeds documents that the shadow generation lacks. Returns whether there were any. */
export async function buildShadow(
  context: EmbedderContext,
  providers: NamespaceProviders,
  change: ShadowBuild,
  signal: AbortSignal,
): Promise<boolean> {
  const { shadow, shadowFailure } = providers;
  if (shadowFailure?.gatedChangeId === change.id) throw shadowFailure.error;
  if (shadow?.gatedChangeId !== change.id)
    throw new AppError('SERVICE_UNAVAILABLE', 'The gated change has ended');
  const documents = await findUnshadowed(context.database, change, documentsAtOnce);
  const build = { context, providers, shadow, change };
  const outcomes = await Promise.allSettled(
    documents.map((document) => tryDocument(build, document, signal)),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return documents.length > 0;
}

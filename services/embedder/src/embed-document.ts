import {
  type ClaimedDocument,
  followProgress,
  parseEmbedding,
  succeedDocument,
  titleOfDocument,
} from '@docfleet/domain/document';
import { configurationChanged } from '@docfleet/domain/namespace';
import type { Reservation } from '@docfleet/domain/quota';
import { AppError } from '@docfleet/errors';
import { effectiveChunkSizes, planChunks } from '@docfleet/pipeline/chunk-planning';
import { type Generation, type NamespaceProviders, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { embedDocument, Handler, PayloadOf } from '@docfleet/queues';
import { currentOwner } from '@docfleet/runtime/fairness';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { contextAdder } from './chunk-contexts.ts';
import type { EmbedderContext } from './context.ts';
import { openSource, readLocations, type Source } from './read-source.ts';
import { storeChunks } from './store-chunks.ts';

/** Dependencies of one attempt. */
interface Attempt {
  readonly providers: NamespaceProviders;
  readonly source: Source;
  readonly reservation: Reservation;
  /** Vectors that were written since the document was last known to be held. */
  readonly unconfirmed: string[];
}

/** Returns the model, title, context model and analyzer that a document's vectors are made with. */
const originOf = ({ provider, embedder, contextModel }: Generation, title: string | undefined) => ({
  provider,
  model: embedder.model,
  ...(title !== undefined && { title }),
  ...(contextModel && { contextModel: { provider: contextModel.provider, model: contextModel.model } }),
  analyzerVersion,
});

/** Counts how many of the last `count` chunks the replaced revision did not have. */
const chunksBeyond = ({ embeddingCount }: ClaimedDocument, total: number, count: number) =>
  Math.max(0, Math.min(count, total - (embeddingCount ?? 0)));

const progressReporter = ({ database, logger }: EmbedderContext, claim: ClaimedDocument) =>
  followProgress(database, claim, {
    stage: 'EMBED',
    onError: (error) => logger.warn({ error }, 'the progress of a document was not recorded'),
  });

async function embedSource(
  context: EmbedderContext,
  claim: ClaimedDocument,
  { providers, source, reservation, unconfirmed }: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { embedder, current } = providers;
  const { provider, contextModel } = current;
  const before = parseEmbedding(claim.embedding);
  const { metadataVersion } = claim;
  const planned = { ...claim, title: titleOfDocument(claim.name), contextModel };
  const sizes = effectiveChunkSizes(current.chunkSizes ?? claim, embedder, planned);
  const contexts = contextAdder(context, { ...providers, generation: current }, planned);
  const locations = await readLocations(providers.fileStore, claim, signal);
  const result = { characterCount: 0, tokenCount: 0, embeddingCount: 0 };
  let dimensions = embedder.dimensions ?? before?.dimensions;
  const report = progressReporter(context, claim);
  for await (const { chunks: cut, characters, last } of planChunks(source.pieces, planned, sizes, {
    provider,
    model: embedder.model,
  })) {
    const chunks = await contexts.add(cut, signal);
    const window = {
      claim,
      providers,
      chunks,
      last,
      visibleMetadata: before?.metadataVersion,
      keywordsOutdated: before !== null && before.analyzerVersion !== analyzerVersion,
      unconfirmed,
      locations,
    };
    result.characterCount += characters;
    result.embeddingCount += chunks.length;
    await reservation.add({ chunks: chunksBeyond(claim, result.embeddingCount, chunks.length) });
    dimensions = (await storeChunks(context, window, signal)) ?? dimensions;
    for (const chunk of chunks) result.tokenCount += chunk.tokens;
    report({ unit: 'CHUNK', done: result.embeddingCount, total: null });
  }
  if (result.embeddingCount === 0) throw new AppError('DOCUMENT_EMPTY', 'The document has no text');
  const embedding = {
    ...originOf(current, planned.title),
    ...sizes,
    dimensions: dimensions ?? 0,
    metadataVersion,
  };
  const embedded = { ...result, fileSize: await source.stored, embedding, notRead: contexts.lacking() };
  context.dispatcher.dispatch(await succeedDocument(context.database, claim, embedded));
  context.admissionWindow.refill(claim.namespaceId);
}

async function embed(
  context: EmbedderContext,
  { claim, providers }: { claim: ClaimedDocument; providers: NamespaceProviders },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (providers.current.generation !== claim.generation) throw configurationChanged();
  const source = await openSource(providers.fileStore, claim, signal);
  // Its failure is met where it is awaited; meanwhile it must not count as unhandled.
  source.stored.catch(() => undefined);
  const unconfirmed: string[] = [];
  const reservation = context.quotas.reserve(claim);
  try {
    await embedSource(context, claim, { providers, source, reservation, unconfirmed }, signal);
  } catch (error) {
    // Nothing may be on its way into the file store any more.
    await Promise.allSettled([source.stored]);
    await withdrawWritten(context, { claim, providers }, unconfirmed);
    throw error;
  } finally {
    reservation.end();
  }
}

async function embedInTurn(
  context: EmbedderContext,
  claim: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const { provider, contextModel } = providers.current;
  const work = () => embed(context, { claim, providers }, signal);
  // A document that waits for its context model computes nothing meanwhile.
  return provider === 'LOCAL' && !contextModel ? context.computing.take(currentOwner(), work) : work();
}

/** Cuts, embeds and stores a revision, then makes it the one that searches see. */
export const embedDocumentHandler = (context: EmbedderContext): Handler<PayloadOf<typeof embedDocument>> =>
  documentHandler(context, embedInTurn);

import { type ClaimedDocument, parseEmbedding, succeedDocument } from '@docfleet/domain/document';
import { configurationChanged } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { effectiveChunkSizes, planChunks, plannedTitle } from '@docfleet/pipeline/chunk-planning';
import { type NamespaceProviders, withdrawWritten } from '@docfleet/pipeline/providers';
import { documentHandler } from '@docfleet/pipeline/resources';
import type { embedDocument, Handler, PayloadOf } from '@docfleet/queues';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { EmbedderContext } from './context.ts';
import { openSource, readLocations, type Source } from './read-source.ts';
import { storeChunks } from './store-chunks.ts';

/** What one attempt works with. */
interface Attempt {
  readonly providers: NamespaceProviders;
  readonly source: Source;
  /** Vectors that were written since the document was last known to be held. */
  readonly unconfirmed: string[];
}

async function embedSource(
  context: EmbedderContext,
  claim: ClaimedDocument,
  { providers, source, unconfirmed }: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { embedder, current } = providers;
  const { provider } = current;
  const before = parseEmbedding(claim.embedding);
  const { metadataVersion } = claim;
  const title = plannedTitle(claim.name, providers);
  const planned = { ...claim, title };
  const sizes = effectiveChunkSizes(claim, embedder, title);
  const locations = await readLocations(providers.fileStore, claim, signal);
  const result = { characterCount: 0, tokenCount: 0, embeddingCount: 0 };
  let dimensions = embedder.dimensions ?? before?.dimensions;
  for await (const { chunks, characters, last } of planChunks(source.pieces, planned, sizes, {
    provider,
    model: embedder.model,
  })) {
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
    dimensions = (await storeChunks(context, window, signal)) ?? dimensions;
    result.characterCount += characters;
    result.embeddingCount += chunks.length;
    for (const chunk of chunks) result.tokenCount += chunk.tokens;
  }
  if (result.embeddingCount === 0) throw new AppError('DOCUMENT_EMPTY', 'The document has no text');
  const fileSize = await source.stored;
  const embedding = {
    provider,
    model: embedder.model,
    dimensions: dimensions ?? 0,
    ...sizes,
    metadataVersion,
    ...(title !== undefined && { title }),
    analyzerVersion,
  };
  context.dispatcher.dispatch(
    await succeedDocument(context.database, claim, { ...result, fileSize, embedding }),
  );
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
  try {
    await embedSource(context, claim, { providers, source, unconfirmed }, signal);
  } catch (error) {
    // Nothing may be on its way into the file store any more.
    await Promise.allSettled([source.stored]);
    await withdrawWritten(context, { claim, providers }, unconfirmed);
    throw error;
  }
}

async function embedInTurn(
  context: EmbedderContext,
  claim: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const { provider } = providers.current;
  const work = () => embed(context, { claim, providers }, signal);
  return provider === 'LOCAL' ? context.computing.take(claim.namespaceId, work) : work();
}

/** Cuts, embeds and stores a revision, then makes it the one that searches see. */
export const embedDocumentHandler = (context: EmbedderContext): Handler<PayloadOf<typeof embedDocument>> =>
  documentHandler(context, embedInTurn);

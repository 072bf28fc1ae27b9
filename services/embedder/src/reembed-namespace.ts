import {
  closeReembeddingListings,
  deletePreviousGeneration,
  endReembedding,
  findReembedding,
  queueReembedding,
  type Reembedding,
  readReembeddingProgress,
} from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Generation } from '@docfleet/pipeline/providers';
import type { Handler, PayloadOf, reembedNamespace } from '@docfleet/queues';
import type { EmbedderContext } from './context.ts';
import { moveDocuments } from './move-documents.ts';

/** Removes the vectors of a generation that is no longer the namespace's current one; returns how many its store still counts. */
export async function purgeGeneration(
  { logger }: Pick<EmbedderContext, 'logger'>,
  { vectorStore }: Pick<Generation, 'vectorStore'>,
  signal: AbortSignal,
): Promise<number> {
  try {
    await vectorStore.purge(signal);
    return await vectorStore.count(signal);
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.code !== 'PROVIDER_REJECTED') throw error;
    // Its configuration cannot be corrected: what it refuses to remove stays with its owner.
    logger.error({ error }, 'the vector store of the previous generation refuses to be emptied');
    return 0;
  }
}

/** Maximum of documents of a re-embedding that are queued at once, regardless of its size. */
const maxUnderWay = 1_000;
const lookAgainMs = 1_000;
const purgeTimeoutMs = 10 * 60_000;

const retryLater = (message: string) =>
  new AppError('SERVICE_UNAVAILABLE', message, { details: { retryAfterMs: lookAgainMs } });

/** Takes up more documents as others end, until none needs the previous generation. */
async function embedAgain(
  context: EmbedderContext,
  reembedding: Reembedding,
  stopping: AbortSignal,
): Promise<void> {
  const { database, dispatcher } = context;
  // The others are queued at the end: until then that would take documents that can be moved together.
  if (!(await moveDocuments(context, reembedding, stopping))) return;
  const before = await readReembeddingProgress(database, reembedding);
  const room = maxUnderWay - before.underWay;
  if (before.unlisted && room > 0) dispatcher.dispatch(await queueReembedding(database, reembedding, room));
  const now = await readReembeddingProgress(database, reembedding);
  await closeReembeddingListings(database, reembedding, now);
  await endReembedding(database, reembedding);
}

/** Removes what the previous model made, until its store says that nothing is left, then forgets it. */
async function finish(
  context: EmbedderContext,
  reembedding: Reembedding,
  stopping: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(purgeTimeoutMs)]);
  const { previous } = await context.providers.open(reembedding.namespaceId, reembedding.version);
  if (previous && (await purgeGeneration(context, previous, signal)) > 0)
    throw retryLater('Previous vectors are not gone yet');
  await deletePreviousGeneration(context.database, reembedding);
  context.logger.info({ generation: reembedding.generation }, 'namespace embedded again');
}

/**
 * Leads a namespace from one generation of its model and store to the next: has every document embedded again, then removes the
 * vectors of the previous. Runs repeatedly; all of its state is in the rows, so that any worker may continue.
 */
export function reembedNamespaceHandler(
  context: EmbedderContext,
): Handler<PayloadOf<typeof reembedNamespace>> {
  return {
    async handle({ namespaceId }, stopping) {
      const reembedding = await findReembedding(context.database, namespaceId);
      if (!reembedding) return;
      if (reembedding.ingestJobRunId === null) return finish(context, reembedding, stopping);
      await embedAgain(context, reembedding, stopping);
      throw retryLater('The namespace is being embedded again');
    },
    async onExhausted({ namespaceId }, error) {
      context.logger.error({ error, namespaceId }, 'change of model or vector store is not finished');
    },
  };
}

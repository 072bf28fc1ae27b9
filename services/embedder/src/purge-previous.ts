import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { EmbedderContext } from './context.ts';

/** Removes what the previous model made, if there was one; returns how many vectors the store still counts. */
export async function purgePrevious(
  { logger }: Pick<EmbedderContext, 'logger'>,
  { previous }: Pick<NamespaceProviders, 'previous'>,
  signal: AbortSignal,
): Promise<number> {
  if (!previous) return 0;
  try {
    await previous.vectorStore.purge(signal);
    return await previous.vectorStore.count(signal);
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.code !== 'PROVIDER_REJECTED') throw error;
    // A replaced configuration cannot be corrected: what it refuses to remove stays with its owner.
    logger.error({ error }, 'the previous vector store refuses to be emptied');
    return 0;
  }
}

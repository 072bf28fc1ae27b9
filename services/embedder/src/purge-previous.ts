import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { EmbedderContext } from './context.ts';

/** Removes what the former model made, if there was one; gives how many vectors the store still counts. */
export async function purgePrevious(
  { logger }: Pick<EmbedderContext, 'logger'>,
  { previous }: NamespaceProviders,
  signal: AbortSignal,
): Promise<number> {
  if (!previous) return 0;
  try {
    await previous.vectorStore.purge(signal);
    return await previous.vectorStore.count(signal);
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.code !== 'PROVIDER_REJECTED') throw error;
    // Nobody can mend a configuration that was replaced: what it refuses to remove stays with its owner.
    logger.error({ error }, 'the former vector store refuses to be emptied');
    return 0;
  }
}

import { AppError } from '@docfleet/errors';
import type { Generation } from '@docfleet/pipeline/providers';
import type { EmbedderContext } from './context.ts';

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

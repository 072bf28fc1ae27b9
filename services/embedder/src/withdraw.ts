import { type ClaimedDocument, disownVectors, documentFileKeys } from '@docfleet/domain';
import type { NamespaceProviders } from '@docfleet/namespace-providers';
import type { EmbedderContext } from './context.ts';

const withdrawTimeoutMs = 10_000;

/**
 * After a failure: if the document was taken away meanwhile, what was written since is handed to whoever holds it, or removed where
 * it has been deleted. Its own failure is only told, as the work has failed for a reason of its own.
 */
export async function withdraw(
  { database, dispatcher, logger }: EmbedderContext,
  { claim, providers }: { claim: ClaimedDocument; providers: NamespaceProviders },
  vectorIds: readonly string[],
): Promise<void> {
  try {
    const { removeNow, jobs } = await disownVectors(database, claim, vectorIds);
    dispatcher.dispatch(jobs);
    if (!removeNow) return;
    const signal = AbortSignal.timeout(withdrawTimeoutMs);
    if (vectorIds.length > 0) await providers.vectorStore.remove(vectorIds, signal);
    await providers.fileStore.remove([documentFileKeys(claim.id, claim.revision).parsed], signal);
  } catch (error) {
    logger.error(
      { error, documentId: claim.id },
      'what was written for a lost document could not be withdrawn',
    );
  }
}

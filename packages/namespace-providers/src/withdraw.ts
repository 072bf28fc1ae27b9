import {
  type ClaimedDocument,
  type Database,
  type Dispatcher,
  disownWritten,
  documentFileKeys,
} from '@docfleet/domain';
import type { Logger } from '@docfleet/logging';
import type { NamespaceProviders } from './namespace-providers.ts';

const withdrawTimeoutMs = 10_000;

/**
 * For a worker that failed after it began to write: if the document was taken away meanwhile, what was written is handed to whoever
 * holds it, or removed where it has been deleted. `vectorIds` are those written since the document was last known to be held. A
 * failure of its own is only told, as the work has failed for another reason.
 */
export async function withdrawWritten(
  { database, dispatcher, logger }: { database: Database; dispatcher: Dispatcher; logger: Logger },
  { claim, providers }: { claim: ClaimedDocument; providers: NamespaceProviders },
  vectorIds: readonly string[] = [],
): Promise<void> {
  try {
    const { removeNow, jobs } = await disownWritten(database, claim, vectorIds);
    dispatcher.dispatch(jobs);
    if (!removeNow) return;
    const signal = AbortSignal.timeout(withdrawTimeoutMs);
    if (vectorIds.length > 0) await providers.vectorStore.remove(vectorIds, signal);
    await providers.fileStore.remove(Object.values(documentFileKeys(claim.id, claim.revision)), signal);
  } catch (error) {
    logger.error(
      { error, documentId: claim.id },
      'what was written for a lost document could not be withdrawn',
    );
  }
}

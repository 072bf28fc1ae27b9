import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@docfleet/domain/database';
import { type ClaimedDocument, documentFileKeys, recordLostWrites } from '@docfleet/domain/document';
import type { Dispatcher } from '@docfleet/domain/outbox';
import type { Logger } from '@docfleet/runtime/logging';
import type { NamespaceProviders } from './namespace-providers.ts';

const withdrawTimeoutMs = 10_000;
/** No other job removes what is left of a deleted document, so that an unavailable store is retried. */
const retryAfterMs = [0, 0, 1_000, 5_000, 15_000];

interface Writer {
  readonly database: Database;
  readonly dispatcher: Dispatcher;
  readonly logger: Logger;
}

interface Attempt {
  readonly claim: Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken'>;
  readonly providers: NamespaceProviders;
}

async function withdrawOnce(
  { database, dispatcher }: Writer,
  { claim, providers }: Attempt,
  vectorIds: readonly string[],
): Promise<void> {
  const { removeNow, jobs } = await recordLostWrites(database, claim, vectorIds);
  dispatcher.dispatch(jobs);
  if (!removeNow) return;
  const signal = AbortSignal.timeout(withdrawTimeoutMs);
  if (vectorIds.length > 0) await providers.vectorStore.remove(vectorIds, signal);
  await providers.fileStore.remove(Object.values(documentFileKeys(claim.id, claim.revision)), signal);
}

/**
 * For a worker that failed after it began to write: if the document was taken away meanwhile, what was written is handed to the worker that
 * holds it, or removed where it has been deleted. `vectorIds` are those written since the document was last known to be held. A
 * failure of its own is only logged, as the work has failed for another reason.
 */
export async function withdrawWritten(
  writer: Writer,
  attempt: Attempt,
  vectorIds: readonly string[] = [],
): Promise<void> {
  for (const waitMs of retryAfterMs) {
    try {
      if (waitMs > 0) await sleep(waitMs);
      return await withdrawOnce(writer, attempt, vectorIds);
    } catch (error) {
      const documentId = attempt.claim.id;
      writer.logger.error({ error, documentId }, 'what was written for a lost document was not withdrawn');
    }
  }
}

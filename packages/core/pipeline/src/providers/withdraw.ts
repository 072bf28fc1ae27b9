import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@docfleet/domain/database';
import { type ClaimedDocument, documentFileKeys, recordLostWrites } from '@docfleet/domain/document';
import type { Dispatcher } from '@docfleet/domain/outbox';
import type { Logger } from '@docfleet/runtime/logging';
import type { NamespaceProviders } from './namespace-providers.ts';

const withdrawTimeoutMs = 10_000;
/** Delays of the retries; many, because no other job removes the vectors of a deleted document. */
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
 * Withdraws the writes of a failed worker: if the document was taken over meanwhile, hands them to the worker that holds it; if it
 * was deleted, removes them. `vectorIds` are those written since the document was last known to be held. A failure here is only
 * logged, as the work has already failed for another reason.
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

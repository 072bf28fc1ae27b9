import { listVectors } from '@docfleet/domain/chunk';
import {
  claimForPurge,
  type DocumentToPurge,
  documentFilePrefix,
  rejectUntilPurged,
  releasePurge,
  removePurged,
} from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { Handler, PayloadOf, purgeDocuments } from '@docfleet/queues';
import type { EmbedderContext } from './context.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const filesAtATime = 1_000;

/** Removes all files whose keys begin with `prefix`; returns how many there were. */
export async function removeFiles(
  fileStore: FileStore,
  prefix: string,
  signal: AbortSignal,
): Promise<number> {
  let batch: string[] = [];
  let removed = 0;
  const flush = async () => {
    if (batch.length > 0) await fileStore.remove(batch, signal);
    removed += batch.length;
    batch = [];
  };
  for await (const key of fileStore.list(prefix, signal)) {
    batch.push(key);
    if (batch.length === filesAtATime) await flush();
  }
  await flush();
  return removed;
}

const documentsAtOnce = 16;

/**
 * Removes the vectors that the rows name, then asks the stores for others and removes those too. Resolves with whether none were
 * left: an eventually consistent store shows them at a later attempt.
 */
async function purge(
  { database }: EmbedderContext,
  { vectorStore, fileStore }: NamespaceProviders,
  { documentId, signal }: { documentId: string; signal: AbortSignal },
): Promise<boolean> {
  for await (const vectorIds of listVectors(database, { documentId }))
    await vectorStore.remove(vectorIds, signal);
  const prefix = documentFilePrefix(documentId);
  await removeFiles(fileStore, prefix, signal);
  const left = await vectorStore.idsOfDocument(documentId, signal);
  if (left.length > 0) await vectorStore.remove(left, signal);
  return left.length + (await removeFiles(fileStore, prefix, signal)) === 0;
}

/**
 * Purges one batch; the rows of those that are verified to be gone go last, the others are returned. Resolves with the first failure, so that the
 * batches after it are purged too; rejects where all have failed.
 */
async function purgeBatch(
  context: EmbedderContext,
  claims: readonly DocumentToPurge[],
  signal: AbortSignal,
): Promise<unknown> {
  const limit = limitConcurrency(documentsAtOnce);
  const purgeOne = async (claim: DocumentToPurge) => {
    const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
    return (await purge(context, providers, { documentId: claim.id, signal })) ? [claim] : [];
  };
  const outcomes = await Promise.allSettled(
    // All leases are kept from the beginning, also of those that wait for their turn.
    claims.map((claim) => context.leases.hold(claim, signal, () => limit(() => purgeOne(claim)))),
  );
  const gone = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  await removePurged(context.database, gone);
  await releasePurge(context.database, claims);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length === claims.length) throw failures[0];
  return failures[0];
}

/** Removes the vectors, files and rows of a range's deleted documents, a hundred at a time, and verifies that they are gone. */
export function purgeDocumentsHandler(context: EmbedderContext): Handler<PayloadOf<typeof purgeDocuments>> {
  return {
    async handle(range, signal) {
      let after: string | undefined;
      let failure: unknown;
      do {
        signal.throwIfAborted();
        const claims = await claimForPurge(context.database, range, after);
        const met = claims.length > 0 ? await purgeBatch(context, claims, signal) : undefined;
        failure ??= met;
        after = claims.at(-1)?.id;
      } while (after);
      if (failure !== undefined) throw failure;
      await rejectUntilPurged(context.database, range);
    },
    async onExhausted(range, error) {
      // The reconciler asks again: a store whose key was revoked keeps what is deleted hidden until its owner corrects it.
      context.logger.error({ error, ...range }, 'deleted documents could not be purged');
    },
  };
}

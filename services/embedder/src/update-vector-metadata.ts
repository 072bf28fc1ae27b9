import { findUnknownVectors, listVectors } from '@docfleet/domain/chunk';
import {
  claimForMetadata,
  completeMetadata,
  type DocumentWithNewMetadata,
  failMetadata,
  parseMetadata,
  rejectWhileHeld,
  requeueMetadata,
  returnMetadata,
} from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, updateVectorMetadata } from '@docfleet/queues';
import type { EmbedderContext } from './context.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const documentsAtOnce = 8;
const writeTimeoutMs = 60_000;

/**
 * Brings a document's metadata into its visible vectors. A write that was begun is not broken off when the document is taken
 * aborted: it would be unknown whether it still arrives.
 */
async function updateVectors(
  { database, providers }: EmbedderContext,
  claim: DocumentWithNewMetadata,
  held: AbortSignal,
): Promise<void> {
  const { id: documentId, activeRevision: revision } = claim;
  const { vectorStore } = await providers.open(claim.namespaceId, claim.namespaceVersion);
  const metadata = parseMetadata(claim.metadata);
  for await (const vectorIds of listVectors(database, { documentId, revision })) {
    held.throwIfAborted();
    await vectorStore.updateMetadata(vectorIds, metadata, AbortSignal.timeout(writeTimeoutMs));
  }
}

/** Vectors that were written again after their document had been purged go again. */
async function withdraw(
  { database, providers }: EmbedderContext,
  { id, namespaceId, namespaceVersion }: DocumentWithNewMetadata,
): Promise<void> {
  const { vectorStore } = await providers.open(namespaceId, namespaceVersion);
  const signal = AbortSignal.timeout(writeTimeoutMs);
  const unknown = await findUnknownVectors(database, id, await vectorStore.idsOfDocument(id, signal));
  if (unknown.length > 0) await vectorStore.remove(unknown, signal);
}

/** Records the completed documents; where another worker holds the document by now, makes sure that the newest metadata is written last. */
async function complete(context: EmbedderContext, done: readonly DocumentWithNewMetadata[]): Promise<void> {
  const ours = await completeMetadata(context.database, done);
  const lost = done.filter(({ id }) => !ours.has(id));
  if (lost.length === 0) return;
  await returnMetadata(context.database, lost, 'PROCESSING');
  await requeueMetadata(context.database, lost);
  for (const claim of lost) await withdraw(context, claim);
}

/**
 * Works on one batch; resolves with the first failure that a retry may resolve, so that the batches after it are worked on too. Rejects with it where
 * no document was done.
 */
async function updateBatch(
  context: EmbedderContext,
  claims: readonly DocumentWithNewMetadata[],
  signal: AbortSignal,
): Promise<AppError | undefined> {
  const limit = limitConcurrency(documentsAtOnce);
  // All leases are kept from the beginning, also of those that wait for their turn.
  const update = (claim: DocumentWithNewMetadata) =>
    context.leases.hold(claim, signal, (held) => limit(() => updateVectors(context, claim, held)));
  const outcomes = (await Promise.allSettled(claims.map(update))).map((outcome, index) => ({
    claim: claims[index] as DocumentWithNewMetadata,
    error: outcome.status === 'rejected' ? AppError.from(outcome.reason) : undefined,
  }));
  const claimsWhere = (fits: (error: AppError | undefined) => boolean) =>
    outcomes.filter(({ error }) => fits(error)).map(({ claim }) => claim);

  await complete(
    context,
    claimsWhere((error) => !error),
  );
  for (const { claim, error } of outcomes)
    if (error) context.logger.warn({ error, documentId: claim.id }, 'metadata of vectors was not updated');
  await returnMetadata(
    context.database,
    claimsWhere((error) => error?.retryable === false),
    'ERROR',
  );
  await returnMetadata(
    context.database,
    claimsWhere((error) => error?.retryable === true),
    'PROCESSING',
  );
  const failures = outcomes.flatMap(({ error }) => (error?.retryable ? [error] : []));
  if (failures.length > 0 && failures.length === claims.length) throw failures[0];
  return failures[0];
}

/** Brings changed metadata of a range of documents into the vector store, a hundred documents at a time. */
export function updateVectorMetadataHandler(
  context: EmbedderContext,
): Handler<PayloadOf<typeof updateVectorMetadata>> {
  return {
    async handle(range, signal) {
      for (let after: string | undefined, failure: AppError | undefined; ; ) {
        signal.throwIfAborted();
        const claims = await claimForMetadata(context.database, range, after);
        // Documents changed meanwhile are before `after`.
        if (claims.length === 0 && after === undefined) return await rejectWhileHeld(context.database, range);
        if (claims.length === 0 && failure) throw failure;
        const met = claims.length > 0 ? await updateBatch(context, claims, signal) : undefined;
        failure ??= met;
        after = claims.at(-1)?.id;
      }
    },
    onExhausted: (range) => failMetadata(context.database, range),
  };
}

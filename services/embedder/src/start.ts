import { jobsOf, startJobs } from '@docfleet/api/extension';
import {
  deleteStaleChunks,
  deleteUnusedContexts,
  findStaleChunks,
  listVectors,
} from '@docfleet/domain/chunk';
import { failureOf } from '@docfleet/domain/database';
import {
  claimForCleaning,
  claimForPurge,
  type DocumentToClean,
  type DocumentToPurge,
  documentFilePrefix,
  endCleaning,
  rejectUntilPurged,
  releaseCleaned,
  releasePurge,
  removePurged,
  revisionOfFile,
} from '@docfleet/domain/document';
import {
  classifyRefusal,
  findNamespaceVersion,
  isNamespaceQuiet,
  removeNamespaceRows,
} from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { type Resources, resourcesConfig } from '@docfleet/pipeline/resources';
import {
  cleanDocument,
  embedDocument,
  encodeKeywords,
  type Handler,
  maintainVectorStore,
  type PayloadOf,
  purgeDocuments,
  purgeNamespace,
  reembedNamespace,
  startWorker,
  updateVectorMetadata,
} from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import { createActiveOwners } from '@docfleet/runtime/fairness';
import type { Scope } from '@docfleet/runtime/service';
import { createSearchContext } from '@docfleet/search';
import type { VectorStore } from '@docfleet/vector-store';
import { z } from 'zod';
import { careConcurrency, createEmbedderContext, type EmbedderContext } from './context.ts';
import { embedDocumentHandler } from './embed-document.ts';
import { encodeKeywordsHandler } from './encode-keywords.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { maintainVectorStoreHandler } from './maintain-vector-store.ts';
import { purgeGeneration, reembedNamespaceHandler } from './reembed-namespace.ts';
import { updateVectorMetadataHandler } from './update-vector-metadata.ts';

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

/**
 * The files of contents that neither searches nor a new attempt need. A later revision is none of them: its file is stored before the
 * document knows of it. A previous revision never becomes visible again, so this stays true whatever happens meanwhile.
 */
async function findStaleFiles(
  keys: AsyncIterable<string>,
  { id, revision, contentRevision }: DocumentToClean,
): Promise<string[]> {
  const stale: string[] = [];
  for await (const key of keys) {
    const belongsTo = revisionOfFile(id, key);
    if (belongsTo < revision && belongsTo !== contentRevision) stale.push(key);
  }
  return stale;
}

async function clean(context: EmbedderContext, claim: DocumentToClean, signal: AbortSignal): Promise<void> {
  const { vectorStore, fileStore } = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const stale = await findStaleChunks(context.database, claim);
  if (stale.vectorIds.length > 0) await vectorStore.remove(stale.vectorIds, signal);
  // Rows go last: until then they record what is left to remove.
  await deleteStaleChunks(context.database, claim, stale);
  const files = await findStaleFiles(fileStore.list(documentFilePrefix(claim.id), signal), claim);
  if (files.length > 0) await fileStore.remove(files, signal);
  await deleteUnusedContexts(context.database, claim.id);
  await endCleaning(context.database, claim);
}

/** Removes what only previous contents of a document had. Searches do not see it any more. */
export function cleanDocumentHandler(context: EmbedderContext): Handler<PayloadOf<typeof cleanDocument>> {
  return {
    async handle({ documentId }, signal) {
      const claim = await claimForCleaning(context.database, documentId);
      if (!claim) return;
      try {
        await context.leases.hold(claim, signal, (held) => clean(context, claim, held));
      } catch (cause) {
        throw await classifyRefusal(context.database, claim, failureOf(cause));
      } finally {
        await releaseCleaned(context.database, claim);
      }
    },
    async onExhausted({ documentId }, error) {
      context.logger.error({ error, documentId }, 'previous contents of a document could not be removed');
    },
  };
}

const purgeTimeoutMs = 10 * 60_000;
const settleRetryMs = 2_000;

const notEmptyYet = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The namespace is not empty yet', {
    details: { retryAfterMs: settleRetryMs },
  });

/** Verifies that another removal finds nothing; a retry removes the rest. */
async function verifyEmpty(
  vectorStore: VectorStore,
  fileStore: FileStore,
  signal: AbortSignal,
): Promise<void> {
  const [vectors, files] = await Promise.all([vectorStore.count(signal), fileStore.purge(signal)]);
  if (vectors + files > 0) throw notEmptyYet();
}

/** Removes vectors and files, verifies that they are gone, then the rows; only then the name is free again. */
export function purgeNamespaceHandler(context: EmbedderContext): Handler<PayloadOf<typeof purgeNamespace>> {
  return {
    async handle({ namespaceId }, stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(purgeTimeoutMs)]);
      const version = await findNamespaceVersion(context.database, namespaceId, 'DELETING');
      if (version === undefined) return;
      const providers = await context.providers.open(namespaceId, version);
      const { fileStore, current, previous } = providers;
      // Read before the purge: what a late writer adds is purged by the next attempt.
      const quiet = await isNamespaceQuiet(context.database, namespaceId);
      await current.vectorStore.purge(signal);
      const previousVectors = previous ? await purgeGeneration(context, previous, signal) : 0;
      await fileStore.purge(signal);
      if (!quiet || previousVectors > 0) throw notEmptyYet();
      await verifyEmpty(current.vectorStore, fileStore, signal);
      await removeNamespaceRows(context.database, namespaceId);
      context.logger.info({ namespaceId }, 'namespace purged');
    },
    async onExhausted({ namespaceId }, error) {
      // The reconciler asks again: a store whose key was revoked keeps the namespace in DELETING until its owner corrects it.
      context.logger.error({ error, namespaceId }, 'namespace could not be purged');
    },
  };
}

export const embedderSettings = {
  EMBED_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(240)
    .describe('Documents an embedder works on at once; those of one namespace get at most four fifths'),
};

export const embedderConfig = z.object({ ...resourcesConfig, ...embedderSettings });

/** Purges of namespaces and maintenance are long and rare. */
const rareConcurrency = 2;

const cleanConcurrency = 16;

/** Starts the embedder's workers; they stop when the scope closes. */
export function startEmbedder(
  scope: Scope,
  resources: Resources,
  { concurrency }: { concurrency: number },
): void {
  const context = createEmbedderContext(scope, resources);
  const { workerOptions } = resources;
  const rare = { ...workerOptions, concurrency: rareConcurrency };
  const care = { ...workerOptions, concurrency: careConcurrency };
  const workers = [
    startWorker(embedDocument, embedDocumentHandler(context), { ...workerOptions, concurrency }),
    startWorker(cleanDocument, cleanDocumentHandler(context), {
      ...workerOptions,
      concurrency: cleanConcurrency,
    }),
    startWorker(updateVectorMetadata, updateVectorMetadataHandler(context), care),
    startWorker(purgeDocuments, purgeDocumentsHandler(context), care),
    startWorker(purgeNamespace, purgeNamespaceHandler(context), rare),
    startWorker(reembedNamespace, reembedNamespaceHandler(context), rare),
    startWorker(encodeKeywords, encodeKeywordsHandler(context), rare),
    startWorker(maintainVectorStore, maintainVectorStoreHandler(context), rare),
  ];
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
  startJobs(scope, jobsOf(extensions, 'embedder'), {
    ...resources,
    workerOptions: rare,
    ...createSearchContext(resources, createActiveOwners()),
    priceTable: resources.providerSettings.priceTable,
    onAnswerJudged: resources.metrics.answerJudged,
  });
}

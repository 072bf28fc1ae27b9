import { findNamespaceVersion, isNamespaceQuiet, removeNamespaceRows } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import type { Handler, PayloadOf, purgeNamespace } from '@docfleet/queues';
import type { VectorStore } from '@docfleet/vector-store';
import type { EmbedderContext } from './context.ts';
import { purgeGeneration } from './reembed-namespace.ts';

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

import { findExistingDocuments } from '@docfleet/domain/consistency';
import { findNamespaceVersion } from '@docfleet/domain/namespace';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { Handler, maintainVectorStore, PayloadOf } from '@docfleet/queues';
import { LRUCache } from 'lru-cache';
import type { EmbedderContext } from './context.ts';

const maintenanceTimeoutMs = 30 * 60_000;
const hourMs = 3_600_000;
const maxRemembered = 100_000;

/** Returns whether something is due for a namespace; it then is not for a while. */
function createReminder(everyMs: number): (namespaceId: string) => boolean {
  const done = new LRUCache<string, true>({ max: maxRemembered, ttl: everyMs });
  return (namespaceId) => {
    if (done.has(namespaceId)) return false;
    done.set(namespaceId, true);
    return true;
  };
}

/** Searches the bytes of the store's files on this machine for deleted documents, and reports the findings. */
async function verifyErasure(
  { database, logger, metrics }: EmbedderContext,
  { vectorStore }: NamespaceProviders,
  { namespaceId, signal }: { readonly namespaceId: string; readonly signal: AbortSignal },
): Promise<void> {
  const findExisting = (ids: readonly string[]) => findExistingDocuments(database, namespaceId, ids);
  const remains = await vectorStore.findRemains(findExisting, signal);
  metrics.erasureVerified(remains);
  if (remains.files === 0) return;
  logger.error({ namespaceId, ...remains }, 'files still hold what was deleted: they are written anew');
  await vectorStore.maintain(signal, true);
}

/**
 * Runs the maintenance of a namespace's vector store; each hour removes remains of killed writers from its file store, and each day
 * verifies that no file holds deleted data. The next round comes by itself, so a failure is only logged.
 */
export function maintainVectorStoreHandler(
  context: EmbedderContext,
): Handler<PayloadOf<typeof maintainVectorStore>> {
  const isSweepDue = createReminder(hourMs);
  const isVerificationDue = createReminder(24 * hourMs);
  return {
    async handle({ namespaceId }, stopping) {
      const version = await findNamespaceVersion(context.database, namespaceId, 'ACTIVE');
      if (version === undefined) return;
      const providers = await context.providers.open(namespaceId, version);
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(maintenanceTimeoutMs)]);
      await providers.vectorStore.maintain(signal);
      if (isSweepDue(namespaceId)) await providers.fileStore.sweep(signal);
      if (isVerificationDue(namespaceId)) await verifyErasure(context, providers, { namespaceId, signal });
    },
    async onExhausted({ namespaceId }, error) {
      context.logger.warn({ error, namespaceId }, 'the stores of a namespace were not maintained');
    },
  };
}

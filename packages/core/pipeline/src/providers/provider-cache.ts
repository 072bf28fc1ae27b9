import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@docfleet/domain/database';
import { type ClaimedDocument, documentFileKeys, recordLostWrites } from '@docfleet/domain/document';
import { readNamespaceSettings, recordCapabilities } from '@docfleet/domain/namespace';
import type { Dispatcher } from '@docfleet/domain/outbox';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import type { Vault } from '@docfleet/secrets';
import { LRUCache } from 'lru-cache';
import {
  closeProviders,
  type NamespaceProviders,
  openProviders,
  type ProviderSettings,
} from './namespace-providers.ts';

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

/** The providers of all namespaces that a process works for, each opened once for a version of its configuration. */
export interface NamespaceProviderCache {
  /** Opens the configuration of this version or a later one; rejects with NAMESPACE_NOT_FOUND when the namespace is gone. */
  open(namespaceId: string, version: number): Promise<NamespaceProviders>;
  close(): Promise<void>;
}

const maxOpen = 200;
/** Time for which replaced providers stay open for the work that began with them. */
const retireAfterMs = 120_000;

/** Opens a cache for one process. */
export function createNamespaceProviderCache(
  database: Database,
  vault: Vault,
  { logger, ...settings }: ProviderSettings & { readonly logger: Logger },
): NamespaceProviderCache {
  const opened = new LRUCache<string, { version: number; providers: Promise<NamespaceProviders> }>({
    max: maxOpen,
    // What was deleted could not be opened, or is closed at once.
    dispose: ({ providers }, _namespaceId, reason) => reason !== 'delete' && retire(providers),
  });
  const retired = new Map<NodeJS.Timeout, Promise<NamespaceProviders>>();

  /** Runs in the background: capabilities that are not stored are detected again. */
  const onLearned: ProviderSettings['onLearned'] = (namespaceId, found) =>
    void recordCapabilities(database, namespaceId, found).catch((error: unknown) =>
      logger.warn({ error, namespaceId }, 'what a server of models takes could not be stored'),
    );

  async function openNow(namespaceId: string): Promise<NamespaceProviders> {
    const found = await readNamespaceSettings(database, vault, namespaceId);
    if (!found) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
    return openProviders(found, { ...settings, onLearned });
  }

  function retire(providers: Promise<NamespaceProviders>): void {
    const timer = setTimeout(() => {
      retired.delete(timer);
      void closeOpened(providers);
    }, retireAfterMs).unref();
    retired.set(timer, providers);
  }

  return {
    open(namespaceId, version) {
      const known = opened.get(namespaceId);
      // Callers that read an older version get the newer one: two of a namespace would be opened in turn, repeatedly.
      if (known && known.version >= version) return known.providers;
      const providers = openNow(namespaceId);
      opened.set(namespaceId, { version, providers });
      providers.catch(() => opened.peek(namespaceId)?.providers === providers && opened.delete(namespaceId));
      return providers;
    },
    async close() {
      const all = [...opened.values()].map((entry) => entry.providers).concat([...retired.values()]);
      for (const timer of retired.keys()) clearTimeout(timer);
      opened.clear();
      retired.clear();
      await Promise.all(all.map(closeOpened));
    },
  };
}

async function closeOpened(opening: Promise<NamespaceProviders>): Promise<void> {
  const [outcome] = await Promise.allSettled([opening]);
  if (outcome.status === 'fulfilled') await closeProviders(outcome.value);
}

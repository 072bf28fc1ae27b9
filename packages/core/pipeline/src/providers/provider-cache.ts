import type { Database } from '@docfleet/domain/database';
import { readNamespaceSettings, recordCapabilities } from '@docfleet/domain/namespace';
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
    // The providers of a deleted entry could not be opened, or are closed at once.
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

import { type Database, type NamespaceConfigs, readNamespaceSettings } from '@docfleet/domain';
import type { Egress } from '@docfleet/egress';
import { type Embedder, openEmbedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import { type FileStore, openFileStore } from '@docfleet/file-store';
import type { Vault } from '@docfleet/secrets';
import { openVectorStore, type VectorStore } from '@docfleet/vector-store';

/** A namespace's own model and stores, opened with its credentials. */
export interface NamespaceProviders {
  readonly configs: NamespaceConfigs;
  readonly embedder: Embedder;
  readonly vectorStore: VectorStore;
  readonly fileStore: FileStore;
}

export interface ProviderSettings {
  readonly egress: Egress;
  /** Where the operator keeps the LOCAL files and the LANCEDB tables. */
  readonly localFilesDirectory: string;
  readonly lancedbUri: string;
}

/** Opens what configurations name; parses them, so that a wrong one rejects here. */
export function openProviders(
  namespaceId: string,
  configs: NamespaceConfigs,
  settings: ProviderSettings,
): NamespaceProviders {
  const { egress, lancedbUri, localFilesDirectory } = settings;
  return {
    configs,
    embedder: openEmbedder(configs['embeddingModelConfig'], { egress }),
    vectorStore: openVectorStore(configs['vectorStorageConfig'], { namespaceId, egress, lancedbUri }),
    fileStore: openFileStore(configs['fileStorageConfig'], { namespaceId, egress, localFilesDirectory }),
  };
}

/** Lets go of what was opened. */
export async function closeProviders({ vectorStore, fileStore }: NamespaceProviders): Promise<void> {
  fileStore.close();
  await vectorStore.close();
}

/** The providers of all namespaces that a process works for, each opened once for a version of its configuration. */
export interface NamespaceProviderCache {
  /** Rejects with NAMESPACE_NOT_FOUND when the namespace is gone. */
  open(namespaceId: string, version: number): Promise<NamespaceProviders>;
  close(): Promise<void>;
}

const mostOpen = 200;
/** Work in flight keeps the providers it began with for at least so long after they were replaced. */
const retireAfterMs = 120_000;

/** Opens a cache for one process. */
export function createNamespaceProviderCache(
  database: Database,
  vault: Vault,
  settings: ProviderSettings,
): NamespaceProviderCache {
  const opened = new Map<string, { version: number; providers: Promise<NamespaceProviders> }>();
  const retired = new Map<NodeJS.Timeout, Promise<NamespaceProviders>>();

  async function openNow(namespaceId: string): Promise<NamespaceProviders> {
    const found = await readNamespaceSettings(database, vault, namespaceId);
    if (!found) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
    return openProviders(namespaceId, found.configs, settings);
  }

  function retire(namespaceId: string): void {
    const entry = opened.get(namespaceId);
    if (!entry) return;
    opened.delete(namespaceId);
    const timer = setTimeout(() => {
      retired.delete(timer);
      void closeOpened(entry.providers);
    }, retireAfterMs).unref();
    retired.set(timer, entry.providers);
  }

  return {
    open(namespaceId, version) {
      const known = opened.get(namespaceId);
      if (known && known.version === version) {
        // The most recently used stays longest: a Map remembers the order of insertion.
        opened.delete(namespaceId);
        opened.set(namespaceId, known);
        return known.providers;
      }
      retire(namespaceId);
      const providers = openNow(namespaceId);
      opened.set(namespaceId, { version, providers });
      providers.catch(() => opened.get(namespaceId)?.providers === providers && opened.delete(namespaceId));
      const [oldest] = opened.keys();
      if (opened.size > mostOpen && oldest) retire(oldest);
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

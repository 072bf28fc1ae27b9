import { createRegistry, type OperatorSettings } from '@docfleet/provider';
import type { z } from 'zod';
import { lancedb } from './providers/lancedb/index.ts';
import { pgvector } from './providers/pgvector/index.ts';
import { pinecone } from './providers/pinecone/index.ts';
import { qdrant } from './providers/qdrant/index.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [pinecone, lancedb, pgvector, qdrant]);

/** A namespace's `vectorStorageConfig`. */
export const vectorStorageConfig = registry.config;
export type VectorStorageConfig = z.output<typeof vectorStorageConfig>;

/** Names of the providers, as `provider` has them. */
export const vectorStorageProviders = registry.names;

/** Opens the store of one namespace. Hold one for each namespace: it keeps connections, handles and batches. Throws a ZodError when the configuration names none. */
export const openVectorStore = registry.open;

export const { providers } = registry;

/** The operator's settings of all providers. */
export const vectorStoreSettings = registry.settings;

/** Returns the folders of this machine in which stores keep vectors: each generation of a namespace is an entry below, called by `generationName` and an extension. */
export const localVectorFolders = (settings: OperatorSettings | undefined): string[] =>
  providers.flatMap((provider) => ('localFolder' in provider ? (provider.localFolder(settings) ?? []) : []));

/**
 * Keeps the folder of a configured store for this machine until the returned function is called. Rejects with PROVIDER_UNAVAILABLE
 * while another machine uses it; resolves at once for stores without a folder.
 */
export async function holdLocalFolder(
  { provider: name }: { readonly provider?: unknown } = {},
  settings: OperatorSettings | undefined,
): Promise<() => void> {
  const provider = providers.find(({ config }) => config.shape.provider.value === name);
  return provider && 'holdFolder' in provider ? provider.holdFolder(settings) : () => undefined;
}

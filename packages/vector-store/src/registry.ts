import { z } from 'zod';
import type { VectorStore, VectorStoreContext } from './provider.ts';
import { lancedb } from './providers/lancedb/index.ts';
import { pinecone } from './providers/pinecone/index.ts';

/** To add a provider: write its folder, then name it here. */
export const providers = { PINECONE: pinecone, LANCEDB: lancedb };

/** A namespace's `vectorStorageConfig`. */
export const vectorStorageConfig = z.discriminatedUnion('provider', [pinecone.config, lancedb.config]);

export type VectorStorageConfig = z.output<typeof vectorStorageConfig>;

/** Opens the store of one namespace from its stored configuration. Hold one for each namespace: it keeps connections, handles and batches. */
export function openVectorStore(config: unknown, context: VectorStoreContext): VectorStore {
  const { provider } = vectorStorageConfig.parse(config);
  return providers[provider].open(config, context);
}

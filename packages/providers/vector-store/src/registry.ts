import { z } from 'zod';
import type { VectorStore, VectorStoreContext } from './provider.ts';
import { lancedb } from './providers/lancedb/index.ts';
import { pinecone } from './providers/pinecone/index.ts';

/** To add a provider: write its folder, then name it here. */
export const providers = [pinecone, lancedb] as const;

type ConfigsOf<Providers extends readonly { readonly config: z.ZodType }[]> = {
  -readonly [Index in keyof Providers]: Providers[Index]['config'];
};

/** A namespace's `vectorStorageConfig`. */
export const vectorStorageConfig = z.discriminatedUnion(
  'provider',
  // `map` forgets which config stands where.
  providers.map(({ config }) => config) as ConfigsOf<typeof providers>,
);

/** The names of the providers, as `provider` has them. */
export const vectorStorageProviders = providers.map(({ config }) => config.shape.provider.value);

const byName = new Map(providers.map((provider) => [provider.config.shape.provider.value, provider]));

export type VectorStorageConfig = z.output<typeof vectorStorageConfig>;

/** Opens the store of one namespace from its stored configuration. Hold one for each namespace: it keeps connections, handles and batches. */
export function openVectorStore(config: unknown, context: VectorStoreContext): VectorStore {
  const { provider } = vectorStorageConfig.parse(config);
  // The union has exactly the providers of the map.
  return (byName.get(provider) as (typeof providers)[number]).open(config, context);
}

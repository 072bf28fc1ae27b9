import { z } from 'zod';
import type { Embedder, EmbeddingContext } from './provider.ts';
import { cohere } from './providers/cohere/index.ts';
import { jina } from './providers/jina/index.ts';
import { local } from './providers/local/index.ts';
import { openai } from './providers/openai/index.ts';

/** To add a provider: write its folder, then name it here. */
export const providers = [openai, cohere, jina, local] as const;

type ConfigsOf<Providers extends readonly { readonly config: z.ZodType }[]> = {
  -readonly [Index in keyof Providers]: Providers[Index]['config'];
};

/** A namespace's `embeddingModelConfig`, as requests bring it and as it is stored. */
export const embeddingModelConfig = z.discriminatedUnion(
  'provider',
  // `map` forgets which config stands where.
  providers.map(({ config }) => config) as ConfigsOf<typeof providers>,
);
export type EmbeddingModelConfig = z.output<typeof embeddingModelConfig>;

/** The names of the providers, as `provider` has them. */
export const embeddingProviders = providers.map(({ config }) => config.shape.provider.value);

const byName = new Map(providers.map((provider) => [provider.config.shape.provider.value, provider]));

/** Opens the embedder that a namespace's stored configuration describes; throws a ZodError when it describes none. */
export function openEmbedder(config: unknown, context: EmbeddingContext): Embedder {
  const { provider } = embeddingModelConfig.parse(config);
  // The union has exactly the providers of the map.
  return (byName.get(provider) as (typeof providers)[number]).open(config, context);
}

import { createRegistry } from '@docfleet/provider';
import type { z } from 'zod';
import { cohere } from './providers/cohere/index.ts';
import { jina } from './providers/jina/index.ts';
import { local } from './providers/local/index.ts';
import { openai } from './providers/openai/index.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [openai, cohere, jina, local]);

/** A namespace's `embeddingModelConfig`, as requests have it and as it is stored. */
export const embeddingModelConfig = registry.config;
export type EmbeddingModelConfig = z.output<typeof embeddingModelConfig>;

/** Names of the providers, as `provider` has them. */
export const embeddingProviders = registry.names;

/** Opens the embedder of a stored configuration. Throws a ZodError when it names none. */
export const openEmbedder = registry.open;

export const { providers } = registry;

/** The operator's settings of all providers. */
export const embeddingSettings = registry.settings;

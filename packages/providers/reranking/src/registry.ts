import { createRegistry } from '@docfleet/provider';
import type { z } from 'zod';
import { cohere } from './providers/cohere.ts';
import { compatible } from './providers/compatible.ts';
import { jina } from './providers/jina.ts';
import { local } from './providers/local.ts';
import { voyage } from './providers/voyage.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [local, cohere, jina, voyage, compatible]);

/** A namespace's `rerankConfig`, as requests have it and as it is stored. */
export const rerankConfig = registry.config;
export type RerankConfig = z.output<typeof rerankConfig>;

/** Opens the reranker of a stored configuration. Throws a ZodError when it names none. */
export const openReranker = registry.open;

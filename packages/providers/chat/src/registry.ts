import { createRegistry } from '@docfleet/provider';
import type { z } from 'zod';
import { cohere } from './providers/cohere.ts';
import { openai } from './providers/openai.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [openai, cohere]);

/** A namespace's `chatModelConfig`, as requests have it and as it is stored. */
export const chatModelConfig = registry.config;
export type ChatModelConfig = z.output<typeof chatModelConfig>;

/** Opens the model of a stored configuration. Throws a ZodError when it names none. */
export const openChatModel = registry.open;

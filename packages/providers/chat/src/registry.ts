import { z } from 'zod';
import type { ChatContext, ChatModel } from './provider.ts';
import { cohere } from './providers/cohere.ts';
import { openai } from './providers/openai.ts';

/** To add a provider: write its file, then name it here. */
export const providers = { OPENAI: openai, COHERE: cohere };

/** A namespace's `chatModelConfig`, as requests bring it and as it is stored. */
export const chatModelConfig = z.discriminatedUnion('provider', [openai.config, cohere.config]);
export type ChatModelConfig = z.output<typeof chatModelConfig>;

/** Opens the model that a stored configuration describes; throws a ZodError when it describes none. */
export function openChatModel(config: unknown, context: ChatContext): ChatModel {
  const { provider } = chatModelConfig.parse(config);
  return providers[provider].open(config, context);
}

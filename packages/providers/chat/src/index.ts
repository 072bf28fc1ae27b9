import type { ChatModel } from './provider.ts';

export type {
  ChatContext,
  ChatEndReason,
  ChatMessage,
  ChatModel,
  ChatPart,
  ChatRequest,
  ChatUsage,
} from './provider.ts';
export { type ChatModelConfig, chatModelConfig, openChatModel } from './registry.ts';

/** Has the model write a word, so that a wrong key, model or address is known before questions depend on it. */
export async function checkChatModel(model: ChatModel, signal: AbortSignal): Promise<void> {
  const messages = [{ role: 'user', content: 'Answer with the word ok.' }] as const;
  // Some vendors refuse fewer tokens.
  for await (const _part of model.complete({ messages, maxTokens: 16 }, signal));
}

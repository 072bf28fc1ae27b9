import type { ChatModel, ChatRequest, ChatUsage } from './provider.ts';

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

/** Characters per token, an estimate for vendors that report no token counts. */
const charactersOfToken = 4;

/** Estimates the tokens of a request that its vendor did not count, from the characters that were read and written. */
export const estimateUsage = ({ messages }: Pick<ChatRequest, 'messages'>, written: number): ChatUsage => ({
  inputTokens: Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / charactersOfToken),
  outputTokens: Math.ceil(written / charactersOfToken),
});

/** Has the model write a word, so that a wrong key, model or address is known before questions depend on it. */
export async function checkChatModel(model: ChatModel, signal: AbortSignal): Promise<void> {
  const messages = [{ role: 'user', content: 'Answer with the word ok.' }] as const;
  // Some vendors refuse fewer tokens.
  for await (const _part of model.complete({ messages, maxTokens: 16 }, signal));
}

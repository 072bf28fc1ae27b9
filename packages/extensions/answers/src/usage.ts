import { type ChatMessage, type ChatUsage, estimateUsage } from '@docfleet/chat';

/** Tokens of requests to a chat model, and whether they are estimated because the vendor did not count them. */
export type Usage = ChatUsage & { readonly isEstimated: boolean };

export const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, isEstimated: false };

/** Returns the tokens that the vendor counted, or an estimate from the messages and the number of characters written. */
export const usageOf = (
  counted: ChatUsage | undefined,
  messages: readonly ChatMessage[],
  written: number,
): Usage =>
  counted
    ? { ...counted, isEstimated: false }
    : { ...estimateUsage({ messages }, written), isEstimated: true };

/** Adds the tokens of two requests. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  isEstimated: a.isEstimated || b.isEstimated,
});

import type { Egress } from '@docfleet/egress';
import { type Provider, providersOf } from '@docfleet/provider';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Maximum of tokens that the model writes; the answer then ends with `length`. */
  readonly maxTokens: number;
}

/** Tokens as the vendor counted them. */
export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Reason why a model stopped writing: it was done, it had written `maxTokens`, or it or a filter of its vendor refused. */
export type ChatEndReason = 'stop' | 'length' | 'refusal';

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  /** The last part, always there. `usage` is undefined where the vendor does not count. */
  | { readonly type: 'end'; readonly reason: ChatEndReason; readonly usage: ChatUsage | undefined };

/** Writes texts. Never retries: the caller decides whether another attempt is worth its price. */
export interface ChatModel {
  /** Name of the provider in the configuration, such as `OPENAI`. */
  readonly provider: string;
  readonly model: string;
  /**
   * Streams the answer; reads from the vendor only as fast as the parts are taken, and ends the request when the iteration ends.
   * Rejects with PROVIDER_REJECTED (naming the setting), PROVIDER_RATE_LIMITED or PROVIDER_UNAVAILABLE; also when the stream is
   * late, cut off or ends without saying why. Once `signal` is aborted: with its reason.
   */
  complete(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatPart>;
}

/** Milliseconds that a vendor may take; the time in which the caller does not read is not counted. */
export interface ChatTimeouts {
  /** Milliseconds until the first part: a model may have to be loaded, and reads the prompt. */
  readonly firstPartMs: number;
  /** Between two parts. */
  readonly nextPartMs: number;
  /** Milliseconds for all parts together. */
  readonly totalMs: number;
}

export interface ChatContext {
  readonly egress: Pick<Egress, 'fetch'>;
  /** The operator's stand-ins for the vendors' public addresses (a proxy, an emulator): never a tenant's. */
  readonly endpoints?: { readonly openai?: string; readonly cohere?: string };
  readonly timeouts?: Partial<ChatTimeouts>;
  /** The configuration that refusals name; `chatModelConfig` unless given. */
  readonly setting?: string;
}

export type ChatProvider = Provider<ChatContext, ChatModel>;

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineChatProvider = providersOf<ChatContext, ChatModel>();

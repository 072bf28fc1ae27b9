import type { Egress } from '@docfleet/egress';
import { type OperatorSettings, type Provider, providersOf } from '@docfleet/provider';
import type { CapabilityContext, EmbeddingCapabilities } from './capabilities.ts';

/** Limits of one request to a provider, and of concurrent requests. The caller batches by them; an adapter does not. */
export interface EmbeddingLimits {
  readonly inputsPerRequest: number;
  /** Tokens of all inputs of a request together, counted as cl100k_base. */
  readonly tokensPerRequest: number;
  /** Longest input that the model reads to its end, in cl100k_base tokens, with a margin where its own tokenizer differs. */
  readonly tokensPerInput: number;
  readonly concurrentRequests: number;
}

/** Some models embed questions and passages differently. */
export type EmbeddingPurpose = 'document' | 'query';

/** Turns texts into vectors. Never retries: the queue does. */
export interface Embedder {
  readonly model: string;
  /** Undefined for a model that is not known before it has answered once. */
  readonly dimensions: number | undefined;
  readonly limits: EmbeddingLimits;
  /** Set where vectors are computed on this machine, and no vendor is waited for. */
  readonly isLocal?: true;
  /** The languages that it reads, as ISO 639-1 codes; undefined where they are many or not known. */
  readonly languages?: readonly string[];
  /**
   * Set where the cosine of a question and a text shows by itself how much they have in common: near 0 for unrelated ones, as measured
   * for the model. Many models return .7 and more for any two texts.
   */
  readonly cosineShowsRelevance?: true;
  /** Default weights of semantic and keyword scores, for models that were measured to find more with keywords; the sum is 1. */
  readonly defaultWeights?: { readonly semanticWeight: number; readonly keywordWeight: number };
  /**
   * One vector of unit length per text, in order.
   * Rejects with PROVIDER_REJECTED (naming the setting), PROVIDER_RATE_LIMITED or PROVIDER_UNAVAILABLE; also when an
   * answer has too few vectors, another dimension, or a number that is none. Once `signal` is aborted: with its reason.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<Float32Array[]>;
  /** Capabilities of a server whose limits cannot be looked up; undefined for vendors that publish theirs. */
  readonly capabilities?: EmbeddingCapabilities | undefined;
  /** Finds them out with some small requests, as far as the server answers before `signal` is aborted. Never rejects. */
  probe?(signal: AbortSignal): Promise<void>;
  /** Notes what a caller found out by requests of its own: `limits` follow. */
  learn?(found: EmbeddingCapabilities): void;
}

export interface EmbeddingContext extends CapabilityContext<EmbeddingCapabilities> {
  readonly egress: Egress;
  /** Settings of the operator, of which each provider reads its own. */
  readonly settings?: OperatorSettings | undefined;
  /** The operator's stand-ins for the vendors' public addresses (a proxy, an emulator): never a tenant's. */
  readonly endpoints?: { readonly openai?: string; readonly cohere?: string; readonly jina?: string };
  /** Milliseconds for one request; `requestDeadlineMs` by default. */
  readonly deadlineMs?: number;
}

export type EmbeddingProvider = Provider<EmbeddingContext, Embedder>;

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineEmbeddingProvider = providersOf<EmbeddingContext, Embedder>();

/** Embeds one word, so that a wrong key, model or address is known before documents depend on it. Returns the model's dimension. */
export async function checkEmbedder(embedder: Embedder, signal: AbortSignal): Promise<number> {
  const [vector] = await embedder.embed(['test'], 'query', signal);
  return vector?.length ?? 0;
}

import type { Egress } from '@docfleet/egress';
import type { CapabilityContext } from '@docfleet/embedding/vendor';
import { type Provider, providersOf } from '@docfleet/provider';
import { z } from 'zod';

/** Capabilities of a rerank server; absent ones are not known. */
export const rerankCapabilities = z.object({ textsPerRequest: z.int().min(1).optional() });
export type RerankCapabilities = z.output<typeof rerankCapabilities>;

/** Judges how well texts answer a query, both read together. Never retries: a search goes on without it. */
export interface Reranker {
  readonly model: string;
  /** Texts that it judges at once, in as many requests as the server needs. */
  readonly mostTexts: number;
  /** Whether its relevances, which are cosines, order texts better together with the scores of the search than alone. */
  readonly complementsScore?: boolean;
  /**
   * One relevance per text, in the order of the texts; the higher the better, in 0..1 where the vendor says so. Undefined for a text that the
   * vendor does not judge while it judges others.
   * Rejects with PROVIDER_REJECTED (naming the setting), PROVIDER_RATE_LIMITED or PROVIDER_UNAVAILABLE; also when an
   * answer lacks a text or has a number that is none. Once `signal` is aborted: with its reason.
   */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<(number | undefined)[]>;
  /** Capabilities of a server whose limits cannot be looked up. */
  readonly capabilities?: RerankCapabilities | undefined;
  /** Finds them out with some small requests, as far as the server answers before `signal` is aborted. Never rejects. */
  probe?(signal: AbortSignal): Promise<void>;
}

export interface RerankContext extends CapabilityContext<RerankCapabilities> {
  readonly egress: Egress;
  /** The operator's stand-ins for the vendors' public addresses (a proxy, an emulator): never a tenant's. */
  readonly endpoints?: { readonly cohere?: string; readonly jina?: string; readonly voyage?: string };
}

export type RerankProvider = Provider<RerankContext, Reranker>;

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineRerankProvider = providersOf<RerankContext, Reranker>();

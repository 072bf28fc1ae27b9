import type { Egress } from '@docfleet/egress';
import type { Index } from '@pinecone-database/pinecone';
import { fromResponse, fromThrown } from './errors.ts';

const deadlineMs = 30_000;

export interface PineconeTarget {
  readonly apiKey: string;
  readonly indexHost: string;
  readonly namespace: string;
  readonly egress: Egress;
}

/** Fields of the index's description that the SDK drops. */
interface RawStats {
  readonly metric?: string;
  readonly dimension?: number;
}

export interface PineconeClient {
  /** One call of the SDK, with a deadline and the caller's signal; rejects with an AppError. */
  call<Result>(signal: AbortSignal, action: (index: Index) => Promise<Result>): Promise<Result>;
  /** The last description of the index as it came over the wire. */
  rawStats(): RawStats | undefined;
}

/**
 * The SDK takes no signal, retries by itself, and hides statuses and Retry-After; the fetch that it is given
 * makes up for it: it throws before the SDK sees a status that it would retry.
 */
export function createPineconeClient({
  apiKey,
  indexHost,
  namespace,
  egress,
}: PineconeTarget): PineconeClient {
  let stats: RawStats | undefined;

  const fetchWith =
    (signal: AbortSignal): typeof globalThis.fetch =>
    async (input, init) => {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      // The key would go along to wherever a host redirects.
      const response = await egress.fetch(input, { ...init, redirect: 'manual', signal: deadline });
      if (!response.ok) throw await fromResponse(response, apiKey);
      if (String(input).endsWith('/describe_index_stats'))
        stats = (await response.clone().json()) as RawStats;
      return response;
    };

  return {
    async call(signal, action) {
      signal.throwIfAborted();
      // Loaded at the first use: it is hundreds of modules.
      const { Pinecone } = await import('@pinecone-database/pinecone');
      const sdk = new Pinecone({ apiKey, fetchApi: fetchWith(signal), maxRetries: 0 });
      try {
        return await action(sdk.index({ host: indexHost, namespace }));
      } catch (error) {
        throw fromThrown(error, signal);
      }
    },
    rawStats: () => stats,
  };
}

import type { Egress } from '@docfleet/egress';
import { requestInTime, vendorFetch } from '@docfleet/provider';
import type { Index } from '@pinecone-database/pinecone';
import { pineconeError } from './errors.ts';

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
  call<Result>(
    signal: AbortSignal,
    action: (index: Index) => Promise<Result>,
    otherNamespace?: string,
  ): Promise<Result>;
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
      const response = await vendorFetch(egress.fetch)(input, { ...init, signal }).catch((error: unknown) => {
        throw pineconeError(error, apiKey);
      });
      if (String(input).endsWith('/describe_index_stats'))
        stats = (await response.clone().json()) as RawStats;
      return response;
    };

  return {
    async call(signal, action, otherNamespace = namespace) {
      signal.throwIfAborted();
      // Loaded at the first use: it is hundreds of modules.
      const { Pinecone } = await import('@pinecone-database/pinecone');
      const explain = (error: unknown) => pineconeError(error, apiKey);
      return requestInTime({ name: 'Pinecone', signal, deadlineMs, explain }, (inTime) => {
        const sdk = new Pinecone({ apiKey, fetchApi: fetchWith(inTime), maxRetries: 0 });
        return action(sdk.index({ host: indexHost, namespace: otherNamespace }));
      });
    },
    rawStats: () => stats,
  };
}

import { AppError } from '@docfleet/errors';

/** Enough for a person with some pages open; programs that need more poll the state. */
const maxStreamsOfKey = 20;
const retryAfterMs = 5_000;

/** The streams of events that are open in this process. */
export interface EventStreams {
  /** Counts one more stream of a key; returns the signal of the shutdown and a release function. Throws RATE_LIMIT_EXCEEDED above the limit. */
  open(apiKeyId: string): { readonly signal: AbortSignal; close(): void };
  /** Ends all of them, for good. */
  end(): void;
}

export function createEventStreams(): EventStreams {
  const counts = new Map<string, number>();
  const ending = new AbortController();
  return {
    open(apiKeyId) {
      const count = counts.get(apiKeyId) ?? 0;
      if (count >= maxStreamsOfKey)
        throw new AppError('RATE_LIMIT_EXCEEDED', `The key has ${maxStreamsOfKey} streams of events open`, {
          details: { retryAfterMs },
        });
      counts.set(apiKeyId, count + 1);
      return {
        signal: ending.signal,
        close() {
          const left = (counts.get(apiKeyId) ?? 1) - 1;
          if (left > 0) counts.set(apiKeyId, left);
          else counts.delete(apiKeyId);
        },
      };
    },
    end: () => ending.abort(new AppError('SERVICE_UNAVAILABLE', 'The service is going down')),
  };
}

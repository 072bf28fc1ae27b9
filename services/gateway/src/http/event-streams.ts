import { AppError } from '@docfleet/errors';

/** A person has some pages open; who needs more asks for the state instead. */
const maxStreamsOfKey = 20;
const retryAfterMs = 5_000;

/** The streams of events that are open in this process. */
export interface EventStreams {
  /** Counts one more of a key; gives what ends it with the process, and takes it back. Throws RATE_LIMIT_EXCEEDED when there are too many. */
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

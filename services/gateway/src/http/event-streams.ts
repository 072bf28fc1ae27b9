import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';

/** Maximum of open streams of one key: enough for several open pages; programs that need more poll the state. */
const maxStreamsOfKey = 20;
const retryAfterMs = 5_000;

interface StreamOwner {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/** Event streams that are open in this process. */
export interface EventStreams {
  /**
   * Counts one more stream of a key and of its organization; returns the signal of the shutdown and a release function. Throws
   * RATE_LIMIT_EXCEEDED above the limit of either.
   */
  open(owner: StreamOwner): { readonly signal: AbortSignal; close(): void };
  /** Ends all open streams, and each later one as soon as it opens. */
  end(): void;
}

export function createEventStreams(): EventStreams {
  const counts = new Map<string, number>();
  const ending = new AbortController();
  return {
    open({ apiKeyId, organizationId }) {
      const subjects = [
        { name: `key ${apiKeyId}`, of: 'key', max: maxStreamsOfKey },
        { name: `organization ${organizationId}`, of: 'organization', max: limits.streamsPerOrganization },
      ];
      for (const { name, of, max } of subjects)
        if ((counts.get(name) ?? 0) >= max)
          throw new AppError('RATE_LIMIT_EXCEEDED', `The ${of} has ${max} streams of events open`, {
            details: { retryAfterMs },
          });
      for (const { name } of subjects) counts.set(name, (counts.get(name) ?? 0) + 1);
      return {
        signal: ending.signal,
        close() {
          for (const { name } of subjects) {
            const left = (counts.get(name) ?? 1) - 1;
            if (left > 0) counts.set(name, left);
            else counts.delete(name);
          }
        },
      };
    },
    end: () => ending.abort(new AppError('SERVICE_UNAVAILABLE', 'The service is going down')),
  };
}

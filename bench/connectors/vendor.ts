import type { DriveFake, StubRequest, VendorFault } from '@docfleet/testing';

/** Requests of a sync, as its vendor counts them. */
export interface LimitedVendor {
  /** Requests that counted, those that were refused among them. */
  calls(): number;
  refused(): number;
  /** Seconds between the first and the last of them. */
  seconds(): number;
  /** Forgets what it has seen. */
  reset(): void;
}

/** Limits a fake to `perSecond` requests a second, with a second's worth of burst; it refuses others with 429 as its vendor does. */
export function limitRate(
  fake: DriveFake,
  requestsPerSecond: number,
  isCounted: (request: StubRequest) => boolean,
): LimitedVendor {
  let tokens = requestsPerSecond;
  let filledAt = performance.now();
  let seen = { calls: 0, refused: 0, first: 0, last: 0 };

  fake.fault = (request): VendorFault | undefined => {
    if (!isCounted(request)) return undefined;
    const now = performance.now();
    tokens = Math.min(requestsPerSecond, tokens + ((now - filledAt) / 1_000) * requestsPerSecond);
    filledAt = now;
    seen = { ...seen, calls: seen.calls + 1, first: seen.first || now, last: now };
    if (tokens >= 1) {
      tokens -= 1;
      return undefined;
    }
    seen.refused += 1;
    return { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
  };
  return {
    calls: () => seen.calls,
    refused: () => seen.refused,
    seconds: () => (seen.last - seen.first) / 1_000,
    reset() {
      seen = { calls: 0, refused: 0, first: 0, last: 0 };
    },
  };
}

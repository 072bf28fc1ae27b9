import { LRUCache } from 'lru-cache';
import type { Lease, LeaseSource } from './lease.ts';

/** Milliseconds after which an unused lease is released, so that a stalled process keeps nothing from the others. */
const leaseMs = 1_000;
/** Milliseconds after which a process requests a lease again once nothing was left: another process may have released some. */
const retryAfterMs = 250;
const maxBuckets = 10_000;

interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window, as far as this process knows. */
  readonly remaining: number;
  /** End of the window, in seconds since 1970. */
  readonly resetAt: number;
  /** Milliseconds until the window ends. */
  readonly retryAfterMs: number;
}

export interface RateLimiter {
  /** Counts one request of `subject` against its limit a minute. Answers without waiting while there is a lease. */
  take(subject: string, limit: number): RateDecision | Promise<RateDecision>;
}

interface Bucket {
  tokens: number;
  lease: Lease | undefined;
  windowEndsAt: number;
  /** Nothing was left; there is no use in asking before. */
  emptyUntil: number;
  waiting: number;
  asking: Promise<void> | undefined;
}

const createBucket = (): Bucket => ({
  tokens: 0,
  lease: undefined,
  windowEndsAt: 0,
  emptyUntil: 0,
  waiting: 0,
  asking: undefined,
});

/** Takes one token; undefined when the source has to be asked first. */
function spend(bucket: Bucket, limit: number, now: number): RateDecision | undefined {
  const { lease, windowEndsAt } = bucket;
  if (!lease || now >= windowEndsAt) return undefined;
  const allowed = bucket.tokens > 0;
  if (!allowed && now >= bucket.emptyUntil) return undefined;
  if (allowed) bucket.tokens -= 1;
  const remaining = Math.min(limit, lease.remaining + bucket.tokens);
  return { allowed, limit, remaining, resetAt: lease.resetAt, retryAfterMs: windowEndsAt - now };
}

/** Releases what a lease has left when it expires. */
function returnLater(bucket: Bucket, lease: Lease): void {
  const timer = setTimeout(() => {
    if (bucket.lease !== lease || bucket.tokens === 0) return;
    lease.release(bucket.tokens);
    bucket.tokens = 0;
  }, leaseMs);
  timer.unref();
}

async function ask(bucket: Bucket, order: () => Promise<Lease>, now: () => number): Promise<void> {
  // Before the question, so that a window never lasts longer here than where it is counted.
  const requestedAt = now();
  const lease = await order();
  Object.assign(bucket, {
    lease,
    tokens: lease.granted,
    windowEndsAt: requestedAt + lease.endsInMs,
    emptyUntil: lease.granted > 0 ? 0 : now() + retryAfterMs,
  });
  if (lease.granted > 0) returnLater(bucket, lease);
}

/** Limits requests a minute over all processes that share a source: they lease parts of a window and count those alone. */
export function createRateLimiter(source: LeaseSource, now: () => number = Date.now): RateLimiter {
  // The counts are the source's: forgetting loses at most what is leased.
  const buckets = new LRUCache<string, Bucket>({ max: maxBuckets });

  function bucketOf(subject: string): Bucket {
    const known = buckets.get(subject);
    if (known) return known;
    const bucket = createBucket();
    buckets.set(subject, bucket);
    return bucket;
  }

  async function wait(bucket: Bucket, subject: string, limit: number): Promise<RateDecision> {
    bucket.waiting += 1;
    try {
      for (;;) {
        bucket.asking ??= ask(bucket, () => source(subject, limit, bucket.waiting), now).finally(() => {
          bucket.asking = undefined;
        });
        await bucket.asking;
        const decision = spend(bucket, limit, now());
        if (decision) return decision;
      }
    } finally {
      bucket.waiting -= 1;
    }
  }

  return {
    take(subject, limit) {
      const bucket = bucketOf(subject);
      return spend(bucket, limit, now()) ?? wait(bucket, subject, limit);
    },
  };
}

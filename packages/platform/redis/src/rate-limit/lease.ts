import type { Logger } from '@docfleet/runtime/logging';
import type { Cache } from '../cache.ts';

/** Length of a window. Windows begin with the minute. */
export const windowMs = 60_000;
/** Divisor of the window's remainder that one lease takes, so that leases shrink as the window fills. */
const leaseShare = 16;

/** Requests of one window that a process may let through without asking again. */
export interface Lease {
  readonly granted: number;
  /** Requests left in the window besides this and other leases. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
  /** End of the window, in seconds since 1970. */
  readonly resetAt: number;
  /** Returns the unused remainder; if that fails, it is lost until the window ends. */
  release(count: number): void;
}

/** Grants leases: at least as many units as `waiting` requests need, within the remainder; none when nothing remains. */
export type LeaseSource = (subject: string, limit: number, waiting: number) => Promise<Lease>;

/** Leases out of counts in this process: for tests, and for while Redis is unavailable. */
export function createLocalLeases(now: () => number = Date.now): LeaseSource {
  const used = new Map<string, number>();
  let current = 0;

  return async (subject, limit, waiting) => {
    const window = Math.floor(now() / windowMs);
    if (window !== current) used.clear();
    current = window;
    const before = used.get(subject) ?? 0;
    const left = Math.max(0, limit - before);
    const granted = Math.min(left, Math.max(Math.ceil(left / leaseShare), waiting));
    used.set(subject, before + granted);
    return {
      granted,
      remaining: left - granted,
      endsInMs: (window + 1) * windowMs - now(),
      resetAt: ((window + 1) * windowMs) / 1_000,
      release(count) {
        if (window === current) used.set(subject, (used.get(subject) ?? 0) - count);
      },
    };
  };
}

/** The clock is Redis's own, so that all processes have the same windows. */
const windowOfNow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = math.floor(now / ${windowMs})
local known = redis.call('HMGET', KEYS[1], 'window', 'used')
local used = tonumber(known[1]) == window and tonumber(known[2]) or 0
`;

const grant = `${windowOfNow}
local left = math.max(0, tonumber(ARGV[1]) - used)
local granted = math.min(left, math.max(math.ceil(left / ${leaseShare}), tonumber(ARGV[2])))
redis.call('HSET', KEYS[1], 'window', window, 'used', used + granted)
redis.call('PEXPIRE', KEYS[1], ${2 * windowMs})
return { granted, left - granted, window, now }
`;

const release = `${windowOfNow}
if tonumber(known[1]) == tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'used', math.max(0, tonumber(known[2]) - tonumber(ARGV[2])))
end
`;

/** Leases out of counts in Redis, which all processes share; rejects while Redis is unavailable. */
export function createCacheLeases(cache: Pick<Cache, 'run'>): LeaseSource {
  return async (subject, limit, waiting) => {
    const key = `rate-limit:${subject}`;
    const response = await cache.run(grant, key, [limit, waiting]);
    // The values that the script returns.
    const [granted, remaining, window, now] = response as [number, number, number, number];
    return {
      granted,
      remaining,
      endsInMs: (window + 1) * windowMs - now,
      resetAt: ((window + 1) * windowMs) / 1_000,
      // Slots that cannot be released are lost until the window ends, a minute at most.
      release: (count) => void cache.run(release, key, [window, count]).catch(() => undefined),
    };
  };
}

/** Milliseconds for which a source that has failed is not tried. */
const pauseMs = 1_000;

/** Grants from `fallback` while `source` fails: callers are still served, each process counting for itself. Says so once. */
export function withFallback(
  source: LeaseSource,
  fallback: LeaseSource,
  logger: Logger,
  now: () => number = Date.now,
): LeaseSource {
  let failedAt: number | undefined;

  return async (subject, limit, waiting) => {
    if (failedAt !== undefined && now() - failedAt < pauseMs) return fallback(subject, limit, waiting);
    try {
      const lease = await source(subject, limit, waiting);
      if (failedAt !== undefined) logger.info('rate limits are shared again');
      failedAt = undefined;
      return lease;
    } catch (error) {
      if (failedAt === undefined)
        logger.warn({ error }, 'rate limits cannot be shared: each process counts for itself');
      failedAt = now();
      return fallback(subject, limit, waiting);
    }
  };
}

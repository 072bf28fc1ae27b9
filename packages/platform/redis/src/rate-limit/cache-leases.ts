import type { Cache } from '../cache.ts';
import { type LeaseSource, leaseShare, windowMs } from './lease.ts';

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
    // What the script returns.
    const [granted, remaining, window, now] = response as [number, number, number, number];
    return {
      granted,
      remaining,
      endsInMs: (window + 1) * windowMs - now,
      resetAt: ((window + 1) * windowMs) / 1_000,
      // What cannot be released is lost until the window ends, a minute at most.
      release: (count) => void cache.run(release, key, [window, count]).catch(() => undefined),
    };
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createPace, type Pace } from '@docfleet/connectors';
import { AppError } from '@docfleet/errors';
import type { Cache } from '@docfleet/redis/cache';
import { LRUCache } from 'lru-cache';

/** Lets all processes together call a vendor for one connection no faster than it allows. */
export interface ConnectionPace {
  /**
   * The pace of a connection. Rejects with SERVICE_UNAVAILABLE, to be tried again when the time has come, rather than wait for longer
   * than `waitTimeoutMs`. It rests as well while `quota` does, which it shares with other connections.
   */
  of(connectionId: string, waitTimeoutMs: number, quota?: () => Promise<string | undefined>): Pace;
  /** Stops all calls of a connection, or of those that share a quota, for a while: the vendor has asked for that. */
  rest(connectionOrQuota: string, milliseconds: number): Promise<void>;
}

/**
 * The generic cell rate algorithm (ITU-T I.371, virtual scheduling): one number, the moment of the next request were all evenly spaced,
 * which may lie a second's worth of requests in the past. Returns the milliseconds to wait for the turn that was taken, and less than
 * nothing where that is too long to be taken.
 */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local interval, burst, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local at = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - burst)
local wait = math.max(0, at - now)
if wait > longest then return tostring(-wait) end
redis.call('SET', KEYS[1], string.format('%.3f', at + interval), 'PX', math.ceil(wait + interval + burst + 1000))
return tostring(wait)`;

/** Milliseconds that a rest still lasts. */
const restLeft = `
local time = redis.call('TIME')
return tostring(math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - time[1] * 1000 - time[2] / 1000))`;

const restUntil = `
local time = redis.call('TIME')
local at = time[1] * 1000 + time[2] / 1000 + ARGV[1]
if at > tonumber(redis.call('GET', KEYS[1]) or 0) then
  redis.call('SET', KEYS[1], string.format('%.3f', at), 'PX', math.ceil(ARGV[1] + 1000))
end
return 1`;

const keyOf = (connectionId: string) => `connection-pace:${connectionId}`;
const maxLocalPaces = 10_000;

/** The paces of this process by itself, for while Redis is away. */
function createLocalPaces() {
  const paces = new LRUCache<string, ReturnType<typeof createPace>>({ max: maxLocalPaces });
  return (connectionId: string, requestsPerSecond: number) => {
    const pace = paces.get(connectionId) ?? createPace(requestsPerSecond);
    paces.set(connectionId, pace);
    return pace;
  };
}

const tooSoon = (waitMs: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'The vendor lets this connection ask no faster', {
    details: { retryAfterMs: Math.ceil(waitMs) },
  });

const wait = async (waitMs: number, signal: AbortSignal): Promise<void> => {
  if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
};

/** Opens the paces for one process. While Redis is away, each process keeps them by itself. */
export function createConnectionPace(cache: Cache): ConnectionPace {
  const localPace = createLocalPaces();

  /** Waits while the quota rests. */
  async function waitForQuota(name: string, waitTimeoutMs: number, signal: AbortSignal): Promise<void> {
    const left = Number(await cache.run(restLeft, keyOf(name), []).catch(() => 0));
    if (left > waitTimeoutMs) throw tooSoon(left);
    await wait(left, signal);
  }

  return {
    of: (connectionId, waitTimeoutMs, quota) => async (signal, requestsPerSecond) => {
      signal.throwIfAborted();
      const shared = await quota?.();
      if (shared !== undefined) await waitForQuota(shared, waitTimeoutMs, signal);
      const intervalMs = 1_000 / requestsPerSecond;
      const limits = [intervalMs, Math.max(0, 1_000 - intervalMs), waitTimeoutMs];
      const answer = await cache.run(takeTurn, keyOf(connectionId), limits).catch(() => undefined);
      if (answer === undefined) return localPace(connectionId, requestsPerSecond)(signal);
      const waitMs = Number(answer);
      if (waitMs < 0) throw tooSoon(-waitMs);
      await wait(waitMs, signal);
    },
    async rest(name, milliseconds) {
      // Meanwhile the vendor itself refuses callers.
      await cache.run(restUntil, keyOf(name), [milliseconds]).catch(() => undefined);
    },
  };
}

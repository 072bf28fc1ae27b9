import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cache } from '@docfleet/cache';
import { AppError } from '@docfleet/errors';

/** Lets all processes together ask a host for a few pages at once, and as far apart as it wants. */
export interface HostTurns {
  /**
   * Does `work` in the host's turn. `delayMs` lies between the beginnings of two. Rejects with SERVICE_UNAVAILABLE, to be tried again
   * when its turn has come, rather than wait for longer than some seconds.
   */
  take<Result>(
    host: string,
    turn: { readonly delayMs: number; readonly signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Longer than any visit: the turn of a process that died is free again after it. */
const turnLifetimeMs = 200_000;
const pollMs = 25;
const mostPatienceMs = 5_000;

/**
 * One sorted set for a host: the turns that are taken by when they lapse, and `next`, the moment before which nobody may begin.
 * Gives the milliseconds to wait, 0 when the turn is taken.
 */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local nextTurn = redis.call('ZSCORE', KEYS[1], 'next')
if nextTurn then return math.max(1, nextTurn - now) end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return tonumber(ARGV[5]) end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
if tonumber(ARGV[4]) > 0 then redis.call('ZADD', KEYS[1], now + ARGV[4], 'next') end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 0`;
const endTurn = `return redis.call('ZREM', KEYS[1], ARGV[1])`;

/** Opens the turns for one process. While Redis is away, each process keeps to the limit by itself. */
export function createHostTurns(cache: Cache, atOnce: number): HostTurns {
  /** Waiting in this process, by host: they go in turn, so that only one of them asks Redis again and again. */
  const queues = new Map<string, Promise<unknown>>();

  async function waitForTurn(
    key: string,
    token: string,
    { delayMs, signal }: { readonly delayMs: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const patienceEnds = Date.now() + mostPatienceMs;
    for (;;) {
      signal.throwIfAborted();
      const waitMs = Number(
        await cache.run(takeTurn, key, [token, atOnce, turnLifetimeMs, delayMs, pollMs]).catch(() => 0),
      );
      if (waitMs === 0) return;
      if (delayMs > 0 && Date.now() + waitMs > patienceEnds)
        throw new AppError('SERVICE_UNAVAILABLE', 'The host wants its pages to be fetched further apart', {
          details: { retryAfterMs: Math.max(waitMs, delayMs) },
        });
      await sleep(waitMs, undefined, { signal });
    }
  }

  return {
    async take(host, turn, work) {
      const key = `host-turns:${host}`;
      const token = randomUUID();
      const before = queues.get(host) ?? Promise.resolve();
      const mine = before.then(() => waitForTurn(key, token, turn));
      const settled = mine.catch(() => undefined);
      queues.set(host, settled);
      try {
        await mine;
      } finally {
        if (queues.get(host) === settled) queues.delete(host);
      }
      try {
        return await work();
      } finally {
        await cache.run(endTurn, key, [token]).catch(() => undefined);
      }
    },
  };
}

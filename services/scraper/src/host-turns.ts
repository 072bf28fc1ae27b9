import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import type { Cache } from '@docfleet/redis/cache';

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

/** A turn of a process that died is free again after it; its holder renews it. */
const turnLifetimeMs = 10_000;
const renewEveryMs = 3_000;
const pollMs = 25;
const maxWaitMs = 5_000;

/**
 * One sorted set for a host: the turns that are taken by when they lapse, and `next`, the time before which no turn may begin.
 * Returns the milliseconds to wait, 0 when the turn is taken.
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
redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3], ARGV[4]))
return 0`;
const renewTurn = `
local time = redis.call('TIME')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])`;
const endTurn = `return redis.call('ZREM', KEYS[1], ARGV[1])`;

/** The turns within this process: those that wait here do not query Redis, and the limit holds while Redis is unavailable. */
function createLocalTurns(atOnce: number) {
  const hosts = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();
  return {
    async take(host: string): Promise<void> {
      const turns = hosts.get(host) ?? { taken: 0, waiting: [] };
      hosts.set(host, turns);
      if (turns.taken < atOnce) turns.taken += 1;
      else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    },
    end(host: string): void {
      const turns = hosts.get(host);
      if (!turns) return;
      const next = turns.waiting.shift();
      if (next) next();
      else turns.taken -= 1;
      if (turns.taken === 0) hosts.delete(host);
    },
  };
}

type Turn = Parameters<HostTurns['take']>[1];

async function waitForTurn(ask: () => Promise<number>, { delayMs, signal }: Turn): Promise<void> {
  const waitEndsAt = Date.now() + maxWaitMs;
  for (;;) {
    signal.throwIfAborted();
    const waitMs = await ask();
    if (waitMs === 0) return;
    if (delayMs > 0 && Date.now() + waitMs > waitEndsAt)
      throw new AppError('SERVICE_UNAVAILABLE', 'The host wants its pages to be fetched further apart', {
        details: { retryAfterMs: Math.max(waitMs, delayMs) },
      });
    await sleep(waitMs, undefined, { signal });
  }
}

/** Opens the turns for one process. While Redis is unavailable, each process keeps to the limit by itself. */
export function createHostTurns(cache: Cache, atOnce: number): HostTurns {
  const local = createLocalTurns(atOnce);
  return {
    async take(host, turn, work) {
      const key = `host-turns:${host}`;
      const token = randomUUID();
      const ask = async () =>
        Number(
          await cache
            .run(takeTurn, key, [token, atOnce, turnLifetimeMs, turn.delayMs, pollMs])
            .catch(() => 0),
        );
      await local.take(host);
      let renewal: NodeJS.Timeout | undefined;
      try {
        await waitForTurn(ask, turn);
        const renew = () => cache.run(renewTurn, key, [token, turnLifetimeMs]).catch(() => undefined);
        renewal = setInterval(() => void renew(), renewEveryMs);
        return await work();
      } finally {
        clearInterval(renewal);
        local.end(host);
        await cache.run(endTurn, key, [token]).catch(() => undefined);
      }
    },
  };
}

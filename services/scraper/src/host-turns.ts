import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import type { Cache } from '@docfleet/redis/cache';

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

/**
 * Limits the concurrent requests of all processes to a host, at the interval that its robots.txt or its refusals ask for. A host
 * that refuses temporarily is left alone for the time that it names, and asked more slowly afterwards.
 */
export interface HostTurns {
  /**
   * Does `work` in the host's turn. `delayMs` lies between the beginnings of two. Rejects with SERVICE_UNAVAILABLE, to be tried again
   * when its turn has come, rather than wait for longer than some seconds, and with PAGE_UNAVAILABLE for a host that has refused
   * everything for as long as the timeout of refusals. A reader that visits its pages one after the other needs no place behind others: `reserves` is false.
   */
  take<Result>(
    host: string,
    turn: { readonly delayMs: number; readonly signal: AbortSignal; readonly reserves?: boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** A turn of a process that died is free again after it; its holder renews it. */
const turnLifetimeMs = 10_000;
const renewEveryMs = 3_000;
const pollMs = 25;
const maxWaitMs = 5_000;

/**
 * One sorted set for a host. Scores are times: a turn (its token) lapses then, `next` is when the next turn may begin, `tail` when that of
 * the last that was put off, `pause` ends what the host asked for by a refusal. `pace:<ms>`, the distance that refusals have led
 * to, and `since:<time>` of the first refusal without a success lapse at their scores.
 */
const readHost = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local marks = {}
local taken = 0
local all = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for index = 1, #all, 2 do
  local name, value = string.match(all[index], '^(%a+):?(%d*)$')
  if name == 'pace' or name == 'since' then marks[name] = tonumber(value) marks[name .. 'Member'] = all[index]
  elseif name == 'next' or name == 'tail' or name == 'pause' then marks[name] = tonumber(all[index + 1])
  else taken = taken + 1 end
end
local function keep(ms)
  if redis.call('PTTL', KEYS[1]) < ms then redis.call('PEXPIRE', KEYS[1], ms) end
end`;

/**
 * Returns the milliseconds to wait here, 0 when the turn is taken, a negative number of milliseconds after which to try again, and
 * 'closed' for a host that only refuses.
 */
const takeTurn = `${readHost}
local delay = math.max(tonumber(ARGV[4]), marks.pace or 0)
if marks.next then
  if marks.since and now - marks.since > tonumber(ARGV[8]) then return 'closed' end
  if marks.next - now <= tonumber(ARGV[6]) then return math.max(1, marks.next - now) end
  if ARGV[7] == '0' then return now - marks.next end
  local place = math.min(math.max(marks.tail or 0, marks.next), now + 600000)
  redis.call('ZADD', KEYS[1], place + math.max(delay, 1), 'tail')
  keep(660000)
  return now - place
end
local most = tonumber(ARGV[2])
if marks.pace then most = 1 end
if taken >= most then return tonumber(ARGV[5]) end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
if delay > 0 then redis.call('ZADD', KEYS[1], now + delay, 'next') end
keep(math.max(tonumber(ARGV[3]), delay))
return 0`;

const renewTurn = `
local time = redis.call('TIME')
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])`;

/** Ends a turn. After a refusal the host is left alone, and its pace doubles once for a pause; each success lets it recover a little. */
const endTurn = `${readHost}
redis.call('ZREM', KEYS[1], ARGV[1])
local function setPace(pace)
  if marks.paceMember then redis.call('ZREM', KEYS[1], marks.paceMember) end
  if pace >= 200 then redis.call('ZADD', KEYS[1], now + 600000, 'pace:' .. math.floor(pace)) end
end
if ARGV[2] == 'refused' then
  local wait = math.min(math.max(tonumber(ARGV[3]), 0), 300000)
  if not marks.pause then
    setPace(math.min(30000, math.max(1000, 2 * (marks.pace or 0), math.min(wait, 10000))))
    redis.call('ZADD', KEYS[1], now + math.max(wait, 1000), 'pause')
  end
  redis.call('ZADD', KEYS[1], math.max(marks.next or 0, now + wait), 'next')
  if not marks.since then redis.call('ZADD', KEYS[1], now + 3600000, 'since:' .. now) end
  keep(3600000)
elseif ARGV[2] == 'served' then
  if marks.pace then setPace(marks.pace * 0.9) end
  if marks.sinceMember then redis.call('ZREM', KEYS[1], marks.sinceMember) end
end
return 0`;

type Turn = Parameters<HostTurns['take']>[1];

const putOff = (retryAfterMs: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'The host wants its pages to be fetched further apart', {
    details: { retryAfterMs },
  });

const closedHost = (host: string, refusalTimeoutMs: number) =>
  new AppError(
    'PAGE_UNAVAILABLE',
    `${host} has refused every page for ${Math.ceil(refusalTimeoutMs / 1_000)} seconds: its pages are left alone until the next run`,
    { details: { maxAttempts: 1 } },
  );

async function waitForTurn(
  host: string,
  ask: () => Promise<number | 'closed'>,
  { delayMs, signal, refusalTimeoutMs }: Turn & { readonly refusalTimeoutMs: number },
): Promise<void> {
  const waitEndsAt = Date.now() + maxWaitMs;
  for (;;) {
    signal.throwIfAborted();
    const wait = await ask();
    if (wait === 'closed') throw closedHost(host, refusalTimeoutMs);
    if (wait === 0) return;
    if (wait < 0) throw putOff(-wait);
    if (delayMs > 0 && Date.now() + wait > waitEndsAt) throw putOff(Math.max(wait, delayMs));
    await sleep(wait, undefined, { signal });
  }
}

/** Classifies an error for the host's state: a temporary refusal with its delay in milliseconds, or unknown. */
function outcomeOf(error: unknown): readonly ['refused' | 'unknown', number] {
  const { code, details } = AppError.from(error);
  const { status, retryAfterMs } = details;
  const isRefusal = code === 'PAGE_UNAVAILABLE' && (status === 429 || retryAfterMs !== undefined);
  return isRefusal ? ['refused', retryAfterMs ?? 0] : ['unknown', 0];
}

/** Returns the turns without reservations, for one reader that visits a host page by page. */
export const withoutReserving = ({ take }: HostTurns): HostTurns => ({
  take: (host, turn, work) => take(host, { ...turn, reserves: false }, work),
});

/** Opens the turns for one process. While Redis is unavailable, each process keeps to the limit by itself. */
export function createHostTurns(
  cache: Cache,
  { atOnce, refusalTimeoutMs }: { readonly atOnce: number; readonly refusalTimeoutMs: number },
): HostTurns {
  const local = createLocalTurns(atOnce);
  return {
    async take(host, turn, work) {
      const key = `host-turns:${host}`;
      const token = randomUUID();
      const { delayMs, reserves = true } = turn;
      const ask = async () => {
        const said = await cache
          .run(takeTurn, key, [
            token,
            atOnce,
            turnLifetimeMs,
            delayMs,
            pollMs,
            maxWaitMs,
            reserves ? 1 : 0,
            refusalTimeoutMs,
          ])
          .catch(() => 0);
        return said === 'closed' ? said : Number(said);
      };
      await local.take(host);
      let renewal: NodeJS.Timeout | undefined;
      let outcome: readonly [string, number] = ['unknown', 0];
      try {
        await waitForTurn(host, ask, { ...turn, refusalTimeoutMs });
        const renew = () => cache.run(renewTurn, key, [token, turnLifetimeMs]).catch(() => undefined);
        renewal = setInterval(() => void renew(), renewEveryMs);
        const result = await work();
        outcome = ['served', 0];
        return result;
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        clearInterval(renewal);
        local.end(host);
        await cache.run(endTurn, key, [token, ...outcome]).catch(() => undefined);
      }
    },
  };
}

import type { Logger } from '@docfleet/runtime/logging';
import { connectRedis, type RedisClient } from './connect-redis.ts';

/** Small values that all processes share and that may be lost at any time. */
export interface Cache {
  /** Undefined when the value is not there, and while Redis is unavailable: a cache is never a reason to fail. */
  get(key: string): Promise<Uint8Array | undefined>;
  set(key: string, value: Uint8Array, lifetimeMs: number): Promise<void>;
  /** Runs a Lua script on one key, all or nothing; rejects while Redis is unavailable. https://redis.io/docs/latest/develop/programmability/eval-intro/ */
  run(script: string, key: string, args: readonly (string | number)[]): Promise<unknown>;
  /** Rejects unless Redis responds. */
  ping(): Promise<void>;
  close(): void;
}

const keyPrefix = 'docfleet-cache:';
const commandTimeoutMs = 250;

/** Says once, not at every attempt, that Redis is unavailable; commands then miss in silence. */
function reportOutages(redis: RedisClient, logger: Logger): void {
  let away = false;
  redis.on('error', (error) => {
    if (!away) logger.warn({ error }, 'The cache is away; work goes on without it');
    away = true;
  });
  redis.on('ready', () => {
    away = false;
  });
}

export interface CacheOptions {
  readonly url: string;
  /** Longer lifetimes are cut to it: a Redis that evicts nothing must not fill up. */
  readonly maxLifetimeMs?: number;
}

/** Opens the cache; a Redis that is slow counts as away. */
export function openCache(
  { url, maxLifetimeMs = Number.POSITIVE_INFINITY }: CacheOptions,
  logger: Logger,
): Cache {
  const redis = connectRedis(url, {
    keyPrefix,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  reportOutages(redis, logger);

  // Without Redis everything is a miss, and work continues more slowly: reportOutages logs it, not each call.
  return {
    async get(key) {
      const value = await redis.getBuffer(key).catch(() => null);
      return value ?? undefined;
    },
    async set(key, value, lifetimeMs) {
      const milliseconds = Math.min(lifetimeMs, maxLifetimeMs);
      await redis.set(key, Buffer.from(value), 'PX', milliseconds).catch(() => undefined);
    },
    run: (script, key, args) => redis.eval(script, 1, key, ...args),
    async ping() {
      await redis.ping();
    },
    close: () => redis.disconnect(),
  };
}

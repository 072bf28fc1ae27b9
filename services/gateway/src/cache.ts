import type { Scope } from '@docfleet/service';
import { Redis } from 'ioredis';

/** Small values that may be lost at any time. Nobody waits for it, and it never fails: a value that cannot be had is absent. */
export interface Cache {
  get(key: string): Promise<Uint8Array | undefined>;
  set(key: string, value: Uint8Array, lifetimeMs: number): Promise<void>;
}

const commandTimeoutMs = 200;

/** A cache in Redis; it closes with the scope. */
export function openRedisCache(scope: Scope, url: string): Cache {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  // Commands report their own failures; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  scope.defer(redis, (opened) => opened.disconnect());
  return {
    get: (key) =>
      redis.getBuffer(key).then(
        (value) => value ?? undefined,
        () => undefined,
      ),
    set: (key, value, lifetimeMs) =>
      redis.set(key, Buffer.from(value), 'PX', lifetimeMs).then(
        () => undefined,
        () => undefined,
      ),
  };
}

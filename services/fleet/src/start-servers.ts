import { join } from 'node:path';
import { type EmbeddedServer, startPostgres, startRedis } from '@docfleet/embedded';
import { migrateDatabase } from '@docfleet/migrations';
import type { Logger } from '@docfleet/runtime/logging';
import type { Scope } from '@docfleet/runtime/service';
import type { FleetConfig } from './config.ts';
import { StartFailure } from './start-failure.ts';

export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly cacheRedisUrl: string | undefined;
}

const cacheMegabytes = 128;

async function embed(scope: Scope, starting: Promise<EmbeddedServer>): Promise<string> {
  const server = await starting.catch((error: unknown) => {
    throw new StartFailure(error instanceof Error ? error.message : String(error), { cause: error });
  });
  return scope.defer(server, (running) => running.stop()).url;
}

const ownCache = (place: { directory: string; log: Logger }) =>
  ({ ...place, purpose: 'cache', maxMemoryMegabytes: cacheMegabytes }) as const;

/** The operator's PostgreSQL and Redis, or the fleet's own; the database is migrated. */
export async function startServers(scope: Scope, config: FleetConfig, log: Logger): Promise<Servers> {
  const own = (name: string) => ({ directory: join(config.DATA_DIR, name), log });
  const [database, redis, cache] = await Promise.allSettled([
    config.DATABASE_URL ?? embed(scope, startPostgres(own('postgres'))),
    config.REDIS_URL ?? embed(scope, startRedis(own('redis'))),
    // With a Redis of the operator's own, caches are there unless set otherwise.
    config.CACHE_REDIS_URL ??
      (config.REDIS_URL === undefined ? embed(scope, startRedis(ownCache(own('cache')))) : undefined),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (redis.status === 'rejected') throw redis.reason;
  if (cache.status === 'rejected') throw cache.reason;
  await migrateDatabase(database.value);
  return { databaseUrl: database.value, redisUrl: redis.value, cacheRedisUrl: cache.value };
}

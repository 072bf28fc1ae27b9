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
}

async function embed(scope: Scope, starting: Promise<EmbeddedServer>): Promise<string> {
  const server = await starting.catch((error: unknown) => {
    throw new StartFailure(error instanceof Error ? error.message : String(error), { cause: error });
  });
  return scope.defer(server, (running) => running.stop()).url;
}

/** The operator's PostgreSQL and Redis, or the fleet's own; the database is migrated. */
export async function startServers(scope: Scope, config: FleetConfig, log: Logger): Promise<Servers> {
  const own = (name: string) => ({ directory: join(config.DATA_DIR, name), log });
  const [database, redis] = await Promise.allSettled([
    config.DATABASE_URL ?? embed(scope, startPostgres(own('postgres'))),
    config.REDIS_URL ?? embed(scope, startRedis(own('redis'))),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (redis.status === 'rejected') throw redis.reason;
  await migrateDatabase(database.value);
  return { databaseUrl: database.value, redisUrl: redis.value };
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@docfleet/embedded';
import { migrateDatabase } from '@docfleet/migrations';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { z } from 'zod';
import { dockerResponds, startPostgresContainer, startRedisContainer } from './containers.ts';
import { createDatabasePool, type DatabasePool } from './database-pool.ts';
import type { TestServers } from './servers.ts';
import { databaseAt, execute } from './statements.ts';

export interface RunningServers {
  readonly urls: TestServers;
  readonly databases: DatabasePool;
  stop(): Promise<void>;
}

interface Source {
  readonly url: string;
  stop(): Promise<void>;
}

const serversConfig = z.object({ TEST_DATABASE_URL: z.url().optional(), TEST_REDIS_URL: z.url().optional() });

/** Starts the servers that TEST_DATABASE_URL and TEST_REDIS_URL do not name, with data in a temporary folder, and creates the template database. */
export async function startServers(): Promise<RunningServers> {
  const directory = await mkdtemp(join(tmpdir(), 'servers-'));
  await chmod(directory, 0o755); // PostgreSQL may run as another user.
  const log = createLogger({ service: 'testing', level: 'warn' });
  const config = readConfig(serversConfig);
  const options = (name: string) => ({ directory: join(directory, name), log, durable: false });
  const [postgres, redis] = await Promise.all([
    given(config.TEST_DATABASE_URL) ??
      orContainer(startPostgres(options('postgres')), () => startPostgresContainer()),
    given(config.TEST_REDIS_URL) ?? orContainer(startRedis(options('redis')), startRedisContainer),
  ]);
  const template = await createTemplate(postgres.url);
  const databases = createDatabasePool(postgres.url, template);
  return {
    urls: { databaseUrl: postgres.url, redisUrl: redis.url },
    databases,
    async stop() {
      await databases.close();
      await dropTemplate(postgres.url, template);
      await Promise.all([postgres.stop(), redis.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function given(url: string | undefined): Source | undefined {
  return url ? { url, stop: async () => undefined } : undefined;
}

/**
 * Waits for a server of this machine; starts a container in its place where the server cannot be installed, as Redis on a Mac, and Docker
 * responds.
 */
async function orContainer(
  embedded: Promise<Source>,
  startContainer: () => Promise<Source>,
): Promise<Source> {
  try {
    return await embedded;
  } catch (error) {
    if (!(await dockerResponds())) throw error;
    return startContainer();
  }
}

/** Creates a database with all migrations applied and returns its name; the server's other databases are left alone. */
async function createTemplate(serverUrl: string): Promise<string> {
  const name = `docfleet_template_${process.pid}_${Date.now()}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  await migrateDatabase(databaseAt(serverUrl, name));
  return name;
}

async function dropTemplate(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

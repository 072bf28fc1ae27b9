import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@docfleet/embedded';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { z } from 'zod';
import { dockerAnswers, startPostgresContainer, startRedisContainer } from './containers.ts';
import type { TestServers } from './servers.ts';
import { createTemplate, dropTemplate } from './template-database.ts';

export interface RunningServers {
  readonly urls: TestServers;
  stop(): Promise<void>;
}

interface Source {
  readonly url: string;
  stop(): Promise<void>;
}

const prefix = 'docfleet-test-';
const serversConfig = z.object({ TEST_DATABASE_URL: z.url().optional(), TEST_REDIS_URL: z.url().optional() });

/** Starts what TEST_DATABASE_URL and TEST_REDIS_URL do not name, on data in a temporary folder, and prepares the template. */
export async function startServers(): Promise<RunningServers> {
  await removeFoldersOfDeadRuns();
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await chmod(directory, 0o755); // PostgreSQL may run as another user.
  const log = createLogger({ service: 'testing', level: 'warn' });
  const config = readConfig(serversConfig);
  const options = (name: string) => ({ directory: join(directory, name), log, durable: false });
  const [postgres, redis] = await Promise.all([
    given(config.TEST_DATABASE_URL) ??
      orContainer(startPostgres(options('postgres')), startPostgresContainer),
    given(config.TEST_REDIS_URL) ?? orContainer(startRedis(options('redis')), startRedisContainer),
  ]);
  const templateDatabase = await createTemplate(postgres.url);
  return {
    urls: { databaseUrl: postgres.url, templateDatabase, redisUrl: redis.url },
    async stop() {
      await dropTemplate(postgres.url, templateDatabase);
      await Promise.all([postgres.stop(), redis.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function given(url: string | undefined): Source | undefined {
  return url ? { url, stop: async () => undefined } : undefined;
}

/** Docker stands in where a server cannot be brought along, as Redis on a Mac. */
async function orContainer(
  embedded: Promise<Source>,
  startContainer: () => Promise<Source>,
): Promise<Source> {
  try {
    return await embedded;
  } catch (error) {
    if (!(await dockerAnswers())) throw error;
    return startContainer();
  }
}

/** A run that was killed leaves its folder; its servers have stopped by themselves. */
async function removeFoldersOfDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Database, findServerFaults } from '@docfleet/domain/database';
import { findRedisFaults } from '@docfleet/queues';
import { findLooseEntries } from '@docfleet/runtime/service';
import type { ResourcesConfig } from './config.ts';

const minFreeBytes = 300 * 2 ** 20;

type Surroundings = Pick<ResourcesConfig, 'DATABASE_POOL_SIZE' | 'REDIS_PREFIX' | 'DATA_DIR'> & {
  readonly REDIS_URL?: string | undefined;
};

async function findDiskFaults(directory: string): Promise<string[]> {
  const found = await statfs(directory).catch(() => undefined);
  if (!found) return [`The folder ${directory} cannot be read: set DATA_DIR to the one of the services`];
  const freeBytes = found.bavail * found.bsize;
  if (freeBytes >= minFreeBytes) return [];
  return [
    `Only ${Math.floor(freeBytes / 2 ** 20)} MB are free at ${directory}: free some, or set DATA_DIR to another disk`,
  ];
}

/** Execution for the group or for others: without it, nothing below a folder can be reached by them. */
const enterable = 0o011;

async function findReadableFaults(directory: string): Promise<string[]> {
  const found = await stat(directory).catch(() => undefined);
  if (!found || (found.mode & enterable) === 0) return [];
  const loose = await findLooseEntries(directory);
  return loose.map((path) => `Other users of this machine may read ${path}: chmod -R go-rwx ${path}`);
}

/** Returns what is wrong with PostgreSQL, Redis and the data folder, one sentence each with the remedy; Redis only where its address is given. */
export async function findSurroundingFaults(
  database: Database,
  { DATABASE_POOL_SIZE: poolSize, REDIS_URL: url, REDIS_PREFIX: prefix, DATA_DIR }: Surroundings,
): Promise<string[]> {
  const directory = resolve(DATA_DIR);
  const [server, redis, disk, readable] = await Promise.all([
    findServerFaults(database, poolSize),
    url === undefined ? [] : findRedisFaults({ url, prefix }),
    findDiskFaults(directory),
    findReadableFaults(directory),
  ]);
  return [...[...server, ...redis].map(({ sentence }) => sentence), ...disk, ...readable];
}

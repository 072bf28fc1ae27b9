import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Database, findServerFaults } from '@docfleet/domain/database';
import { findCacheFaults, findQueueFaults } from '@docfleet/queues';
import { findForeignEntries, findLooseEntries } from '@docfleet/runtime/service';
import type { ResourcesConfig } from './config.ts';
import { findProxyFaults, findUnreachable, type PublicAddress } from './find-public-address-faults.ts';

const minFreeBytes = 300 * 2 ** 20;

type Surroundings = Pick<ResourcesConfig, 'DATABASE_POOL_SIZE' | 'REDIS_PREFIX' | 'DATA_DIR'> &
  PublicAddress & { readonly REDIS_URL?: string | undefined; readonly CACHE_REDIS_URL?: string | undefined };

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

/**
 * Returns the faults of PostgreSQL, Redis, the data folder and the public address, one sentence each with the remedy; Redis and the
 * public address are checked only if set. `installation` is the mark that the fleet has set in its Redis.
 */
export async function findSurroundingFaults(
  database: Database,
  settings: Surroundings,
  installation: string,
): Promise<string[]> {
  const { DATABASE_POOL_SIZE: poolSize, REDIS_URL: url, CACHE_REDIS_URL: cacheUrl, DATA_DIR } = settings;
  const directory = resolve(DATA_DIR);
  const [server, redis, cache, ...others] = await Promise.all([
    findServerFaults(database, poolSize),
    url === undefined ? [] : findQueueFaults({ url, prefix: settings.REDIS_PREFIX }, installation),
    cacheUrl === undefined ? [] : findCacheFaults(cacheUrl),
    findDiskFaults(directory),
    findForeignEntries(directory),
    findReadableFaults(directory),
    findProxyFaults(settings),
    findUnreachable(settings),
  ]);
  return [...[...server, ...redis, ...cache].map(({ sentence }) => sentence), ...others.flat()];
}

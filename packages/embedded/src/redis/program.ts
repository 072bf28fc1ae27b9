import { execFile } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { fetchRedis } from './fetch-redis.ts';

export interface RedisProgram {
  readonly program: string;
  /** Inherited when unset: only then is the PATH searched. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface Places {
  readonly directory: string;
  readonly cacheDirectory?: string | undefined;
  readonly log: Logger;
}

const run = promisify(execFile);
const deadlineMs = 10_000;
const advice =
  'install redis-server (6.2 or newer) with the package manager of your system, or set REDIS_URL to a server of your own';

/** A redis-server of 6.2 or newer: from the PATH, from the cache, or fetched into the cache. Rejects with what to do. */
export async function findRedisProgram({ directory, cacheDirectory, log }: Places): Promise<RedisProgram> {
  const installed: RedisProgram = { program: 'redis-server' };
  if (await isRecentEnough(installed)) return installed;

  const cache = await writableFolder([
    cacheDirectory ?? join(homedir(), '.cache/docfleet'),
    join(directory, 'cache'),
  ]);
  const home = join(cache, `redis-${process.arch}`);
  const fetched: RedisProgram = {
    program: join(home, 'usr/bin/redis-server'),
    environment: { LD_LIBRARY_PATH: libraryFolders(home).join(':') },
  };
  if (await isRecentEnough(fetched)) return fetched;

  log.info({ home }, 'no redis-server on the PATH: fetching a private copy from the packages of the system');
  try {
    await fetchRedis(home, join(directory, 'fetch.log'));
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', `Redis was not found and could not be fetched: ${advice}`, {
      cause,
    });
  }
  if (await isRecentEnough(fetched)) return fetched;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    `The Redis of this system's packages is too old or does not run: ${advice}`,
  );
}

async function isRecentEnough({ program, environment }: RedisProgram): Promise<boolean> {
  try {
    const { stdout } = await run(program, ['--version'], { env: environment, timeout: deadlineMs });
    const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
    return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 2);
  } catch {
    return false;
  }
}

function libraryFolders(home: string): string[] {
  const triplet = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  return [join(home, 'usr/lib', triplet), join(home, 'lib', triplet), join(home, 'usr/lib')];
}

async function writableFolder([first, ...others]: string[]): Promise<string> {
  if (first === undefined)
    throw new AppError('SERVICE_UNAVAILABLE', `There is no folder to keep Redis in: ${advice}`);
  try {
    await mkdir(first, { recursive: true });
    await access(first, constants.W_OK);
    return first;
  } catch {
    return writableFolder(others);
  }
}

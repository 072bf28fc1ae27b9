import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../explain-failure.ts';
import { keepPassword } from '../secret-file.ts';
import { cannotRunHere, type PostgresBinaries, thisPlatform } from './binaries.ts';
import type { Identity } from './identity.ts';

/** Name of the superuser and of the database. */
export const ownerName = 'docfleet';

const deadlineMs = 120_000;
/** None of ours: PGDATA, PGPORT and the like must not reach the server. */
export const postgresEnvironment = { LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' };

export interface Cluster {
  readonly dataDirectory: string;
  readonly password: string;
}

interface ClusterOptions {
  readonly binaries: PostgresBinaries;
  readonly identity: Identity | undefined;
  readonly durable: boolean;
}

const halfMade = 'data.incomplete';

/**
 * Removes what killed starts have half made. An initdb may have outlived its parent and go on writing: it loses its folder by the renaming, and
 * what it keeps from being removed is removed by a later start.
 */
async function removeHalfMade(directory: string): Promise<void> {
  const left = (await readdir(directory)).filter((name) => name.startsWith(halfMade));
  for (const name of left) {
    const aside = join(directory, `${halfMade}-${randomUUID()}`);
    await rename(join(directory, name), aside)
      .then(() => rm(aside, { recursive: true, force: true, maxRetries: 3 }))
      .catch(() => undefined);
  }
}

/** The database cluster of a folder, made on the first call. A half-made one, after a crash, is made anew in a folder of another name. */
export async function openCluster(directory: string, options: ClusterOptions): Promise<Cluster> {
  const dataDirectory = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  const password = await keepPassword(passwordFile);
  await removeHalfMade(directory);
  if (existsSync(dataDirectory)) return { dataDirectory, password };

  const incomplete = join(directory, `${halfMade}-${randomUUID()}`);
  if (options.identity) await chown(passwordFile, options.identity.uid, options.identity.gid);
  const { initdb, postgres } = options.binaries;
  const sync = options.durable ? [] : ['--no-sync'];
  await run(initdb, [...initArguments(passwordFile), ...sync, '-D', incomplete], directory, options.identity);
  const create = `CREATE DATABASE ${ownerName};\n`;
  await run(postgres, ['--single', '-D', incomplete, 'postgres'], directory, options.identity, create);
  await rename(incomplete, dataDirectory);
  return { dataDirectory, password };
}

function initArguments(passwordFile: string): string[] {
  return [
    `--username=${ownerName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${postgresEnvironment.LC_ALL}`,
  ];
}

async function run(
  program: string,
  args: readonly string[],
  workingDirectory: string,
  identity: Identity | undefined,
  input = '',
): Promise<void> {
  const child = spawn(program, args, {
    ...identity,
    cwd: workingDirectory,
    env: postgresEnvironment,
    signal: AbortSignal.timeout(deadlineMs),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.stdin.on('error', () => undefined); // It ended before it read: the exit code reports it.
  child.stdin.end(input);
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw child.pid
      ? failure('PostgreSQL', String(error), workingDirectory)
      : cannotRunHere(thisPlatform, error);
  });
  if (code !== 0) throw failure('PostgreSQL', output, workingDirectory);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from '@docfleet/runtime/logging';
import { keepPassword, readRunRecord, stopLeftover, writeRunRecord } from '../run-record.ts';
import { launchServer, onFreePort, type StopStep } from '../server-process.ts';
import {
  type EmbeddedServer,
  type EmbeddedServerOptions,
  failure,
  makeOwnFolder,
  supervise,
} from '../supervise.ts';
import {
  cannotRunHere,
  canUse,
  findPostgresBinaries,
  type Identity,
  makeReachableFolder,
  type PostgresBinaries,
  reachableFolder,
  thisPlatform,
  unprivilegedIdentity,
} from './binaries.ts';

/** Name of the superuser and of the database. */
const ownerName = 'docfleet';

const deadlineMs = 120_000;
/** None of ours: PGDATA, PGPORT and the like must not reach the server. */
const postgresEnvironment = { LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' };

interface Cluster {
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
 * Removes the remains of killed starts. An initdb may have outlived its parent and go on writing: renaming takes its folder away,
 * and files that cannot be removed yet are removed by a later start.
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

/** Makes the folder and changes its owner to `identity`; elsewhere when that user cannot get there, as below root's home. */
export async function makeReachable(
  directory: string,
  identity: Identity | undefined,
  log: Logger,
): Promise<string> {
  const wanted = resolve(directory);
  await makeOwnFolder(wanted);
  if (!identity) return wanted;
  await chown(wanted, identity.uid, identity.gid);
  if (canUse(identity, '-w', wanted)) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const actual = join(reachableFolder, hash);
  log.info(
    { wanted, actual },
    'PostgreSQL does not run as root and its user cannot enter this folder: its data is kept elsewhere',
  );
  makeReachableFolder();
  await makeOwnFolder(actual);
  await chown(actual, identity.uid, identity.gid);
  return actual;
}

/** https://www.postgresql.org/docs/17/server-shutdown.html: fast, then immediate, which means recovery at the next start. */
const stopSteps: readonly StopStep[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

const laptopSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
};

const throwAwaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface PostgresOptions extends EmbeddedServerOptions {
  /** Programs in place of those that the packages bring along; every user can run them. */
  readonly programs?: PostgresBinaries;
}

/** Starts the PostgreSQL that the packages bring along, on the data in `directory`. As root it runs as `postgres` or as an unprivileged user. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedServer> {
  const { log, durable = true } = options;
  const identity = unprivilegedIdentity();
  const binaries = options.programs ?? findPostgresBinaries(identity);
  const directory = await makeReachable(options.directory, identity, log);
  const { dataDirectory, password } = await openCluster(directory, { binaries, identity, durable });
  const settings = { ...laptopSettings, ...(durable ? {} : throwAwaySettings) };
  const pidFile = join(dataDirectory, 'postmaster.pid');
  const logFile = join(directory, 'postgres.log');
  const name = 'PostgreSQL';
  const prepare = () => stopLeftover({ name, directory, pidFile, mark: dataDirectory, stopSteps, log });

  await prepare();
  const { port } = await readRunRecord(directory);
  return onFreePort(port, async (port) => {
    await writeRunRecord(directory, port);
    const launch = () =>
      launchServer({
        program: binaries.postgres,
        args: ['-D', dataDirectory, '-p', String(port), ...Object.entries(settings).flatMap(toArgument)],
        environment: postgresEnvironment,
        workingDirectory: dataDirectory,
        logFile,
        identity,
        farewell: 'SIGINT',
      });
    const isReady = (child: ChildProcess) => isAccepting(pidFile, child);
    const supervision = await supervise({ name, log, logFile, stopSteps, prepare, launch, isReady });
    log.info({ port, directory }, 'PostgreSQL is ready');
    return { ...supervision, url: `postgresql://${ownerName}:${password}@127.0.0.1:${port}/${ownerName}` };
  });
}

const toArgument = ([name, value]: [string, string]) => ['-c', `${name}=${value}`];

/** A standby answers too, what only reads. */
const acceptingStates = ['ready', 'standby'];

/** The server keeps its state in line 8 of the pid file; pg_ctl waits for the same words. */
async function isAccepting(pidFile: string, child: ChildProcess): Promise<boolean> {
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  return lines[0] === String(child.pid) && acceptingStates.includes(lines[7]?.trim() ?? '');
}

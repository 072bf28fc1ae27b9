import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedServer, EmbeddedServerOptions } from '../embedded-server.ts';
import { onFreePort } from '../free-port.ts';
import { readRunRecord, stopLeftover, writeRunRecord } from '../run-record.ts';
import { launchServer } from '../server-process.ts';
import { supervise } from '../supervise.ts';
import type { StopStep } from '../terminate.ts';
import { findPostgresBinaries } from './binaries.ts';
import { openCluster, ownerName, postgresEnvironment } from './cluster.ts';
import { unprivilegedIdentity } from './identity.ts';
import { makeReachable } from './place.ts';

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

/** Starts the PostgreSQL that the packages bring along, on the data in `directory`. As root it runs as `postgres` or as an unprivileged user. */
export async function startPostgres(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, durable = true } = options;
  const identity = unprivilegedIdentity();
  const binaries = findPostgresBinaries(identity);
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

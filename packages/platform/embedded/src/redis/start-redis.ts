import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { keepPassword, readRunRecord, stopLeftover, writeRunRecord } from '../run-record.ts';
import { launchServer, onFreePort, type StopStep } from '../server-process.ts';
import { type EmbeddedServer, type EmbeddedServerOptions, makeOwnFolder, supervise } from '../supervise.ts';
import { findRedisProgram } from './program.ts';

const deadlineMs = 1_000;

/** Tests whether the server on this port knows the password and has its data loaded. */
function respondsToPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ port, host: '127.0.0.1', timeout: deadlineMs });
    const settle = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (text) => {
      reply += text;
      if (reply.includes('+PONG')) settle(true);
      else if (reply.includes('-')) settle(false);
    });
    socket.on('error', () => settle(false));
    socket.on('timeout', () => settle(false));
    socket.on('close', () => settle(false));
  });
}

/** https://redis.io/docs/latest/operate/oss_and_stack/reference/signals/: SIGTERM writes the data in memory to disk. */
const stopSteps: readonly StopStep[] = [
  ['SIGTERM', 15_000],
  ['SIGKILL', 5_000],
];

export interface EmbeddedRedisOptions extends EmbeddedServerOptions {
  /** Folder in which a downloaded redis-server is shared by all clones; the user's cache folder by default. */
  readonly cacheDirectory?: string;
  /** `cache` keeps nothing on disk and evicts the least recently used keys; `queues` refuses writes when it is full. */
  readonly purpose?: 'queues' | 'cache';
  readonly maxMemoryMegabytes?: number;
}

/** Starts Redis on the data in `directory`: the one on the PATH, or else a private copy fetched from the distribution's packages. */
export async function startRedis(options: EmbeddedRedisOptions): Promise<EmbeddedServer> {
  const { log, durable = true, cacheDirectory, purpose = 'queues', maxMemoryMegabytes = 1_024 } = options;
  const directory = resolve(options.directory);
  await makeOwnFolder(directory);
  const { program, environment } = await findRedisProgram({ directory, cacheDirectory, log });
  const password = await keepPassword(join(directory, 'password'));
  const configFile = join(directory, 'redis.conf');
  const pidFile = join(directory, 'redis.pid');
  const logFile = join(directory, 'redis.log');
  const name = 'Redis';
  const prepare = () => stopLeftover({ name, directory, pidFile, mark: configFile, stopSteps, log });

  await prepare();
  const { port } = await readRunRecord(directory);
  return onFreePort(port, async (port) => {
    await writeRunRecord(directory, port);
    const text = configuration({
      port,
      directory,
      pidFile,
      password,
      purpose,
      maxMemoryMegabytes,
      durable: durable && purpose === 'queues',
      databases: durable ? 16 : 1_024,
    });
    await writeFile(configFile, text, { mode: 0o600 });
    const launch = () =>
      launchServer({
        program,
        args: [configFile],
        environment,
        workingDirectory: directory,
        logFile,
        farewell: 'SIGTERM',
      });
    const isReady = (_child: ChildProcess) => respondsToPing(port, password);
    const supervision = await supervise({ name, log, logFile, stopSteps, prepare, launch, isReady });
    log.info({ port, directory }, 'Redis is ready');
    return { ...supervision, url: `redis://:${password}@127.0.0.1:${port}` };
  });
}

interface Configuration {
  readonly port: number;
  readonly directory: string;
  readonly pidFile: string;
  readonly password: string;
  readonly durable: boolean;
  /** Tests take one each; a database that is not used costs nothing. */
  readonly databases: number;
  readonly purpose: 'queues' | 'cache';
  readonly maxMemoryMegabytes: number;
}

function configuration(settings: Configuration): string {
  const { port, directory, pidFile, password, durable, databases, purpose, maxMemoryMegabytes } = settings;
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${JSON.stringify(directory)}`,
    `pidfile ${JSON.stringify(pidFile)}`,
    `requirepass ${password}`,
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync everysec',
    `maxmemory ${maxMemoryMegabytes}mb`,
    `maxmemory-policy ${purpose === 'cache' ? 'allkeys-lru' : 'noeviction'}`,
    'save ""',
    `databases ${databases}`,
    // A changed title would hide from the next start whose server this is.
    'set-proc-title no',
    '',
  ].join('\n');
}

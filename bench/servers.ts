import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres, startRedis } from '@docfleet/embedded';
import { migrateDatabase } from '@docfleet/migrations';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import { eventually, reserveFreePort } from '@docfleet/testing';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** The settings of every service of a fleet. */
export type ServiceEnvironment = Readonly<Record<string, string>>;

export interface BenchServers {
  readonly scope: Scope;
  readonly databaseUrl: string;
  readonly environment: ServiceEnvironment;
}

/**
 * Works with PostgreSQL and Redis as a fleet has them, durable and migrated, in a folder that goes away with them. They and every
 * program that was started beside them end with the work, also when it fails: a program left behind would hold the terminal.
 */
export async function withBenchServers<Result>(
  work: (servers: BenchServers) => Promise<Result>,
): Promise<Result> {
  const scope = new Scope();
  try {
    return await work(await startBenchServers(scope));
  } finally {
    await scope.close();
  }
}

async function startBenchServers(scope: Scope): Promise<BenchServers> {
  const folder = scope.defer(await mkdtemp(join(tmpdir(), 'docfleet-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  await chmod(folder, 0o755); // PostgreSQL may run as another user.
  const log = createLogger({ service: 'bench', level: 'warn' });
  const options = (name: string) => ({ directory: join(folder, name), log });
  const postgres = scope.defer(await startPostgres(options('postgres')), (server) => server.stop());
  const redis = scope.defer(await startRedis(options('redis')), (server) => server.stop());
  await migrateDatabase(postgres.url);
  const environment = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    NODE_OPTIONS: '',
  };
  return { scope, databaseUrl: postgres.url, environment };
}

const mainOf = (service: string) => join(repository, 'services', service, 'src/main.ts');

/** Starts a program as a process of its own; what it logs, at the usual level, is discarded. */
function start({ scope }: BenchServers, program: string, environment: ServiceEnvironment): number {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  scope.defer(child, async () => {
    child.kill();
    await exited;
  });
  return child.pid ?? Number.NaN;
}

export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
}

/** Starts a program that serves HTTP on PORT and returns its address once `path` answers. */
export async function startProgram(
  servers: BenchServers,
  program: string,
  path: string,
  environment: ServiceEnvironment = {},
): Promise<RunningProgram> {
  const port = String(await reserveFreePort());
  const pid = start(servers, program, {
    ...servers.environment,
    ...environment,
    PORT: port,
    HOST: '127.0.0.1',
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (!(await fetch(`${url}${path}`)).ok) throw new Error(`${program} is not ready`);
  }, 30_000);
  return { url, pid };
}

/** Starts a gateway as a process of its own and returns its address once it answers. */
export const startGatewayProcess = (servers: BenchServers, environment: ServiceEnvironment = {}) =>
  startProgram(servers, mainOf('gateway'), '/readyz', environment);

/** Starts a gateway as above; returns its address alone. */
export const startBenchGateway = async (servers: BenchServers, environment: ServiceEnvironment = {}) =>
  (await startGatewayProcess(servers, environment)).url;

/** Starts a worker or the scheduler as a process of its own. */
export const startWorkerProcess = (
  servers: BenchServers,
  service: string,
  environment: ServiceEnvironment = {},
) => start(servers, mainOf(service), { ...servers.environment, ...environment });

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@docfleet/embedded';
import { migrateDatabase } from '@docfleet/migrations';
import { createLogger } from '@docfleet/runtime/logging';
import { type ApiClient, createApiClient, startFleetProcess, startServiceProcesses } from '@docfleet/testing';
import { type ProcessUsage, readProcessUsage } from './process-usage.ts';

/** Whether the fleet runs as `npm start` does it, or each service as a process of its own, as in production. */
export type FleetMode = 'one process' | 'processes';

export interface BenchFleet {
  readonly api: ApiClient;
  readonly url: string;
  readonly apiKey: string;
  /** Returns the usage of each process up to now, by its name. */
  usage(): Promise<Map<string, ProcessUsage>>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

async function startInOneProcess(dataDirectory: string, environment: Environment): Promise<BenchFleet> {
  const fleet = await startFleetProcess({ dataDirectory, environment });
  return {
    api: createApiClient(fleet),
    url: fleet.url,
    apiKey: fleet.apiKey,
    usage: async () => new Map([['fleet', await readProcessUsage(fleet.pid)]]),
    close: () => fleet.stop(),
  };
}

/**
 * The heap limit that Node chooses in a container of 512 MiB: 259 MB, with a young generation of 2 MB. `--max-old-space-size` would leave that
 * as large as the machine suggests, 128 MB on one of 24 GB.
 */
export const heapOfContainer = '--max-heap-size=256';

async function startAsProcesses(dataDirectory: string, environment: Environment): Promise<BenchFleet> {
  const log = createLogger({ service: 'bench', level: 'warn' });
  const own = (name: string) => ({ directory: join(dataDirectory, name), log });
  const [postgres, redis] = await Promise.all([startPostgres(own('postgres')), startRedis(own('redis'))]);
  await migrateDatabase(postgres.url);
  const services = await startServiceProcesses({
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    dataDirectory,
    environment: {
      ...environment,
      NODE_OPTIONS: `${heapOfContainer} ${environment['NODE_OPTIONS'] ?? ''}`,
    },
  });
  return {
    api: createApiClient(services),
    url: services.url,
    apiKey: services.apiKey,
    async usage() {
      const entries = [...services.processes()].flatMap(([name, programs]) =>
        programs.map(async ({ pid }) => [name, await readProcessUsage(pid)] as const),
      );
      return new Map(await Promise.all(entries));
    },
    async close() {
      await services.stop();
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

const starters = { 'one process': startInOneProcess, processes: startAsProcesses };

export const isFleetMode = (mode: unknown): mode is FleetMode =>
  typeof mode === 'string' && Object.hasOwn(starters, mode);

/** Starts a fleet with empty stores in a folder that goes away with it. */
export async function startBenchFleet(
  environment: Environment = {},
  mode: FleetMode = 'one process',
): Promise<BenchFleet> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-bench-'));
  await chmod(dataDirectory, 0o755); // PostgreSQL may run as another user.
  const fleet = await starters[mode](dataDirectory, {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    ...environment,
  });
  return {
    ...fleet,
    async close() {
      await fleet.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

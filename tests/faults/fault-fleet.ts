import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Database, openDatabase } from '@docfleet/domain/database';
import { startRedis } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import {
  type ApiClient,
  createApiClient,
  type ServiceName,
  type ServiceProcesses,
  type StubServer,
  startServiceProcesses,
  startStubServer,
} from '@docfleet/testing';
import { createNamespace } from '../e2e/documents.ts';
import { startVendors, type Vendors, vendorEnvironment } from '../e2e/vendors.ts';
import { migrateFrom, thisCheckout } from './checkout.ts';
import { type FaultPostgres, startFaultPostgres } from './fault-postgres.ts';
import { type FaultStore, startFaultStore } from './fault-store.ts';
import { createHistoryRecorder, type HistoryRecorder } from './history/record-history.ts';
import { type KeptServer, keepServer } from './kept-server.ts';

/** Namespaces of the load: one on its own accounts at vendors, one on the disk of this machine. */
export const namespaces = ['remote', 'local'] as const;
export type NamespaceName = (typeof namespaces)[number];

/** A fleet as production runs it, on a PostgreSQL and a Redis that may be hurt; what dies of those is started again as a container would be. */
export interface FaultFleet {
  readonly services: ServiceProcesses;
  readonly api: ApiClient;
  /** History of the clients of `api`. */
  readonly history: HistoryRecorder;
  readonly database: Database;
  readonly postgres: FaultPostgres;
  readonly redis: KeptServer;
  readonly vendors: Vendors;
  /** Has the vectors of `local`. */
  readonly store: FaultStore;
  /** Takes all webhooks. */
  readonly receiver: StubServer;
  readonly masterKey: string;
  readonly dataDirectory: string;
  /** Kills every process of a service and starts one in their place. */
  replace(service: ServiceName): Promise<void>;
  /** Stops all services for the time of the work. */
  withoutServices(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

async function makeDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-faults-'));
  await chmod(directory, 0o755); // PostgreSQL may run as another user.
  return directory;
}

/** Objects of the customer: namespaces, and a webhook for all of their events. */
async function prepare(
  api: ApiClient,
  { vendors, store, receiver }: Pick<FaultFleet, 'vendors' | 'store' | 'receiver'>,
): Promise<void> {
  await createNamespace(api, 'remote', vendors.configs);
  await createNamespace(api, 'local', {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: store.config,
    fileStorageConfig: { type: 'LOCAL' },
    webScraperConfig: { provider: 'BUILTIN' },
  });
  const { status } = await api.request('POST', '/v1/webhooks', { url: receiver.url });
  if (status !== 201) throw new Error(`the webhook was answered ${status}`);
}

/** Starts vendors, servers, and services of the checkout, this one by default, on a database as that version has it. */
export async function startFaultFleet(checkout: string = thisCheckout): Promise<FaultFleet> {
  const dataDirectory = await makeDataDirectory();
  const redisDirectory = join(dataDirectory, 'redis');
  const log = createLogger({ service: 'faults', level: 'silent' });
  const [vendors, receiver, store, postgres, redis] = await Promise.all([
    startVendors(),
    startStubServer(() => ({ status: 204, body: '' })),
    startFaultStore(dataDirectory, log),
    startFaultPostgres(dataDirectory, log),
    keepServer(() => startRedis({ directory: redisDirectory, log }), join(redisDirectory, 'redis.pid')),
  ]);
  await migrateFrom(checkout, postgres.url);
  const masterKey = randomBytes(32).toString('base64');
  const services = await startServiceProcesses({
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    dataDirectory,
    environment: {
      ...vendorEnvironment,
      MASTER_KEY: masterKey,
      RATE_LIMIT_PER_MINUTE: '0',
    },
    checkout,
  });
  const history = createHistoryRecorder();
  const api = history.record(createApiClient(services));
  await prepare(api, { vendors, store, receiver });
  const database = openDatabase({ url: postgres.url, poolSize: 4 });
  return {
    services,
    api,
    history,
    database,
    postgres,
    redis,
    vendors,
    store,
    receiver,
    masterKey,
    dataDirectory,
    async replace(service) {
      const programs = services.processes().get(service) ?? [];
      await Promise.all(programs.map((program) => program.kill()));
      await services.start(service);
    },
    async withoutServices(work) {
      const names = [...services.processes()].flatMap(([name, programs]) => programs.map(() => name));
      await services.stop();
      await work();
      await Promise.all(names.map((name) => services.start(name)));
    },
    async stop() {
      await services.stop();
      await database.$disconnect();
      await Promise.all([postgres.stop(), redis.stop(), store.stop(), vendors.close(), receiver.close()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

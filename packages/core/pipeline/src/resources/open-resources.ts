import { openChatModel } from '@docfleet/chat';
import { type AdmissionWindow, createAdmissionWindow } from '@docfleet/domain/admission';
import { type Database, failureOf, openDatabase } from '@docfleet/domain/database';
import { createOwners } from '@docfleet/domain/organization';
import { createDispatcher, type Dispatcher } from '@docfleet/domain/outbox';
import { createQuotas, type Quotas } from '@docfleet/domain/quota';
import { createEgress } from '@docfleet/egress';
import {
  createProducer,
  type Producer,
  type QueueConnection,
  requireLastingRedis,
  type WorkerOptions,
} from '@docfleet/queues';
import { type Cache, openCache } from '@docfleet/redis/cache';
import { findSuspectSettings } from '@docfleet/runtime/config';
import { type Logger, serviceOf } from '@docfleet/runtime/logging';
import { createMetrics, type Metrics } from '@docfleet/runtime/metrics';
import { type Readiness, type Scope, serveInternal } from '@docfleet/runtime/service';
import { startTracing } from '@docfleet/runtime/tracing';
import { createWebReader } from '@docfleet/scraping';
import type { Vault } from '@docfleet/secrets';
import {
  createNamespaceProviderCache,
  type NamespaceProviderCache,
  type ProviderSettings,
} from '../providers/index.ts';
import type { ProviderConfig, ResourcesConfig } from './config.ts';
import { createDiskSpace, type DiskSpace } from './disk-space.ts';
import { openFleetVault } from './open-fleet-vault.ts';

/** Resources that the readiness checks use, as far as they are open. */
export interface Opened {
  readonly database: Pick<Database, '$queryRaw'>;
  readonly disk: DiskSpace;
  readonly producer?: Producer;
  /** Cache's own Redis; absent when it shares that of the queues. */
  readonly ownCache?: Cache;
}

async function askDatabase({ database }: Opened) {
  const [state] = await database.$queryRaw<{ isReadOnly: boolean }[]>`
    SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`;
  return state?.isReadOnly ? { impaired: 'read-only' } : undefined;
}

async function askRedis({ producer }: Opened) {
  if (!producer) throw new Error('The process has not started yet');
  return (await producer.takesJobs()) ? undefined : { impaired: 'read-only' };
}

/** Without a cache everything goes on, more slowly. */
const askCache = async ({ ownCache }: Opened) =>
  ownCache?.ping().then(
    () => undefined,
    () => ({ impaired: 'away' }),
  );

const askDisk = async ({ disk }: Opened) => ((await disk.isFull()) ? { impaired: 'full' } : undefined);

/**
 * Returns the readiness checks of a process; each evaluates the resources that are open when it is called. `hasCache` adds a check
 * of the cache's own Redis.
 */
export function readinessOf(opened: () => Opened, hasCache: boolean): Readiness {
  return {
    database: () => askDatabase(opened()),
    redis: () => askRedis(opened()),
    ...(hasCache && { cache: () => askCache(opened()) }),
    disk: () => askDisk(opened()),
  };
}

/** Dependencies shared by all services, opened once per process. */
export interface Resources {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly vault: Vault;
  readonly providerSettings: ProviderSettings;
  readonly providers: NamespaceProviderCache;
  readonly queueConnection: QueueConnection;
  /** Options shared by all workers. */
  readonly workerOptions: Omit<WorkerOptions, 'concurrency'>;
  readonly producer: Producer;
  readonly dispatcher: Dispatcher;
  readonly admissionWindow: AdmissionWindow;
  readonly quotas: Quotas;
  readonly disk: DiskSpace;
  readonly cache: Cache;
  /** Checks of the services that the process depends on; each rejects while its service does not answer. */
  readonly readiness: Readiness;
}

/** The operator's default, reached wherever it is: its address comes from the operator and from no tenant. */
function openDefaultChatModel(scope: Scope, config: ProviderConfig) {
  const { DEFAULT_CHAT_MODEL_CONFIG: own, EGRESS_PROXY_URL: proxyUrl } = config;
  if (!own) return undefined;
  const egress = createEgress({ allowCidrs: ['0.0.0.0/0', '::/0'], proxyUrl });
  scope.defer(egress, (opened) => opened.close());
  return openChatModel(own, { egress });
}

/** Opens what namespaces' own stores and models are reached with; `metrics` are for what calls of them take. */
export function openProviderSettings(
  scope: Scope,
  config: ProviderConfig,
  metrics?: Metrics,
): ProviderSettings {
  const egress = scope.defer(
    createEgress({
      allowCidrs: config.EGRESS_ALLOW_CIDRS,
      ports: config.EGRESS_PORTS,
      proxyUrl: config.EGRESS_PROXY_URL,
      ...(metrics && { onExchange: metrics.egressEnded }),
    }),
    (opened) => opened.close(),
  );
  const webReader = scope.defer(
    createWebReader({ processes: config.SCRAPE_PROCESSES, onEnd: metrics?.converterEnded }),
    (opened) => opened.close(),
  );
  return {
    egress,
    webReader,
    operatorSettings: config,
    defaultChatModel: openDefaultChatModel(scope, config),
    priceTable: config.PRICE_TABLE,
    ...(metrics && { onCall: metrics.providerCalled }),
  };
}

/** Maximum lifetime of cached values in the Redis of the queues, in milliseconds, as nothing is evicted there. */
const sharedRedisLifetimeMs = 600_000;

const cacheOptions = ({ CACHE_REDIS_URL: own, REDIS_URL: shared }: ResourcesConfig) =>
  own === undefined ? { url: shared, maxLifetimeMs: sharedRedisLifetimeMs } : { url: own };

/**
 * Opens everything; it closes with the scope, in reverse. Waits for the database, and rejects when its secrets were sealed with a
 * master key that is not given, and when Redis is set up so that it would lose jobs.
 */
export async function openResources(
  scope: Scope,
  config: ResourcesConfig,
  logger: Logger,
): Promise<Resources> {
  return open(scope, { config, logger, isServed: false });
}

/**
 * Opens everything, and serves health and metrics from the first moment: an orchestrator that waits for an answer would restart a process
 * that waits for its database.
 */
export function openServedResources(
  scope: Scope,
  config: ResourcesConfig,
  logger: Logger,
): Promise<Resources> {
  return open(scope, { config, logger, isServed: true });
}

/** The name that an installation marks its Redis with: the same for all processes with its database. */
export const installationOf = (vault: Vault): string => vault.deriveKey('installation').toString('hex');

/** Returns how queues are reached, once Redis has shown that it is fit for them and this installation's. */
async function connectQueues(
  config: ResourcesConfig,
  vault: Vault,
  logger: Logger,
): Promise<QueueConnection> {
  const connection = { url: config.REDIS_URL, prefix: config.REDIS_PREFIX, shards: config.QUEUE_SHARDS };
  await requireLastingRedis(connection, { installation: installationOf(vault), logger });
  return connection;
}

const addressOf = ({ DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize }: ResourcesConfig) => ({
  url,
  poolSize,
});

/** Rules by which workers judge failed attempts. */
const failing = ({ MAX_PAID_ATTEMPTS: maxPaidAttempts }: ResourcesConfig) => ({ failureOf, maxPaidAttempts });

async function open(
  scope: Scope,
  { config, logger, isServed }: { config: ResourcesConfig; logger: Logger; isServed: boolean },
): Promise<Resources> {
  for (const sentence of findSuspectSettings()) logger.warn(sentence);
  const metrics = createMetrics(serviceOf(logger));
  const disk = createDiskSpace(config.DATA_DIR, config.MIN_FREE_DISK_MB * 2 ** 20);
  scope.defer(await startTracing(config, logger), (stop) => stop());
  const database = scope.defer(openDatabase(addressOf(config)), (opened) => opened.$disconnect());
  const hasCache = config.CACHE_REDIS_URL !== undefined;
  let opened: Opened = { database, disk };
  const readiness = readinessOf(() => opened, hasCache);
  if (isServed) await serveInternal(scope, config, { metrics, readiness, logger });
  const vault = await openFleetVault(config, database, { scope, logger });
  const providerSettings = openProviderSettings(scope, config, metrics);
  const opening = createNamespaceProviderCache(database, vault, { ...providerSettings, logger });
  const providers = scope.defer(opening, (opened) => opened.close());
  const queueConnection = await connectQueues(config, vault, logger);
  const producer = scope.defer(createProducer(queueConnection), (opened) => opened.close());
  const dispatcher = scope.defer(createDispatcher(database, producer, logger), (opened) => opened.drain());
  const quotas = createQuotas(database, config.STORAGE_QUOTAS);
  const admissionWindow = scope.defer(
    createAdmissionWindow({ database, dispatcher, logger, windowSize: config.NAMESPACE_WINDOW, quotas }),
    (opened) => opened.drain(),
  );
  const shared = { connection: queueConnection, logger, onAttempt: metrics.jobAttempted };
  const cache = scope.defer(openCache(cacheOptions(config), logger), (each) => each.close());
  opened = { ...opened, producer, ...(hasCache && { ownCache: cache }) };
  return {
    logger,
    metrics,
    database,
    vault,
    providerSettings,
    providers,
    queueConnection,
    workerOptions: { ...shared, ...failing(config), ownersOf: createOwners(database) },
    producer,
    dispatcher,
    admissionWindow,
    quotas,
    disk,
    cache,
    readiness,
  };
}

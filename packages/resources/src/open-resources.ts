import { join, resolve } from 'node:path';
import { type Cache, openCache } from '@docfleet/cache';
import {
  createDispatcher,
  createIntake,
  type Database,
  type Dispatcher,
  type Intake,
  openDatabase,
} from '@docfleet/domain';
import { createEgress } from '@docfleet/egress';
import type { Logger } from '@docfleet/logging';
import {
  createNamespaceProviderCache,
  type NamespaceProviderCache,
  type ProviderSettings,
} from '@docfleet/namespace-providers';
import { createProducer, type Producer, type QueueConnection, requireLastingRedis } from '@docfleet/queues';
import { createVault, type Vault } from '@docfleet/secrets';
import type { Scope } from '@docfleet/service';
import type { ProviderConfig, ResourcesConfig } from './config.ts';

/** What services work with, opened once for a process. */
export interface Resources {
  readonly logger: Logger;
  readonly database: Database;
  readonly vault: Vault;
  readonly providerSettings: ProviderSettings;
  readonly providers: NamespaceProviderCache;
  readonly queueConnection: QueueConnection;
  readonly producer: Producer;
  readonly dispatcher: Dispatcher;
  readonly intake: Intake;
  readonly cache: Cache;
}

/** Opens what namespaces' own stores and models are reached with. */
export function openProviderSettings(scope: Scope, config: ProviderConfig): ProviderSettings {
  const egress = scope.defer(
    createEgress({
      allowCidrs: config.EGRESS_ALLOW_CIDRS,
      ports: config.EGRESS_PORTS,
      proxyUrl: config.EGRESS_PROXY_URL,
    }),
    (opened) => opened.close(),
  );
  return {
    egress,
    localFilesDirectory: resolve(config.LOCAL_FILES_DIR ?? join(config.DATA_DIR, 'files')),
    browserPath: config.SCRAPER_BROWSER,
    lancedbUri: config.LANCEDB_URI ?? resolve(config.DATA_DIR, 'lancedb'),
  };
}

/** Opens everything; it closes with the scope, in reverse. Rejects when Redis is set up so that it would lose jobs. */
export async function openResources(
  scope: Scope,
  config: ResourcesConfig,
  logger: Logger,
): Promise<Resources> {
  const database = scope.defer(
    openDatabase({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE }),
    (opened) => opened.$disconnect(),
  );
  const vault = createVault(config.MASTER_KEY);
  const providerSettings = openProviderSettings(scope, config);
  const providers = scope.defer(createNamespaceProviderCache(database, vault, providerSettings), (opened) =>
    opened.close(),
  );
  const queueConnection = { url: config.REDIS_URL };
  await requireLastingRedis(queueConnection, logger);
  const producer = scope.defer(createProducer(queueConnection), (opened) => opened.close());
  const dispatcher = scope.defer(createDispatcher(database, producer, logger), (opened) => opened.drain());
  const intake = scope.defer(
    createIntake({ database, dispatcher, logger, windowSize: config.NAMESPACE_WINDOW }),
    (opened) => opened.drain(),
  );
  const cache = scope.defer(openCache(queueConnection, logger), (opened) => opened.close());
  return {
    logger,
    database,
    vault,
    providerSettings,
    providers,
    queueConnection,
    producer,
    dispatcher,
    intake,
    cache,
  };
}

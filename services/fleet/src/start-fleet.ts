import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { defaultModel, type ModelSource, modelSourceOf } from '@docfleet/embedding/onnx';
import { createGatewayContext, createSignInLink, gatewaySettingsOf, startGateway } from '@docfleet/gateway';
import { openRequestDatabases, openResources } from '@docfleet/pipeline/resources';
import type { Logger } from '@docfleet/runtime/logging';
import { findLooseEntries, type Scope, serveInternal } from '@docfleet/runtime/service';
import { type FleetConfig, fleetLogFile } from './config.ts';
import { type KeptCredentials, openCredentials } from './credentials.ts';
import { openMasterKey } from './master-key.ts';
import { checkBeforeStart } from './preflight.ts';
import { writePrivateJson } from './private-file.ts';
import { startServers } from './start-servers.ts';
import { type OpenedConfig, startWorkers } from './start-workers.ts';
import { startWorkersProcess } from './start-workers-process.ts';

/** Configurations of namespaces that name none, unless the operator has set others: everything on this machine, without accounts. */
const localConfigs = {
  fileStorageConfig: { type: 'LOCAL' },
  vectorStorageConfig: { provider: 'LANCEDB' },
  embeddingModelConfig: { provider: 'LOCAL', model: defaultModel() },
};

export interface Fleet extends KeptCredentials {
  readonly url: string;
  /** A link that signs its reader in to the console, once and within ten minutes. */
  createSignInLink(): Promise<string>;
  /** Directory of the sentence models, and the hub that they are downloaded from. */
  readonly modelSource: Pick<ModelSource, 'directory' | 'hubUrl' | 'fetch'>;
  /** Configurations of namespaces that name none; `areOwn` is true when the operator has set them. */
  readonly defaults: { readonly configs: NamespaceConfigs; readonly areOwn: boolean };
}

/** Opens the servers and the master key, unless the operator has given them. */
async function openServers(scope: Scope, config: FleetConfig, logger: Logger): Promise<OpenedConfig> {
  const { databaseUrl, redisUrl, cacheRedisUrl } = await startServers(scope, config, logger);
  const MASTER_KEY = await openMasterKey(config);
  return {
    ...config,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CACHE_REDIS_URL: cacheRedisUrl,
    MASTER_KEY,
  };
}

/** Starts the workers in a process of their own, unless the operator wants one for all; opens what this process works with meanwhile. */
async function startAround(scope: Scope, config: FleetConfig, logger: Logger) {
  const opening = openServers(scope, config, logger);
  const isApart = config.FLEET_PROCESSES > 1;
  const log = { logger, logFile: fleetLogFile(config) };
  const [resources, workers] = await Promise.all([
    opening.then((opened) => openResources(scope, opened, logger)),
    isApart ? startWorkersProcess(scope, opening, log) : undefined,
  ]);
  if (workers) resources.metrics.include(workers.readMetrics);
  else startWorkers(scope, resources, await opening);
  const databases = openRequestDatabases(scope, await opening, logger);
  return { resources, databases, databaseUrl: (await opening).DATABASE_URL };
}

/** Starts every service, on servers of its own unless others are given; all stops with the scope. */
export async function startFleet(scope: Scope, given: FleetConfig, logger: Logger): Promise<Fleet> {
  const config = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  await checkBeforeStart(config);
  const readyFile = join(config.DATA_DIR, 'ready.json');
  await rm(readyFile, { force: true });

  const loose = await findLooseEntries(config.DATA_DIR);
  if (loose.length > 0)
    logger.warn({ loose }, 'other users of this machine may read these: chmod -R go-rwx would close them');

  const { resources, databases, databaseUrl } = await startAround(scope, config, logger);
  const kept = await openCredentials(resources.database, config.DATA_DIR);
  const { organizationId, apiKey } = kept;

  await serveInternal(scope, config, resources);
  const settings = gatewaySettingsOf(config);
  const defaultConfigs = settings.defaultConfigs ?? localConfigs;
  const defaultScraper = settings.defaultScraper ?? { provider: 'BUILTIN' };
  const gateway = createGatewayContext(
    { ...resources, ...databases },
    { ...settings, defaultConfigs, defaultScraper },
  );
  await startGateway(scope, gateway, {
    port: config.PORT,
    host: config.HOST,
    keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000,
  });

  const fleet = { url: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`, organizationId, apiKey };
  // With the database's address, so that the operator's command line finds it.
  await writePrivateJson(readyFile, { ...fleet, databaseUrl, pid: process.pid });
  scope.defer(readyFile, (file) => rm(file, { force: true }));
  return {
    ...kept,
    url: fleet.url,
    createSignInLink: () => createSignInLink(resources, fleet),
    modelSource: modelSourceOf(config, resources.providerSettings.egress.fetch),
    defaults: { configs: defaultConfigs, areOwn: settings.defaultConfigs === undefined },
  };
}

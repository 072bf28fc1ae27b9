import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { type EmbeddedServer, lookUpProcess, startPostgres, startRedis } from '@docfleet/embedded';
import { defaultModel, type ModelSource, modelSourceOf } from '@docfleet/embedding/onnx';
import {
  createGatewayContext,
  createSignInLink,
  gatewaySettingsOf,
  holdDefaultStore,
  startGateway,
} from '@docfleet/gateway';
import { migrateDatabase } from '@docfleet/migrations';
import { openRequestDatabases, openResources } from '@docfleet/pipeline/resources';
import type { Logger } from '@docfleet/runtime/logging';
import {
  closeFolder,
  findForeignEntries,
  findLooseEntries,
  listenOn,
  type Scope,
  serveInternal,
} from '@docfleet/runtime/service';
import { z } from 'zod';
import { type FleetConfig, fleetLogFile } from './config.ts';
import { type KeptCredentials, openCredentials, readJson, writePrivateJson } from './credentials.ts';
import { type OpenedConfig, startWorkers } from './start-workers.ts';
import { StartFailure, startWorkersProcess } from './start-workers-process.ts';

const neededBytes = 300 * 1024 * 1024;
const ready = z.object({ pid: z.number(), url: z.string() });

/** Tests whether the process is another fleet: after a crash or a restart of a container, its id may be that of any program. */
async function isFleet(pid: number): Promise<boolean> {
  const entry = pid === process.pid ? undefined : await lookUpProcess(pid);
  return entry !== undefined && /services[/\\]fleet[/\\]src[/\\]/.test(entry.command);
}

async function requireNoOther(readyFile: string): Promise<void> {
  const other = ready.safeParse(await readJson(readyFile));
  if (other.success && (await isFleet(other.data.pid)))
    throw new StartFailure(
      `docfleet runs already, as process ${other.data.pid} at ${other.data.url}. Stop it, or set DATA_DIR and PORT for a second one.`,
    );
}

async function requireOwn(directory: string): Promise<void> {
  const [first] = await findForeignEntries(directory);
  if (first !== undefined) throw new StartFailure(first);
}

async function requireSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < neededBytes)
    throw new StartFailure(
      `Only ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are free at ${directory}; docfleet needs 300. Free some, or set DATA_DIR to another disk.`,
    );
}

function portFailure(setting: string, port: number, host: string, code?: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another: ${setting}=${port + 1} npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return `This machine has no address ${host} (${code}). Set ${setting === 'PORT' ? 'HOST' : 'INTERNAL_HOST'} to one of its own, such as 127.0.0.1, or :: for all.`;
  return `Port ${port} cannot be opened (${code}). Choose another with ${setting}.`;
}

async function requirePort(setting: string, port: number, host: string): Promise<void> {
  const probe = createServer();
  try {
    await listenOn(probe, { port, host });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new StartFailure(portFailure(setting, port, host, code));
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Checks for conditions that would keep the fleet from starting, before anything is started. */
export async function checkBeforeStart(config: FleetConfig): Promise<void> {
  await mkdir(config.DATA_DIR, { recursive: true }).catch((error: { code?: string }) => {
    throw new StartFailure(
      `The folder ${config.DATA_DIR} cannot be made (${error.code}). Set DATA_DIR to one that can.`,
    );
  });
  await requireOwn(config.DATA_DIR);
  await closeFolder(config.DATA_DIR);
  await requireNoOther(join(config.DATA_DIR, 'ready.json'));
  await requireSpace(config.DATA_DIR);
  await requirePort('PORT', config.PORT, config.HOST);
  const { INTERNAL_PORT: internalPort, INTERNAL_HOST: internalHost } = config;
  if (internalPort !== undefined) await requirePort('INTERNAL_PORT', internalPort, internalHost);
}

interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly cacheRedisUrl: string | undefined;
}

const cacheMegabytes = 128;

async function embed(scope: Scope, starting: Promise<EmbeddedServer>): Promise<string> {
  const server = await starting.catch((error: unknown) => {
    throw new StartFailure(error instanceof Error ? error.message : String(error), { cause: error });
  });
  return scope.defer(server, (running) => running.stop()).url;
}

const ownCache = (place: { directory: string; log: Logger }) =>
  ({ ...place, purpose: 'cache', maxMemoryMegabytes: cacheMegabytes }) as const;

/** The operator's PostgreSQL and Redis, or the fleet's own; the database is migrated. */
async function startServers(scope: Scope, config: FleetConfig, log: Logger): Promise<Servers> {
  const own = (name: string) => ({ directory: join(config.DATA_DIR, name), log });
  const [database, redis, cache] = await Promise.allSettled([
    config.DATABASE_URL ?? embed(scope, startPostgres(own('postgres'))),
    config.REDIS_URL ?? embed(scope, startRedis(own('redis'))),
    // With a Redis of the operator's own, caches are there unless set otherwise.
    config.CACHE_REDIS_URL ??
      (config.REDIS_URL === undefined ? embed(scope, startRedis(ownCache(own('cache')))) : undefined),
  ]);
  if (database.status === 'rejected') throw database.reason;
  if (redis.status === 'rejected') throw redis.reason;
  if (cache.status === 'rejected') throw cache.reason;
  await migrateDatabase(database.value);
  return { databaseUrl: database.value, redisUrl: redis.value, cacheRedisUrl: cache.value };
}

const stored = z.object({ masterKey: z.string() });

/** The master key: the operator's, or on a laptop one that is made once and kept in the data directory. */
async function openMasterKey({ MASTER_KEY, NODE_ENV, DATA_DIR }: FleetConfig): Promise<string> {
  if (MASTER_KEY) return MASTER_KEY;
  if (NODE_ENV === 'production')
    throw new StartFailure(
      'MASTER_KEY is not set. Make one with "openssl rand -base64 32" and keep it safe.',
    );
  const file = join(DATA_DIR, 'master-key.json');
  const known = stored.safeParse(await readJson(file));
  if (known.success) return known.data.masterKey;
  const masterKey = randomBytes(32).toString('base64');
  await writePrivateJson(file, { masterKey });
  return masterKey;
}

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
  const settings = gatewaySettingsOf(config);
  const defaultConfigs = settings.defaultConfigs ?? localConfigs;
  // Before the servers: in a folder that machines share, theirs would meet as well.
  await holdDefaultStore(scope, defaultConfigs, config);
  const readyFile = join(config.DATA_DIR, 'ready.json');
  await rm(readyFile, { force: true });

  const loose = await findLooseEntries(config.DATA_DIR);
  if (loose.length > 0)
    logger.warn({ loose }, 'other users of this machine may read these: chmod -R go-rwx would close them');

  const { resources, databases, databaseUrl } = await startAround(scope, config, logger);
  const kept = await openCredentials(resources.database, config.DATA_DIR);
  const { organizationId, apiKey } = kept;

  await serveInternal(scope, config, resources);
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

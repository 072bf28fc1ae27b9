import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activateConnection, createConnection } from '@docfleet/domain/connection';
import { type ClaimedDocument, claimDocument, succeedDocument } from '@docfleet/domain/document';
import { acceptConnectionSource } from '@docfleet/domain/ingest';
import { createNamespace, type Namespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { findRunWithDocuments } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { openResources, resourcesConfig } from '@docfleet/pipeline/resources';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import { createTestDatabase, createTestRedis, type DriveFake } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { z } from 'zod';
import { type ConnectorSyncContext, createConnectorSyncContext } from '../src/context.ts';
import { fetchItemHandler } from '../src/fetch-item.ts';
import { syncConnectionHandler } from '../src/sync-connection.ts';

const localConfigs = {
  fileStorageConfig: { type: 'LOCAL' },
  vectorStorageConfig: { provider: 'LANCEDB' },
  embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
};

/** Dependencies of the handlers, for the test file that imports this. */
export let context: ConnectorSyncContext;
/** A namespace for each test. */
export let namespace: Namespace;
/** Log lines as they were written. */
export const log: string[] = [];
const scope = new Scope();
let organizationId: string;

/** All may be deleted, unless a test says otherwise. */
export const deletionLimits = { percent: 100, documents: 1_000_000 };

/** Addresses of the vendors that a test has started. */
const endpoints: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  const folder = scope.defer(await mkdtemp(join(tmpdir(), 'docfleet-sync-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const testDatabase = scope.defer(await createTestDatabase(), (opened) => opened.drop());
  const redis = scope.defer(await createTestRedis(), (opened) => opened.drop());
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: testDatabase.url,
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const logger = createLogger(
    { service: 'test', level: 'debug' },
    { write: (line: string) => void log.push(line) },
  );
  const resources = await openResources(scope, config, logger);
  context = createConnectorSyncContext(scope, resources, {
    connectionsAtOnce: 1,
    itemsAtOnce: 1,
    markupProcesses: 1,
    wholeEveryDays: 7,
    fileBytes: 1_000_000,
    oauthOverrides: {},
    endpoints,
    deletionLimits,
  });
  organizationId = await createOrganization(resources.database, 'Acme');
});
beforeEach(async () => {
  const order = { organizationId, name: randomUUID(), configs: localConfigs };
  namespace = await createNamespace(context.database, context.vault, order);
});
afterAll(() => scope.close());

const signal = new AbortController().signal;

/** Settings of a sign-in method, without the secret. */
type Settings = Readonly<Record<string, unknown>>;

/** Consents for a connection, or enters what stands for a consent; anew where it has been authorized before. */
export async function authorize(connectionId: string, fake: DriveFake, settings?: Settings): Promise<void> {
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  await activateConnection(context.database, context.vault, {
    connectionId,
    clientId: 'app',
    tokens: { accessToken: fake.token, ...lasting },
    ...(settings && { settings }),
  });
}

/** An active connection at a fake vendor. */
export async function connect(
  connector: string,
  fake: DriveFake,
  api = fake.url,
  settings?: Settings,
): Promise<string> {
  endpoints[connector] = { api, content: api, export: api };
  const owner = { organizationId, apiKeyId: null };
  const { id } = await createConnection(context.database, owner, {
    namespaceId: namespace.id,
    tenantId: null,
    name: 'mine',
    connector,
    externalId: null,
    clientRedirectUrl: null,
  });
  await authorize(id, fake, settings);
  return id;
}

/** Asks for what a connection shares; returns the run. */
export async function ask(
  connectionId: string,
  changes: Partial<Parameters<typeof acceptConnectionSource>[2]> = {},
): Promise<string> {
  const { database, vault } = context;
  const { connector } = await database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  const { ingestJobRunId } = await acceptConnectionSource(database, vault, {
    organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source: connector,
    connectionId,
    config: { connectionId },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: undefined,
    ...changes,
  });
  return ingestJobRunId;
}

/** Runs a job as a worker does: an error that deserves another attempt is thrown, any other ends the work. */
async function work<Payload>(
  handler: {
    handle(payload: Payload, signal: AbortSignal): Promise<void>;
    onExhausted(payload: Payload, error: AppError): Promise<void>;
  },
  payload: Payload,
  given: AbortSignal = signal,
): Promise<void> {
  try {
    await handler.handle(payload, given);
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.retryable) throw error;
    await handler.onExhausted(payload, error);
  }
}

/** Lists what a run has to. */
export const list = (ingestJobRunId: string, given?: AbortSignal) =>
  work(syncConnectionHandler(context), { ingestJobRunId }, given);

const inStage = (stage: 'FETCH_ITEM' | 'PARSE') =>
  context.database.document.findMany({
    where: {
      namespaceId: namespace.id,
      stage,
      status: { in: ['QUEUED', 'QUEUED_FOR_RESYNC', 'PROCESSING'] },
    },
    orderBy: { id: 'asc' },
  });

const embedded = (claim: ClaimedDocument) => ({
  fileSize: 5,
  characterCount: 5,
  tokenCount: 1,
  embeddingCount: 1,
  embedding: {
    provider: 'LOCAL',
    model: 'static-1024',
    dimensions: 1_024,
    chunkSize: 1_000,
    chunkOverlap: 200,
    metadataVersion: claim.metadataVersion,
  },
});

/** Downloads all items that wait; returns how many. */
export async function fetchAll(): Promise<number> {
  const waiting = await inStage('FETCH_ITEM');
  for (const { id: documentId, namespaceId, revision } of waiting)
    await work(fetchItemHandler(context), { documentId, namespaceId, revision });
  return waiting.length;
}

async function embed({ id: documentId, revision }: { readonly id: string; readonly revision: number }) {
  const claim = await claimDocument(context.database, { documentId, revision, stage: 'PARSE' });
  if (claim) await succeedDocument(context.database, claim, embedded(claim));
}

/** Makes what was downloaded visible, as the parser and the embedder do; returns how many. */
export async function embedAll(): Promise<number> {
  const fetched = await inStage('PARSE');
  for (const document of fetched) await embed(document);
  return fetched.length;
}

/** Number of documents that are processed at once. */
const workedAtOnce = 8;

async function together<Item>(items: Item[], use: (item: Item) => Promise<unknown>): Promise<void> {
  const useNext = async () => {
    for (let next = items.pop(); next; next = items.pop()) await use(next);
  };
  await Promise.all(Array.from({ length: workedAtOnce }, useNext));
}

/** Downloads all items of the run and makes them visible, each again and again until it has arrived or failed. */
export async function workThrough(): Promise<void> {
  for (;;) {
    const waiting = await inStage('FETCH_ITEM');
    const fetched = await inStage('PARSE');
    if (waiting.length + fetched.length === 0 && (await context.admissionWindow.refillAll()) === 0) return;
    await together(waiting, ({ id: documentId, namespaceId, revision }) =>
      work(fetchItemHandler(context), { documentId, namespaceId, revision }).catch(() => undefined),
    );
    await together(fetched, embed);
  }
}

/** A whole sync; returns its run as its owner sees it, and how many items were downloaded and embedded. */
export async function sync(connectionId: string, changes: Parameters<typeof ask>[1] = {}) {
  const ingestJobRunId = await ask(connectionId, changes);
  await list(ingestJobRunId);
  const [fetched, parsed] = [await fetchAll(), await embedAll()];
  return { ...(await runOf(ingestJobRunId)), fetched, embedded: parsed };
}

/** A run as its owner sees it. */
export async function runOf(ingestJobRunId: string) {
  const place = { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId };
  const run = await findRunWithDocuments(context.database, place);
  if (!run) throw new Error('There is no such run');
  return run;
}

/** The living documents by their names, with their status or why they failed. */
export async function documents(): Promise<Record<string, string>> {
  const rows = await context.database.document.findMany({
    where: { namespaceId: namespace.id, liveKey: { not: null } },
  });
  return Object.fromEntries(rows.map(({ name, status, errorCode }) => [name, errorCode ?? status]));
}

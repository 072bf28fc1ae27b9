import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVectorId, recordChunks } from '@docfleet/domain/chunk';
import {
  activateConnection,
  confirmChannel,
  createConnection,
  insertChannel,
} from '@docfleet/domain/connection';
import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { claimDocument, documentFileKeys, succeedDocument } from '@docfleet/domain/document';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace, readNamespaceSettings } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress, type Egress } from '@docfleet/egress';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { createWebReader } from '@docfleet/scraping';
import { createVault } from '@docfleet/secrets';
import {
  createTestDatabase,
  type RunningVectorStore,
  type TestDatabase,
  type TestVectorStore,
} from '@docfleet/testing';
import { openVectorStore, type VectorRecord } from '@docfleet/vector-store';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { ConsistencyCheck } from '../src/consistency/consistency-check.ts';
import { checkNamespace, type Finding } from '../src/consistency/index.ts';

export const chunksPerDocument = 3;

/** A database for the test file that imports this. */
export let database: Database;
/** A namespace for each test, on files of this machine. */
export let namespaceId: string;
export let providers: NamespaceProviders;
/** With nothing to wait for. */
export let check: ConsistencyCheck;
let organizationId: string;
let testDatabase: TestDatabase;
let directory: string;
let egress: Egress;
let vectorStorageConfig: RunningVectorStore['config'] = { provider: 'LANCEDB' };

const dimensions = 8;
const vault = createVault(randomBytes(32).toString('base64'));
export const signal = AbortSignal.timeout(600_000);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
  directory = await mkdtemp(join(tmpdir(), 'docfleet-consistency-'));
  egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  organizationId = await createOrganization(database, 'Acme');
});
beforeEach(async () => {
  if (providers) await closeProviders(providers);
  const configs = {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig,
    fileStorageConfig: { type: 'LOCAL' },
  };
  const name = randomBytes(4).toString('hex');
  ({ id: namespaceId } = await createNamespace(database, vault, { organizationId, name, configs }));
  const webReader = createWebReader({ processes: 1 });
  const settings = {
    egress,
    webReader,
    operatorSettings: { LANCEDB_URI: join(directory, 'lancedb'), LOCAL_FILES_DIR: directory },
  };
  const namespace = await readNamespaceSettings(database, vault, namespaceId);
  if (!namespace) throw new Error('the namespace is gone');
  providers = openProviders(namespace, settings);
  const open = async () => providers;
  const places = { files: directory, vectors: [join(directory, 'lancedb')] };
  check = { database, open, quietMs: 0, settleMs: 0, signal, places };
});
afterAll(async () => {
  await closeProviders(providers);
  await egress.close();
  await database.$disconnect();
  await testDatabase.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Lets the tests of the surrounding block work on this vector store instead of LANCEDB. */
export function useVectorStore(store: TestVectorStore): void {
  const usual = vectorStorageConfig;
  let running: RunningVectorStore;
  beforeAll(async () => {
    running = await store.start(dimensions);
    vectorStorageConfig = running.config;
  }, 120_000);
  afterAll(async () => {
    vectorStorageConfig = usual;
    await running.close();
  });
}

const vectorOf = (documentId: string, id: string): VectorRecord => ({
  id,
  documentId,
  values: Float32Array.from({ length: dimensions }, (_, axis) => (axis === 0 ? 1 : 0)),
  terms: ['heron'],
  text: 'heron',
  source: 'TEXT',
  type: 'TEXT',
  tenantId: null,
  metadata: {},
});

/** Writes vectors as an embedder does. */
export const writeVectors = (documentId: string, ids: readonly string[]) =>
  providers.vectorStore.upsert(
    ids.map((id) => vectorOf(documentId, id)),
    signal,
  );

/** Writes a vector of another generation beside those of the namespace. */
export async function writeOther(of: { namespaceId: string; generation?: number }): Promise<void> {
  const store = openVectorStore(vectorStorageConfig as Parameters<typeof openVectorStore>[0], {
    ...of,
    egress,
  });
  const documentId = createId();
  await store.upsert([vectorOf(documentId, `${documentId}#1`)], signal);
  await store.close();
}

export const writeFile = (key: string) => providers.fileStore.put(key, 'heron', 'text/markdown', signal);

/** Accepts a text, and leaves it at that. */
export async function accept(): Promise<string> {
  const externalId = randomBytes(8).toString('hex');
  const { documentId } = await acceptDocument(database, {
    organizationId,
    namespaceId,
    tenantId: null,
    externalId,
    name: null,
    documentType: 'TEXT',
    source: 'TEXT',
    metadata: {},
    chunkSize: 1_000,
    chunkOverlap: 200,
    config: {},
    contentHash: createHash('sha256').update(externalId).digest(),
    stage: 'EMBED',
    text: 'heron',
  });
  // As the dispatcher does once the job is in its queue.
  await database.outboxEntry.deleteMany({});
  return documentId;
}

/** Takes a document that waits to its end, as an embedder does. */
export async function embed(documentId: string): Promise<void> {
  const { revision } = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  const claim = await claimDocument(database, { documentId, revision, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const ordinals = Array.from({ length: chunksPerDocument }, (_, ordinal) => ordinal);
  const chunks = ordinals.map((ordinal) => ({
    vectorId: createVectorId(documentId, 1, `${revision}-${ordinal}`),
    ordinal,
    tokens: 1,
    start: ordinal,
    end: ordinal + 1,
  }));
  await recordChunks(database, claim, chunks);
  await writeVectors(
    documentId,
    chunks.map(({ vectorId }) => vectorId),
  );
  await writeFile(documentFileKeys(documentId, revision).parsed);
  const sizes = { provider: 'LOCAL', model: 'm', dimensions, chunkSize: 1_000, chunkOverlap: 200 };
  await succeedDocument(database, claim, {
    fileSize: 5,
    characterCount: 5,
    tokenCount: 1,
    embeddingCount: chunksPerDocument,
    embedding: { ...sizes, metadataVersion: 1 },
  });
}

/** Accepts a text and takes it to its end. */
export async function ingest(): Promise<string> {
  const documentId = await accept();
  await embed(documentId);
  return documentId;
}

/** A connection that was authorized, with a channel of its vendor that ends then; its next check is a day away. */
export async function connectWithChannel(expiresAt: Date): Promise<string> {
  const owner = { organizationId, apiKeyId: null };
  const order = { namespaceId, tenantId: null, name: 'Drive', connector: 'ONEDRIVE' } as const;
  const made = { ...order, externalId: null, clientRedirectUrl: null };
  const { id: connectionId } = await createConnection(database, owner, made);
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const tokens = { accessToken: 'token', ...lasting };
  await activateConnection(database, vault, { connectionId, clientId: 'client', tokens });
  const channel = { connector: 'ONEDRIVE', namespaceId, connectionId, resource: 'own' } as const;
  const { id } = await insertChannel(database, vault, { ...channel, base: 'https://docs.example.com' });
  await confirmChannel(database, { connector: 'ONEDRIVE', id }, { vendorId: 'v', expiresAt });
  const dueAt = new Date(Date.now() + 86_400_000);
  await database.connectionWatch.update({ where: { connectionId }, data: { dueAt } });
  return connectionId;
}

/** Everything that is found about the namespace. */
export const findAll = (): Promise<Finding[]> => Array.fromAsync(checkNamespace(check, namespaceId));

/** The one thing that is wrong. */
export async function findOne(): Promise<Finding> {
  const found = await findAll();
  expect(found).toHaveLength(1);
  return found[0] as Finding;
}

export const vectorsOf = (documentId: string): Promise<string[]> =>
  providers.vectorStore.idsOfDocument(documentId, signal);

/** The jobs that wait in the outbox, by their queue and document. */
export async function jobs(): Promise<string[]> {
  const entries = await database.outboxEntry.findMany({});
  return entries.map(({ queue, payload }) => {
    const { documentId } = (payload as { payload: { documentId?: string } }).payload;
    return `${queue} ${documentId}`;
  });
}

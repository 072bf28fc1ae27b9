import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { claimDocument, documentFileKeys, succeedDocument } from '@docfleet/domain/document';
import { createGoldenSet } from '@docfleet/domain/evaluation';
import { createGatedChange, findUnsettledChange } from '@docfleet/domain/gated-change';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace, deleteNamespace, readNamespaceSettings } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress, type Egress } from '@docfleet/egress';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { createLogger } from '@docfleet/runtime/logging';
import { createWebReader } from '@docfleet/scraping';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import type { VectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildShadow } from './build-shadow.ts';
import type { EmbedderContext } from './context.ts';
import { purgeNamespaceHandler } from './purge-namespace.ts';

const vault = createVault(randomBytes(32).toString('base64'));
const logger = createLogger({ service: 'test', level: 'silent' });
const signal = AbortSignal.timeout(600_000);
let testDatabase: TestDatabase;
let database: Database;
let directory: string;
let egress: Egress;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
  directory = await mkdtemp(join(tmpdir(), 'docfleet-purge-'));
  egress = createEgress({ allowCidrs: [] });
});
afterAll(async () => {
  await egress.close();
  await database.$disconnect();
  await testDatabase.drop();
  await rm(directory, { recursive: true, force: true });
});

/** A namespace with a gated change to smaller chunks, which has vectors of its own, and its opened providers. */
async function createTriedNamespace(name: string) {
  const organizationId = await createOrganization(database, 'Acme');
  const actor = { organizationId, apiKeyId: null };
  const configs = {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  };
  const { id } = await createNamespace(database, vault, { organizationId, name, configs });
  const place = { namespaceId: id, tenantId: null };
  const goldenSet = { ...place, name: 'a', description: null };
  const { id: goldenSetId } = await createGoldenSet(database, actor, goldenSet);
  await createGatedChange(database, vault, actor, {
    ...place,
    goldenSetId,
    changes: { chunkConfig: { chunkSize: 100, chunkOverlap: 0 } },
    config: { topK: 10, scoreThreshold: 0 },
  });
  const settings = await readNamespaceSettings(database, vault, id);
  if (!settings) throw new Error('the namespace is gone');
  const providers = openProviders(settings, {
    egress,
    webReader: createWebReader({ processes: 1 }),
    lancedbUri: join(directory, 'lancedb'),
    localFilesDirectory: directory,
  });
  const remove = () => deleteNamespace(database, actor, { id, name });
  return { id, organizationId, providers, remove };
}

const values = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);

const writeVector = (store: VectorStore, id: string) => {
  const texts = { text: 'heron', terms: ['heron'], source: 'TEXT', type: 'TEXT' };
  return store.upsert([{ id, documentId: 'd', values, tenantId: null, metadata: {}, ...texts }], signal);
};

const shadowOf = ({ shadow }: NamespaceProviders) => {
  if (!shadow) throw new Error('nothing is tried');
  return shadow.current.vectorStore;
};

test('a namespace that is deleted while a gated change is tried leaves no vectors of either generation', async () => {
  const { id, providers, remove } = await createTriedNamespace('tried');
  const stores = [providers.current.vectorStore, shadowOf(providers)];
  const left = () => Promise.all(stores.map((store) => store.count(signal)));
  for (const store of stores) await writeVector(store, 'v');
  expect(await left()).toEqual([1, 1]);

  await remove();
  const updatedAt = new Date(Date.now() - 60_000);
  await database.namespace.update({ where: { id }, data: { updatedAt } });
  const context = { database, logger, providers: { open: async () => providers } };
  await purgeNamespaceHandler(context as unknown as EmbedderContext).handle({ namespaceId: id }, signal);
  expect(await left()).toEqual([0, 0]);
  expect(await database.namespace.count({ where: { id } })).toBe(0);
  await closeProviders(providers);
});

/** A text that searches see. */
async function createVisible(organizationId: string, namespaceId: string, providers: NamespaceProviders) {
  const { documentId } = await acceptDocument(database, {
    organizationId,
    namespaceId,
    tenantId: null,
    externalId: 'a',
    name: null,
    documentType: 'TEXT',
    source: 'TEXT',
    metadata: {},
    chunkSize: 1_000,
    chunkOverlap: 0,
    config: {},
    stage: 'EMBED',
    contentHash: Buffer.alloc(32),
    text: 'heron',
  });
  const claim = await claimDocument(database, { documentId, revision: 1, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const counts = { fileSize: 5, characterCount: 5, tokenCount: 1, embeddingCount: 1 };
  const sizes = { provider: 'LOCAL', model: 'm', dimensions: 8, chunkSize: 1_000, chunkOverlap: 0 };
  await succeedDocument(database, claim, { ...counts, embedding: { ...sizes, metadataVersion: 1 } });
  await providers.fileStore.put(documentFileKeys(documentId, 1).parsed, 'heron', 'text/markdown', signal);
}

test('what is embedded for a gated change while its namespace is deleted leaves no vectors', async () => {
  const { id: namespaceId, organizationId, providers, remove } = await createTriedNamespace('late');
  await createVisible(organizationId, namespaceId, providers);
  const change = await findUnsettledChange(database, namespaceId);
  if (!change?.generation) throw new Error('nothing is tried');
  const embed = async (texts: readonly unknown[]) => {
    await remove();
    return texts.map(() => values);
  };
  const computing = { take: (_owner: readonly string[], work: () => Promise<void>) => work() };
  const context = { database, logger, computing, batchers: { for: () => ({ embed }) } };
  const build = { ...change, generation: change.generation };
  await buildShadow(context as unknown as EmbedderContext, providers, build, signal);
  expect(await shadowOf(providers).count(signal)).toBe(0);
  await closeProviders(providers);
});

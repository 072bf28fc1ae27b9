import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createNamespace, deleteNamespace, readNamespaceSettings } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createEgress, type Egress } from '@docfleet/egress';
import { closeProviders, openProviders } from '@docfleet/pipeline/providers';
import { createLogger } from '@docfleet/runtime/logging';
import { createWebReader } from '@docfleet/scraping';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import type { VectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

/** A namespace whose documents are embedded anew after a change of its chunk sizes, and its opened providers. */
async function createChangedNamespace(name: string) {
  const organizationId = await createOrganization(database, 'Acme');
  const configs = {
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'LANCEDB' },
    fileStorageConfig: { type: 'LOCAL' },
  };
  const { id } = await createNamespace(database, vault, { organizationId, name, configs });
  const settings = await readNamespaceSettings(database, vault, id);
  if (!settings) throw new Error('the namespace is gone');
  const chunkConfig = { chunkSize: 100, chunkOverlap: 0 };
  const changed = {
    ...settings,
    configs: { ...configs, chunkConfig },
    generation: 2,
    previousConfigs: configs,
    reembedding: true,
  };
  const providers = openProviders(changed, {
    egress,
    webReader: createWebReader({ processes: 1 }),
    operatorSettings: { LANCEDB_URI: join(directory, 'lancedb'), LOCAL_FILES_DIR: directory },
  });
  const remove = () => deleteNamespace(database, { organizationId, apiKeyId: null }, { id, name });
  return { id, providers, remove };
}

const values = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);

const writeVector = (store: VectorStore, id: string) => {
  const texts = { text: 'heron', terms: ['heron'], source: 'TEXT', type: 'TEXT' };
  return store.upsert([{ id, documentId: 'd', values, tenantId: null, metadata: {}, ...texts }], signal);
};

test('a namespace that is deleted while its documents are embedded anew leaves no vectors of either generation', async () => {
  const { id, providers, remove } = await createChangedNamespace('changed');
  const { current, previous } = providers;
  if (!previous) throw new Error('nothing was replaced');
  const stores = [current.vectorStore, previous.vectorStore];
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

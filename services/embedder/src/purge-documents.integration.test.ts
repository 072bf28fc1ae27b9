import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { recordChunks } from '@docfleet/domain/chunk';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { claimDocument, createLeaseKeeper, documentFileKeys } from '@docfleet/domain/document';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace, type Namespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EmbedderContext } from './context.ts';
import { purgeDocumentsHandler } from './purge-documents.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const vault = createVault(randomBytes(32).toString('base64'));
const { signal } = new AbortController();
let testDatabase: TestDatabase;
let database: Database;
let namespace: Namespace;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 20 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
});

/** A document of one chunk; deleted, unless it is said to live. */
async function create({ lives = false } = {}): Promise<string> {
  const { documentId } = await acceptDocument(database, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    externalId: randomUUID(),
    name: null,
    documentType: 'TEXT',
    source: 'TEXT',
    metadata: {},
    chunkSize: 1_000,
    chunkOverlap: 200,
    config: {},
    contentHash: createHash('sha256').update('x').digest(),
    stage: 'EMBED',
    text: 'hello',
  });
  const claim = await claimDocument(database, { documentId, revision: 1, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const chunk = { vectorId: `${documentId}#known`, ordinal: 0, tokens: 1, start: 0, end: 5 };
  await recordChunks(database, claim, [chunk]);
  if (!lives)
    await database.document.update({
      where: { id: documentId },
      data: { status: 'QUEUED_FOR_DELETION', liveKey: null, leaseToken: null, leaseExpiresAt: null },
    });
  return documentId;
}

/** The stores of a namespace: vectors by their ids, files by their keys, and what was opened of which version. */
function createStores() {
  const [vectors, files, opened] = [new Set<string>(), new Set<string>(), [] as unknown[][]];
  /** Removes ids from the store; tests replace it. */
  let removeVectors = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) vectors.delete(id);
  };
  let atOnce = 0;
  let maxAtOnce = 0;
  const vectorStore = {
    async remove(ids: readonly string[], given: AbortSignal) {
      given.throwIfAborted();
      atOnce += 1;
      maxAtOnce = Math.max(maxAtOnce, atOnce);
      await removeVectors(ids).finally(() => {
        atOnce -= 1;
      });
    },
    async idsOfDocument(id: string, given: AbortSignal) {
      given.throwIfAborted();
      return [...vectors].filter((one) => one.startsWith(id));
    },
  };
  const fileStore = {
    async *list(prefix: string, given: AbortSignal) {
      given.throwIfAborted();
      yield* [...files].filter((key) => key.startsWith(prefix));
    },
    async remove(keys: readonly string[], given: AbortSignal) {
      given.throwIfAborted();
      for (const key of keys) files.delete(key);
    },
  };
  const open = async (...order: unknown[]) => {
    opened.push(order);
    return { vectorStore, fileStore };
  };
  return {
    vectors,
    files,
    opened,
    open,
    maxAtOnce: () => maxAtOnce,
    onRemove(act: typeof removeVectors) {
      removeVectors = act;
    },
    /** Puts in what the embedder wrote for a document, with a vector that no row knows of. */
    fill(id: string) {
      for (const vector of [`${id}#known`, `${id}#unknown`]) vectors.add(vector);
      for (const key of Object.values(documentFileKeys(id, 1))) files.add(key);
    },
  };
}

async function purge(stores: ReturnType<typeof createStores>, given = signal): Promise<void> {
  const leases = createLeaseKeeper(database, logger);
  const context = { database, leases, logger, providers: { open: stores.open } };
  const range = {
    namespaceId: namespace.id,
    first: '00000000-0000-0000-0000-000000000000',
    last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
  try {
    await purgeDocumentsHandler(context as unknown as EmbedderContext).handle(range, given);
  } finally {
    leases.close();
  }
}

const left = () => database.document.count({ where: { namespaceId: namespace.id } });
const notGone = { code: 'SERVICE_UNAVAILABLE', message: 'Some of the documents are not gone yet' };

test('a document is gone once its stores say that nothing is left of it, and not before', async () => {
  const [id, living] = [await create(), await create({ lives: true })];
  const stores = createStores();
  for (const one of [id, living]) stores.fill(one);
  await expect(purge(stores)).rejects.toMatchObject(notGone);
  expect(await left()).toBe(2);
  await purge(stores);
  expect(await left()).toBe(1);
  const { parsed, raw } = documentFileKeys(living, 1);
  expect([...stores.vectors]).toEqual([`${living}#known`, `${living}#unknown`]);
  expect([...stores.files]).toEqual(expect.arrayContaining([parsed, raw]));
  expect([...stores.files].every((key) => key.includes(living))).toBe(true);
  const { version } = await database.namespace.findUniqueOrThrow({ where: { id: namespace.id } });
  expect(stores.opened).toEqual([
    [namespace.id, version],
    [namespace.id, version],
  ]);
});

test('a document of which rows know everything is gone at once', async () => {
  const id = await create();
  const stores = createStores();
  stores.vectors.add(`${id}#known`);
  await purge(stores);
  expect([await left(), stores.vectors.size]).toEqual([0, 0]);
});

test('a file that is written again while its document is purged is removed as well', async () => {
  const id = await create();
  const stores = createStores();
  const { raw } = documentFileKeys(id, 1);
  stores.onRemove(async () => {
    stores.files.add(raw);
    stores.vectors.clear();
  });
  // It is written while the vector is removed, and found by the list of the files.
  stores.vectors.add(`${id}#known`);
  await purge(stores);
  expect([await left(), stores.files.size]).toEqual([0, 0]);
});

test('a document whose store is away is kept for another attempt, and the others are gone', async () => {
  const [away, gone] = [await create(), await create()];
  const stores = createStores();
  const outage = new AppError('PROVIDER_UNAVAILABLE', 'The store is away');
  stores.onRemove((ids) => (ids[0]?.startsWith(away) ? Promise.reject(outage) : Promise.resolve()));
  await expect(purge(stores)).rejects.toBe(outage);
  const rows = await database.document.findMany({ where: { namespaceId: namespace.id } });
  // The claim is released: the next attempt need not wait until it ends.
  expect(rows).toMatchObject([{ id: away, leaseToken: null, leaseExpiresAt: null }]);
  expect(await database.document.count({ where: { id: gone } })).toBe(0);
});

test('more than a hundred documents are purged by one job, sixteen of them at a time', async () => {
  await Promise.all(Array.from({ length: 103 }, () => create()));
  const stores = createStores();
  const sixteen = Promise.withResolvers<void>();
  let removals = 0;
  stores.onRemove(async () => {
    removals += 1;
    if (removals === 16) sixteen.resolve();
    // No one goes on until sixteen have come; a seventeenth would come at once.
    await sixteen.promise;
  });
  await purge(stores);
  expect([await left(), removals, stores.maxAtOnce()]).toEqual([0, 103, 16]);
});

test('a service that stops ends between two batches', async () => {
  await create();
  const abort = new AbortController();
  abort.abort('stop');
  await expect(purge(createStores(), abort.signal)).rejects.toBe('stop');
  expect(await left()).toBe(1);
});

test('a range without deleted documents asks nothing of any store', async () => {
  await create({ lives: true });
  const stores = createStores();
  await purge(stores);
  expect([await left(), stores.opened]).toEqual([1, []]);
});

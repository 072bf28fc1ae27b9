import { createHash, randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@docfleet/domain/database';
import {
  claimDocument,
  createLeaseKeeper,
  documentFileKeys,
  succeedDocument,
} from '@docfleet/domain/document';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cleanDocumentHandler } from './clean-document.ts';
import type { EmbedderContext } from './context.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

async function createReadyDocument(): Promise<string> {
  const organizationId = await createOrganization(database, 'Acme');
  const vault = createVault(randomBytes(32).toString('base64'));
  const namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  const { documentId } = await acceptDocument(database, {
    organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    externalId: 'a',
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
  await database.document.update({ where: { id: documentId }, data: { revision: 2 } });
  const claim = await claimDocument(database, { documentId, revision: 2, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const sizes = { provider: 'LOCAL', model: 'm', dimensions: 2, chunkSize: 1_000, chunkOverlap: 200 };
  await succeedDocument(database, claim, {
    fileSize: 5,
    characterCount: 5,
    tokenCount: 1,
    embeddingCount: 1,
    embedding: { ...sizes, metadataVersion: 1 },
  });
  return documentId;
}

test('cleaning removes the files of previous contents, and leaves those of the next, which are stored before it is accepted', async () => {
  const documentId = await createReadyDocument();
  const files = new Set([1, 2, 3].map((revision) => documentFileKeys(documentId, revision).raw));
  const fileStore = {
    async *list() {
      yield* [...files];
    },
    remove: async (keys: string[]) => keys.forEach((key) => void files.delete(key)),
  };
  const leases = createLeaseKeeper(database, logger);
  const providers = { open: async () => ({ fileStore, vectorStore: { remove: async () => undefined } }) };
  const handler = cleanDocumentHandler({ database, leases, logger, providers } as unknown as EmbedderContext);
  await handler.handle({ documentId }, new AbortController().signal);
  leases.close();
  expect([...files]).toEqual([2, 3].map((revision) => documentFileKeys(documentId, revision).raw));
});

test('cleaning removes the vectors that only previous contents had, and their rows once they are gone', async () => {
  const documentId = await createReadyDocument();
  const chunk = { documentId, tokens: 1, start: 0, end: 5, stored: true };
  const rows = [
    { ...chunk, revision: 1, ordinal: 0, vectorId: 'changed' },
    { ...chunk, revision: 1, ordinal: 1, vectorId: 'unchanged' },
    { ...chunk, revision: 2, ordinal: 0, vectorId: 'unchanged' },
  ];
  await database.chunk.createMany({ data: rows });
  const namespace = await database.namespace.findFirstOrThrow({
    where: { documents: { some: { id: documentId } } },
  });
  const opened: unknown[] = [];
  const removed: unknown[] = [];
  const failing = { value: true };
  const vectorStore = {
    async remove(ids: readonly string[]) {
      if (failing.value) throw new AppError('PROVIDER_UNAVAILABLE', 'The store is away');
      removed.push(ids);
    },
  };
  const fileStore = { async *list() {} };
  const leases = createLeaseKeeper(database, logger);
  const providers = {
    async open(...settings: unknown[]) {
      opened.push(settings);
      return { fileStore, vectorStore };
    },
  };
  const handler = cleanDocumentHandler({ database, leases, logger, providers } as unknown as EmbedderContext);
  const revisions = async () =>
    (await database.chunk.findMany({ where: { documentId } })).map(({ revision }) => revision).toSorted();
  await expect(handler.handle({ documentId }, new AbortController().signal)).rejects.toThrow();
  expect(await revisions()).toEqual([1, 1, 2]);
  failing.value = false;
  await handler.handle({ documentId }, new AbortController().signal);
  leases.close();
  expect(removed).toEqual([['changed']]);
  expect(await revisions()).toEqual([2]);
  expect(opened.at(-1)).toEqual([namespace.id, namespace.version]);
});

test('cleaning removes the sentences of chunks that none of the last ten contents has', async () => {
  const [documentId, other] = [await createReadyDocument(), await createReadyDocument()];
  const rows = [
    [documentId, 1],
    [documentId, 2],
    [other, 1],
  ] as const;
  await database.chunkContext.createMany({
    data: rows.map(([id, revision]) => ({
      documentId: id,
      contentHash: Buffer.alloc(32, revision),
      context: 'a sentence',
      revision,
    })),
  });
  await database.document.updateMany({
    where: { id: { in: [documentId, other] } },
    data: { activeRevision: 12, revision: 12 },
  });
  const leases = createLeaseKeeper(database, logger);
  const providers = { open: async () => ({ fileStore: { async *list() {} }, vectorStore: {} }) };
  const handler = cleanDocumentHandler({ database, leases, logger, providers } as unknown as EmbedderContext);
  await handler.handle({ documentId }, new AbortController().signal);
  leases.close();
  const left = await database.chunkContext.findMany({ where: { documentId: { in: [documentId, other] } } });
  expect(left.map((row) => [row.documentId, row.revision])).toEqual(
    expect.arrayContaining([
      [documentId, 2],
      [other, 1],
    ]),
  );
  expect(left).toHaveLength(2);
  expect(await database.documentCleaning.count({ where: { documentId } })).toBe(0);
});

test('a cleaning whose store is away is tried again, and the document is released', async () => {
  const documentId = await createReadyDocument();
  const outage = new AppError('PROVIDER_UNAVAILABLE', 'The store is away');
  const fileStore = {
    async *list() {
      yield* await Promise.reject<string[]>(outage);
    },
  };
  const leases = createLeaseKeeper(database, logger);
  const providers = { open: async () => ({ fileStore }) };
  const handler = cleanDocumentHandler({ database, leases, logger, providers } as unknown as EmbedderContext);
  const cleaning = handler.handle({ documentId }, new AbortController().signal);
  await expect(cleaning).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
  leases.close();
  expect(await database.document.findUniqueOrThrow({ where: { id: documentId } })).toMatchObject({
    leaseToken: null,
  });
  expect(await database.documentCleaning.count({ where: { documentId } })).toBe(1);
});

test('a document that is not to be cleaned is left alone', async () => {
  const handler = cleanDocumentHandler({ database } as unknown as EmbedderContext);
  const documentId = '00000000-0000-7000-8000-000000000000';
  await expect(handler.handle({ documentId }, new AbortController().signal)).resolves.toBeUndefined();
});

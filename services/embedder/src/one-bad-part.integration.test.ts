/** Of documents that are worked on together, one that fails fails alone: see docs/decisions/0009. */
import { createHash, randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createLeaseKeeper, type LeaseKeeper } from '@docfleet/domain/document';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { everyDocument } from '@docfleet/queues';
import { createLogger } from '@docfleet/runtime/logging';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EmbedderContext } from './context.ts';
import { purgeDocumentsHandler } from './purge-documents.ts';
import { updateVectorMetadataHandler } from './update-vector-metadata.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const vault = createVault(randomBytes(32).toString('base64'));
const signal = AbortSignal.timeout(600_000);
/** More than a batch, so that those behind the bad one are in other batches too. */
const documents = 201;

let testDatabase: TestDatabase;
let database: Database;
let leases: LeaseKeeper;
let ids: string[];
let namespaceId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 10 });
  leases = createLeaseKeeper(database, logger);
});
afterAll(async () => {
  await leases.close();
  await database.$disconnect();
  await testDatabase.drop();
});

let namespaces = 0;
beforeEach(async () => {
  namespaces += 1;
  const organizationId = await createOrganization(database, `Acme ${namespaces}`);
  const name = 'docs';
  ({ id: namespaceId } = await createNamespace(database, vault, { organizationId, name, configs: {} }));
  ids = [];
  for (let index = 0; index < documents; index += 1) {
    const { documentId } = await acceptDocument(database, {
      organizationId,
      namespaceId,
      tenantId: null,
      externalId: `document ${index}`,
      name: null,
      metadata: {},
      documentType: 'TEXT',
      source: 'TEXT',
      stage: 'EMBED',
      config: {},
      text: 'text',
      chunkSize: 400,
      chunkOverlap: 80,
      contentHash: createHash('sha256').update('text').digest(),
    });
    ids.push(documentId);
  }
  ids.sort();
  await database.chunk.createMany({
    data: ids.map((documentId) => ({
      documentId,
      revision: 1,
      ordinal: 0,
      vectorId: `${documentId}#text`,
      tokens: 1,
      start: 0,
      end: 4,
      stored: true,
    })),
  });
});

/** Returns the dependencies of the handlers, with a store whose calls for one document fail. */
function contextWhere(bad: string | undefined, error: AppError, done: string[]): EmbedderContext {
  const note = async (vectorIds: readonly string[]) => {
    const own = vectorIds.map((vectorId) => vectorId.split('#')[0] ?? '');
    if (bad === undefined || own.includes(bad)) throw error;
    done.push(...own);
  };
  const vectorStore = { remove: note, updateMetadata: note, idsOfDocument: async () => [] };
  const fileStore = {
    list: async function* () {},
    remove: async () => undefined,
    listKeys: async function* () {},
  };
  const providers = { open: async () => ({ vectorStore, fileStore }) };
  return { database, logger, leases, providers } as unknown as EmbedderContext;
}

const failures = [
  ['refused', new AppError('PROVIDER_REJECTED', 'refused')],
  ['unavailable', new AppError('PROVIDER_UNAVAILABLE', 'not now')],
] as const;

describe.each(failures)('where a store answers that one document is %s', (_, error) => {
  test('the metadata of the others reaches their vectors, once', async () => {
    const queued = {
      activeRevision: 1,
      metadataUpdate: 'QUEUED',
      metadataVersion: 2,
      embedding: {},
    } as const;
    await database.document.updateMany({ where: { namespaceId }, data: { ...queued, status: 'SUCCESS' } });
    const bad = ids[0];
    const done: string[] = [];
    const handler = updateVectorMetadataHandler(contextWhere(bad, error, done));
    const range = { ...everyDocument, namespaceId, change: 'one' };
    for (let attempt = 0; attempt < 2; attempt += 1)
      await handler.handle(range, signal).catch(() => undefined);
    expect(done.toSorted()).toEqual(ids.slice(1));
    const left = await database.document.findMany({
      where: { namespaceId, metadataUpdate: { not: 'COMPLETED' } },
    });
    expect(left.map(({ id, metadataUpdate }) => [id, metadataUpdate])).toEqual([
      [bad, error.retryable ? 'PROCESSING' : 'ERROR'],
    ]);
  });

  test('the others are purged, once', async () => {
    await database.document.updateMany({
      where: { namespaceId },
      data: { status: 'QUEUED_FOR_DELETION', liveKey: null },
    });
    const bad = ids[0];
    const done: string[] = [];
    const handler = purgeDocumentsHandler(contextWhere(bad, error, done));
    const range = { ...everyDocument, namespaceId };
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(handler.handle(range, signal)).rejects.toMatchObject({ code: error.code });
    expect(done.toSorted()).toEqual(ids.slice(1));
    const left = await database.document.findMany({ where: { namespaceId } });
    expect(left.map(({ id }) => id)).toEqual([bad]);
  });
});

test('a store that is away is not asked for every document of the range', async () => {
  await database.document.updateMany({
    where: { namespaceId },
    data: { status: 'QUEUED_FOR_DELETION', liveKey: null },
  });
  const error = new AppError('PROVIDER_UNAVAILABLE', 'away');
  const handler = purgeDocumentsHandler(contextWhere(undefined, error, []));
  await expect(handler.handle({ ...everyDocument, namespaceId }, signal)).rejects.toBe(error);
  const claimed = await database.document.count({ where: { namespaceId, leaseToken: { not: null } } });
  expect(claimed).toBe(0);
});

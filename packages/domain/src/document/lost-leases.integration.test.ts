import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  acceptDocument,
  type ClaimedDocument,
  claimDocument,
  claimForCleaning,
  createNamespace,
  createOrganization,
  type Database,
  type DocumentToClean,
  disownWritten,
  findStaleVectors,
  forgetStaleChunks,
  type IncomingDocument,
  type Namespace,
  openDatabase,
  recordChunks,
  releaseCleaned,
  releaseDocument,
  succeedDocument,
} from '../index.ts';

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
  const vault = createVault(randomBytes(32).toString('base64'));
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
});

const incoming = (changes: Partial<IncomingDocument> = {}): IncomingDocument => ({
  organizationId: namespace.organizationId,
  namespaceId: namespace.id,
  tenantId: null,
  externalId: 'a',
  name: 'A',
  documentType: 'TEXT',
  source: 'TEXT',
  metadata: {},
  chunkSize: 1000,
  chunkOverlap: 200,
  config: {},
  contentHash: createHash('sha256').update('x').digest(),
  stage: 'EMBED',
  text: 'hello',
  ...changes,
});

const result = {
  fileSize: 5,
  characterCount: 5,
  tokenCount: 1,
  embeddingCount: 1,
  embedding: {
    provider: 'LOCAL',
    model: 'static-1024',
    dimensions: 1024,
    chunkSize: 1000,
    chunkOverlap: 200,
    metadataVersion: 1,
  },
};

async function claim(documentId: string, revision = 1): Promise<ClaimedDocument> {
  const claimed = await claimDocument(database, { documentId, revision, stage: 'EMBED' });
  if (!claimed) throw new Error('nothing to claim');
  return claimed;
}

async function clean(documentId: string): Promise<DocumentToClean> {
  const claimed = await claimForCleaning(database, documentId);
  if (!claimed) throw new Error('nothing to clean');
  return claimed;
}

const chunk = (documentId: string, ordinal: number, content: string) => ({
  vectorId: `${documentId}#${content}`,
  ordinal,
  tokens: 1,
  start: 0,
  end: 5,
});

test('a job that finds its document held until this moment comes back, as nobody else would', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const holder = await claim(documentId);
  const failure = new AppError('PROVIDER_UNAVAILABLE', 'away');
  // The holder lets go after the claim was refused, and before anyone has asked why.
  const releasing = database.$extends({
    query: {
      document: {
        async count({ args, query }) {
          await releaseDocument(database, holder, failure);
          return query(args);
        },
      },
    },
  }) as unknown as Database;
  const waiting = claimDocument(releasing, { documentId, revision: 1, stage: 'EMBED' });
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await claim(documentId);
});

test('a cleaning that finds its document held until this moment comes back', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  await succeedDocument(database, await claim(documentId), result);
  const holder = await clean(documentId);
  const releasing = database.$extends({
    query: {
      document: {
        async count({ args, query }) {
          await releaseCleaned(database, holder);
          return query(args);
        },
      },
    },
  }) as unknown as Database;
  await expect(claimForCleaning(releasing, documentId)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('vectors of a worker that lost its document are noted for the next cleaning; one that holds it notes nothing', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  expect(await disownWritten(database, zombie, [`${documentId}#x`])).toEqual({ removeNow: false, jobs: [] });
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  const successor = await claim(documentId);
  await recordChunks(database, successor, [chunk(documentId, 0, 'kept')]);
  await succeedDocument(database, successor, result);
  const written = [`${documentId}#kept`, `${documentId}#late`];
  expect(await disownWritten(database, zombie, written)).toMatchObject({
    removeNow: false,
    jobs: [{ queue: 'clean-document', payload: { documentId } }],
  });
  expect(await findStaleVectors(database, await clean(documentId))).toEqual([`${documentId}#late`]);
});

test('vectors of a worker whose document was deleted meanwhile are its own to remove', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  const gone = { status: 'QUEUED_FOR_DELETION', liveKey: null, leaseToken: null } as const;
  await database.document.update({ where: { id: documentId }, data: gone });
  expect(await disownWritten(database, zombie, [`${documentId}#x`])).toEqual({ removeNow: true, jobs: [] });
  await database.document.delete({ where: { id: documentId } });
  expect(await disownWritten(database, zombie, [`${documentId}#x`])).toEqual({ removeNow: true, jobs: [] });
  expect(await database.chunk.count({ where: { documentId } })).toBe(0);
});

test('a cleaning that outlived its lease removes and forgets nothing of what a newer content is made of', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  await succeedDocument(database, await claim(documentId), result);
  const zombie = await clean(documentId);
  await acceptDocument(database, incoming({ text: 'changed' }));
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  await expect(findStaleVectors(database, zombie)).rejects.toThrow(/taken over/);
  const successor = await claim(documentId, 2);
  await recordChunks(database, successor, [chunk(documentId, 0, 'new')]);
  await expect(findStaleVectors(database, zombie)).rejects.toThrow(/taken over/);
  await expect(forgetStaleChunks(database, zombie)).rejects.toThrow(/taken over/);
  await succeedDocument(database, successor, result);
  expect(await database.chunk.count({ where: { documentId } })).toBe(1);
});

test('a worker whose lease was taken over changes nothing', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const zombie = await claim(documentId);
  await database.$executeRaw`UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE id = ${documentId}::uuid`;
  const successor = await claim(documentId);
  expect(successor.crashes).toBe(1);
  await expect(succeedDocument(database, zombie, result)).rejects.toThrow(/taken over/);
  await expect(recordChunks(database, zombie, [chunk(documentId, 0, 'x')])).rejects.toThrow(/taken over/);
  await succeedDocument(database, successor, result);
});

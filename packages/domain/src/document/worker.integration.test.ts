import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/logging';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  acceptDocument,
  createDocumentWorker,
  createLeaseKeeper,
  createNamespace,
  createOrganization,
  type Database,
  failDocument,
  type Namespace,
  openDatabase,
  succeedDocument,
} from '../index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let testDatabase: TestDatabase;
let database: Database;
let namespace: Namespace;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 10 });
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

async function accept(): Promise<string> {
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
  return documentId;
}

const embedding = {
  provider: 'LOCAL',
  model: 'static-1024',
  dimensions: 1_024,
  chunkSize: 1_000,
  chunkOverlap: 200,
  metadataVersion: 1,
};
const result = { fileSize: 5, characterCount: 5, tokenCount: 1, embeddingCount: 1, embedding };

/** What became of a document that a process took up. */
type Fate = 'finished' | 'sent back' | 'given up' | 'in flight';

/** A worker process in which work on the `unending` documents begins and does not end. */
function startProcess(...unending: string[]) {
  const leases = createLeaseKeeper(database, logger);
  const worker = createDocumentWorker(database, leases, 'EMBED');
  const { signal } = new AbortController();

  /** Works as the queue does: what cannot be tried again is given up. */
  async function work(documentId: string, onBegun: () => void): Promise<Fate> {
    const payload = { namespaceId: namespace.id, documentId, revision: 1 };
    try {
      await worker.work(payload, signal, async (claim) => {
        onBegun();
        if (unending.includes(documentId)) await new Promise(() => undefined);
        await succeedDocument(database, claim, result);
      });
      return 'finished';
    } catch (cause) {
      const error = AppError.from(cause);
      if (error.retryable) return 'sent back';
      await failDocument(database, payload, error);
      return 'given up';
    }
  }

  return {
    take(documentId: string): Promise<Fate> {
      return new Promise((resolve, reject) => {
        const onBegun = () => unending.includes(documentId) && resolve('in flight');
        work(documentId, onBegun).then(resolve, reject);
      });
    },
    /** Dies with all that is in flight: nobody renews its leases any more. */
    async crash(): Promise<void> {
      leases.close();
      await database.$executeRaw`
        UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second' WHERE "leaseToken" IS NOT NULL`;
    },
  };
}

const statusOf = async (id: string) => {
  const { status, errorCode } = await database.document.findUniqueOrThrow({ where: { id } });
  return errorCode ? `${status} ${errorCode}` : status;
};

test('of those in flight at two crashes, the one that crashes the worker alone is failed and the others succeed', async () => {
  const [deadly, ...innocent] = [await accept(), await accept(), await accept(), await accept()];
  for (let crash = 1; crash <= 2; crash += 1) {
    const process = startProcess(deadly, ...innocent);
    for (const id of [deadly, ...innocent]) expect(await process.take(id)).toBe('in flight');
    await process.crash();
  }
  for (let crash = 3; crash <= 5; crash += 1) {
    const process = startProcess(deadly);
    expect(await process.take(deadly)).toBe('in flight');
    for (const id of innocent) expect(await process.take(id)).toBe('sent back');
    await process.crash();
  }
  const process = startProcess(deadly);
  expect(await process.take(deadly)).toBe('given up');
  for (const id of innocent) expect(await process.take(id)).toBe('finished');
  expect(await statusOf(deadly)).toBe('FAILED DOCUMENT_CRASHED_WORKER');
  for (const id of innocent) expect(await statusOf(id)).toBe('SUCCESS');
  await process.crash();
});

test('a document that comes while a suspect is tried is worked on beside it, and blamed for two crashes at most', async () => {
  const [deadly, newcomer] = [await accept(), await accept()];
  const fates: Fate[] = [];
  for (let crash = 1; crash <= 5; crash += 1) {
    const process = startProcess(deadly, newcomer);
    expect(await process.take(deadly)).toBe('in flight');
    if (crash > 2) fates.push(await process.take(newcomer));
    await process.crash();
  }
  expect(fates).toEqual(['in flight', 'in flight', 'sent back']);
  const process = startProcess(deadly);
  expect(await process.take(deadly)).toBe('given up');
  expect(await process.take(newcomer)).toBe('finished');
  await process.crash();
});

test('a document that outlived two crashes and succeeds has a clean slate', async () => {
  const id = await accept();
  for (let crash = 1; crash <= 2; crash += 1) {
    const process = startProcess(id);
    expect(await process.take(id)).toBe('in flight');
    await process.crash();
  }
  const process = startProcess();
  expect(await process.take(id)).toBe('finished');
  expect((await database.document.findUniqueOrThrow({ where: { id } })).crashes).toBe(0);
  await process.crash();
});

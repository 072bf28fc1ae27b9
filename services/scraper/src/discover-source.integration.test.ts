import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { confirmDeletion } from '@docfleet/domain/deletion';
import { acceptSource } from '@docfleet/domain/ingest';
import { createNamespace, type Namespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { findRunWithDocuments } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ScraperContext } from './context.ts';
import { discoverSourceHandler } from './discover-source.ts';

/** Nothing secret is configured, and nothing is read back. */
const vault = { seal: () => Buffer.from('sealed') } as unknown as ScraperContext['vault'];
const { signal } = new AbortController();
let testDatabase: TestDatabase;
let database: Database;
let namespace: Namespace;
/** Queues of the jobs that were dispatched. */
let dispatched: string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  dispatched = [];
});

const handler = (percent = 20) =>
  discoverSourceHandler({
    database,
    vault,
    admissionWindow: { windowSize: 1_000 },
    dispatcher: {
      dispatch: (jobs: { queue: string }[]) => void dispatched.push(...jobs.map((job) => job.queue)),
    },
    settings: { deletionLimits: { percent, documents: 100 } },
  } as unknown as ScraperContext);

const addresses = (count: number) =>
  Array.from({ length: count }, (_, number) => `https://example.com/${number}`);

/** Accepts a list of addresses; returns its job and run. */
const accept = (urls: readonly string[], config: object = {}, source = 'URLS_LIST') =>
  acceptSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source,
    config: { urls, ...config },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'NEVER',
  });

/** Another run of a list, which names these addresses now. */
async function runAgain(
  ingestJobId: string,
  urls: readonly string[],
  scheduledFor: Date | null = new Date(),
) {
  await database.ingestJob.update({ where: { id: ingestJobId }, data: { config: { urls: [...urls] } } });
  const { organizationId, id: namespaceId } = namespace;
  const id = createId();
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor } as const;
  await database.ingestJobRun.create({ data: { id, organizationId, namespaceId, ingestJobId, ...listed } });
  return id;
}

async function readTwice(before: number, after: number, scheduledFor?: Date | null) {
  const { ingestJobId, ingestJobRunId } = await accept(addresses(before));
  await handler().handle({ ingestJobRunId }, signal);
  const again = await runAgain(ingestJobId, addresses(after), scheduledFor);
  dispatched = [];
  await handler().handle({ ingestJobRunId: again }, signal);
  return again;
}

const left = () => database.document.count({ where: { namespaceId: namespace.id, liveKey: { not: null } } });
const runOf = async (ingestJobRunId: string) => {
  const run = await findRunWithDocuments(database, {
    namespaceId: namespace.id,
    tenantId: undefined,
    ingestJobRunId,
  });
  const { listing } = await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } });
  return { status: run?.status, errorMessage: run?.errorMessage, deleted: run?.items?.deleted, listing };
};

test('each address of a list becomes a document with this address, and the list is read', async () => {
  const { ingestJobRunId } = await accept(addresses(3));
  await handler().handle({ ingestJobRunId }, signal);
  expect(await left()).toBe(3);
  expect(dispatched).toEqual(['fetch-page', 'fetch-page', 'fetch-page']);
  const documents = await database.document.findMany({ where: { namespaceId: namespace.id } });
  expect(documents.map(({ sourceUrl }) => sourceUrl).sort()).toEqual(addresses(3));
  expect(await runOf(ingestJobRunId)).toMatchObject({ listing: null, errorMessage: null, deleted: 0 });
});

test('what a scheduled run of a list no longer names is deleted', async () => {
  const again = await readTwice(10, 8);
  expect(await left()).toBe(8);
  expect(dispatched).toContain('purge-documents');
  expect(await runOf(again)).toMatchObject({ listing: null, deleted: 2 });
});

test('more than may be deleted waits for a confirmation, and the next run takes its place', async () => {
  const waiting = await readTwice(10, 5);
  expect(await left()).toBe(10);
  expect(await runOf(waiting)).toMatchObject({
    status: 'NEEDS_CONFIRMATION',
    listing: 'CONFIRMATION',
    deleted: 0,
  });
  const actor = { organizationId: namespace.organizationId, apiKeyId: null };
  const { ingestJobId } = await database.ingestJobRun.findUniqueOrThrow({ where: { id: waiting } });
  const next = await runAgain(ingestJobId, addresses(10));
  await handler().handle({ ingestJobRunId: next }, signal);
  expect(await runOf(waiting)).toMatchObject({
    listing: null,
    errorMessage: 'A newer sync took its place before its deletions were confirmed: nothing was deleted',
  });
  expect(await confirmDeletion(database, actor, { id: waiting, tenantId: null })).toBeUndefined();
  expect(await left()).toBe(10);
});

test('a run that no schedule requested is not compared with those before, and deletes nothing', async () => {
  const again = await readTwice(10, 8, null);
  expect(await left()).toBe(10);
  expect(await runOf(again)).toMatchObject({ listing: null, deleted: 0 });
});

test('a filter that nothing passes is named with its first paths', async () => {
  const includePaths = Array.from({ length: 6 }, (_, number) => `/${number}/**`);
  const { ingestJobRunId } = await accept([], { includePaths });
  await handler().handle({ ingestJobRunId }, signal);
  expect(await runOf(ingestJobRunId)).toMatchObject({
    errorMessage:
      'No address of the source matches includePaths (/0/**, /1/**, /2/**, /3/**, /4/** and 1 more): 0 were left out',
  });
});

test.each([
  ['that something passes', addresses(1), { includePaths: ['/**'] }],
  ['that is empty', [], { includePaths: [] }],
])('a filter %s is not named', async (_name, urls, config) => {
  const { ingestJobRunId } = await accept(urls, config);
  await handler().handle({ ingestJobRunId }, signal);
  expect(await runOf(ingestJobRunId)).toMatchObject({ listing: null, errorMessage: null });
});

test('a list that was read is not read again', async () => {
  const { ingestJobRunId } = await accept(addresses(1));
  await handler().handle({ ingestJobRunId }, signal);
  await database.document.deleteMany({ where: { namespaceId: namespace.id } });
  await handler().handle({ ingestJobRunId }, signal);
  expect(await left()).toBe(0);
});

test('a source that could not be read says why, and its run takes no more', async () => {
  const { ingestJobRunId } = await accept(addresses(1));
  const error = new AppError('PAGE_UNAVAILABLE', 'The site is away');
  await handler().onExhausted({ ingestJobRunId }, error);
  expect(await runOf(ingestJobRunId)).toMatchObject({
    listing: null,
    errorMessage: expect.stringContaining('The site is away'),
  });
});

import { randomBytes } from 'node:crypto';
import { limits } from '@docfleet/runtime/config';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Database, openDatabase, type SyncFrequency } from '../database/index.ts';
import { syncDueDocuments } from '../document/index.ts';
import { acceptSource, runDueJobs } from '../ingest/index.ts';
import { createNamespace, type Namespace } from '../namespace/index.ts';
import { createOrganization } from '../organization/index.ts';
import { addDocumentsToRun, closeListing } from '../run/index.ts';
import { correctSchedules } from './index.ts';

const roomForAll = { windowSize: 100_000 };

let testDatabase: TestDatabase;
/** Schedulers of the fleet, each with its own connections. */
let schedulers: Database[];
let database: Database;
let namespace: Namespace;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  schedulers = Array.from({ length: 3 }, () => openDatabase({ url: testDatabase.url, poolSize: 4 }));
  database = schedulers[0] as Database;
});
afterAll(async () => {
  await Promise.all(schedulers.map((scheduler) => scheduler.$disconnect()));
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.namespace.deleteMany();
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
});

const vault = createVault(randomBytes(32).toString('base64'));
const anchor = new Date('2026-01-31T10:00:00Z');
const at = (text: string) => new Date(text);

async function accept(syncFrequency: SyncFrequency, source: string = 'SITEMAP') {
  const accepted = await acceptSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source,
    config: { url: 'https://example.com/sitemap.xml' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency,
  });
  return accepted;
}

/** Creates a job whose first run has finished, anchored at the given time. */
async function createJob(syncFrequency: SyncFrequency, source?: string): Promise<string> {
  const { ingestJobId, ingestJobRunId } = await accept(syncFrequency, source);
  await closeListing(database, [ingestJobRunId]);
  await database.ingestJob.update({
    where: { id: ingestJobId },
    data: { createdAt: anchor, nextRunAt: new Date(anchor.getTime() + 86_400_000) },
  });
  return ingestJobId;
}

async function tick(now: Date, scheduler = database) {
  const jobs = [];
  for await (const batch of runDueJobs(scheduler, now)) jobs.push(...batch);
  return jobs;
}

/** The moments for which a job has runs. */
async function momentsOf(ingestJobId: string): Promise<string[]> {
  const runs = await database.ingestJobRun.findMany({
    where: { ingestJobId, scheduledFor: { not: null } },
    orderBy: { scheduledFor: 'asc' },
  });
  return runs.map((run) => run.scheduledFor?.toISOString().slice(0, 16) ?? '');
}

const endRuns = async (ingestJobId: string) => {
  const runs = await database.ingestJobRun.findMany({ where: { ingestJobId } });
  await closeListing(
    database,
    runs.map((run) => run.id),
  );
};

test('a source that is accepted with a frequency runs immediately, and again a period later', async () => {
  const { ingestJobId, ingestJobRunId, jobs } = await accept('WEEKLY');
  expect(jobs).toMatchObject([{ queue: 'discover-source', payload: { ingestJobRunId } }]);
  const job = await database.ingestJob.findUniqueOrThrow({ where: { id: ingestJobId } });
  expect(job.nextRunAt?.getTime()).toBe(job.createdAt.getTime() + 7 * 86_400_000);
});

test.each([
  ['SITEMAP', 'discover-source'],
  ['WEBSITE', 'discover-source'],
  ['YOUTUBE', 'discover-source'],
  ['URLS_LIST', 'discover-source'],
  ['NOTION', 'sync-connection'],
  ['CONFLUENCE', 'sync-connection'],
  ['S3', 'sync-connection'],
] as const)('a due %s is read by %s', async (source, queue) => {
  const ingestJobId = await createJob('DAILY', source);
  const jobs = await tick(at('2026-02-01T10:00Z'));
  const run = await database.ingestJobRun.findFirstOrThrow({ where: { ingestJobId, listing: 'SOURCE' } });
  expect(jobs).toMatchObject([{ queue, payload: { ingestJobRunId: run.id } }]);
  expect(await database.outboxEntry.count({ where: { id: jobs[0]?.id ?? '' } })).toBe(1);
});

test('texts and files cannot be read again', async () => {
  await expect(accept('DAILY', 'TEXT')).rejects.toMatchObject({ code: 'INVALID_INGEST_CONFIG' });
  const ingestJobId = await createJob('DAILY');
  await database.ingestJob.update({ where: { id: ingestJobId }, data: { source: 'LOCAL_FILE' } });
  expect(await tick(at('2026-03-01T10:00Z'))).toEqual([]);
});

test('of concurrent schedulers, one creates the run', async () => {
  const jobs = await Promise.all(Array.from({ length: 20 }, () => createJob('DAILY')));
  for (const day of ['2026-02-01', '2026-02-02', '2026-02-03']) {
    const now = at(`${day}T10:00:30Z`);
    const made = await Promise.all([...schedulers, ...schedulers].map((scheduler) => tick(now, scheduler)));
    expect(made.flat()).toHaveLength(20);
    for (const id of jobs) await endRuns(id);
  }
  for (const id of jobs)
    expect(await momentsOf(id)).toEqual(['2026-02-01T10:00', '2026-02-02T10:00', '2026-02-03T10:00']);
});

test('a job is not run before its moment, and once at it', async () => {
  const id = await createJob('DAILY');
  expect(await tick(at('2026-02-01T09:59:59.999Z'))).toHaveLength(0);
  expect(await tick(at('2026-02-01T10:00Z'))).toHaveLength(1);
  await endRuns(id);
  expect(await tick(at('2026-02-01T10:00:01Z'))).toHaveLength(0);
});

test('a monthly job of the 31st runs on the last day of shorter months, and on the 31st again', async () => {
  const id = await createJob('MONTHLY');
  for (let day = 0; day < 150; day += 1) {
    await tick(new Date(at('2026-02-01T12:00Z').getTime() + day * 86_400_000));
    await endRuns(id);
  }
  expect(await momentsOf(id)).toEqual([
    '2026-02-28T10:00',
    '2026-03-31T10:00',
    '2026-04-30T10:00',
    '2026-05-31T10:00',
    '2026-06-30T10:00',
  ]);
});

test('a fleet that was off for weeks creates one run, for the latest scheduled time', async () => {
  const id = await createJob('DAILY');
  expect(await tick(at('2026-02-20T13:00Z'))).toHaveLength(1);
  await endRuns(id);
  expect(await tick(at('2026-02-20T13:01Z'))).toHaveLength(0);
  expect(await momentsOf(id)).toEqual(['2026-02-20T10:00']);
});

test('after the clock was set back, no scheduled time runs twice, and none is delayed by more than a period', async () => {
  const id = await createJob('DAILY');
  // A year ahead by mistake.
  await tick(at('2027-02-01T11:00Z'));
  await endRuns(id);
  await tick(at('2026-02-01T11:00Z'));
  expect(await momentsOf(id)).toEqual(['2027-02-01T10:00']);
  await correctSchedules(database, at('2026-02-01T11:00Z'));
  await tick(at('2026-02-02T10:00Z'));
  await endRuns(id);
  // Back by an hour, over the moment that was just run.
  await correctSchedules(database, at('2026-02-02T09:00Z'));
  await tick(at('2026-02-02T10:00Z'));
  await endRuns(id);
  await tick(at('2026-02-03T10:00Z'));
  expect(await momentsOf(id)).toEqual(['2026-02-02T10:00', '2026-02-03T10:00', '2027-02-01T10:00']);
});

test('a job whose last run is still going waits for its end, then runs once', async () => {
  const id = await createJob('DAILY');
  await tick(at('2026-02-01T10:00Z'));
  expect(await tick(at('2026-02-02T10:00Z'))).toHaveLength(0);
  expect(await tick(at('2026-02-03T12:00Z'))).toHaveLength(0);
  await endRuns(id);
  expect(await tick(at('2026-02-03T12:01Z'))).toHaveLength(1);
  expect(await momentsOf(id)).toEqual(['2026-02-01T10:00', '2026-02-03T10:00']);
});

test('a job of a namespace that is being deleted does not run', async () => {
  await createJob('DAILY');
  await database.namespace.update({ where: { id: namespace.id }, data: { status: 'DELETING' } });
  expect(await tick(at('2026-02-01T10:00Z'))).toEqual([]);
});

async function createPages(count: number) {
  const { ingestJobId, ingestJobRunId } = await accept('NEVER');
  const found = Array.from({ length: count }, (_, index) => ({
    externalId: `https://example.com/${index}`,
    name: null,
    documentType: 'URL' as const,
    ingestionSource: 'SITEMAP' as const,
    metadata: {},
    stage: 'FETCH_PAGE' as const,
  }));
  await addDocumentsToRun(database, ingestJobRunId, found, roomForAll);
  await closeListing(database, [ingestJobRunId]);
  return { ingestJobId, ingestJobRunId };
}

async function endPages(ingestJobRunId: string) {
  await database.document.updateMany({ where: { ingestJobRunId }, data: { status: 'SUCCESS' } });
}

async function sync(now: Date, scheduler = database, window = roomForAll) {
  const jobs = [];
  for await (const batch of syncDueDocuments(scheduler, now, window)) jobs.push(...batch);
  return jobs;
}

test('due documents are resynced once, by one of the schedulers', async () => {
  const { ingestJobId, ingestJobRunId } = await createPages(30);
  await endPages(ingestJobRunId);
  const due = { createdAt: anchor, syncFrequency: 'WEEKLY', nextSyncAt: at('2026-02-07T10:00Z') } as const;
  await database.document.updateMany({ where: { ingestJobId }, data: due });
  expect(await sync(at('2026-02-07T09:59Z'))).toEqual([]);
  const now = at('2026-03-01T00:00Z');
  const made = await Promise.all(schedulers.map((scheduler) => sync(now, scheduler)));
  expect(made.flat()).toHaveLength(30);
  const rows = await database.document.findMany({ where: { ingestJobId } });
  for (const row of rows)
    expect(row).toMatchObject({ status: 'QUEUED_FOR_RESYNC', nextSyncAt: at('2026-03-07T10:00Z') });
  const runs = await database.ingestJobRun.findMany({ where: { id: rows[0]?.ingestJobRunId ?? '' } });
  expect(runs).toMatchObject([{ ingestJobId, listing: null, status: 'QUEUED' }]);
});

test('due documents that the window has no room for wait in the backlog', async () => {
  const { ingestJobId, ingestJobRunId } = await createPages(5);
  await endPages(ingestJobRunId);
  const due = { createdAt: anchor, syncFrequency: 'WEEKLY', nextSyncAt: at('2026-02-07T10:00Z') } as const;
  await database.document.updateMany({ where: { ingestJobId }, data: due });
  expect(await sync(at('2026-02-08T00:00Z'), database, { windowSize: 2 })).toHaveLength(2);
  const rows = await database.document.findMany({ where: { ingestJobId }, orderBy: { status: 'asc' } });
  expect(rows.map(({ status, revision }) => [status, revision])).toEqual([
    ...Array(3).fill(['BACKLOG', 2]),
    ...Array(2).fill(['QUEUED_FOR_RESYNC', 2]),
  ]);
});

test('a document in progress at its scheduled time is not read again', async () => {
  const { ingestJobId } = await createPages(1);
  await database.document.updateMany({
    where: { ingestJobId },
    data: { createdAt: anchor, syncFrequency: 'DAILY', nextSyncAt: anchor },
  });
  expect(await sync(at('2026-02-07T10:00Z'))).toEqual([]);
  expect(await database.document.findFirst({ where: { ingestJobId } })).toMatchObject({
    status: 'QUEUED',
    nextSyncAt: at('2026-02-08T10:00Z'),
  });
});

test('an organization has so many schedules at most, and sources without one are still accepted', async () => {
  const { ingestJobId } = await accept('DAILY');
  await database.$executeRaw`
    INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", source, config, "chunkSize", "chunkOverlap", "syncFrequency", "nextRunAt", "updatedAt")
    SELECT gen_random_uuid(), "organizationId", "namespaceId", source, '{}', 1000, 200, 'DAILY', now() + interval '1 day', now()
    FROM ingest_jobs, generate_series(2, ${limits.schedulesPerOrganization}) WHERE id = ${ingestJobId}::uuid`;
  await expect(accept('WEEKLY')).rejects.toMatchObject({ code: 'ORGANIZATION_LIMIT_REACHED' });
  await expect(accept('NEVER')).resolves.toMatchObject({ ingestJobId: expect.any(String) });
  await database.ingestJob.update({
    where: { id: ingestJobId },
    data: { syncFrequency: 'NEVER', nextRunAt: null },
  });
  await expect(accept('WEEKLY')).resolves.toMatchObject({ ingestJobId: expect.any(String) });
});

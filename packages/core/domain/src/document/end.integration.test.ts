import { randomUUID } from 'node:crypto';
import type { Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { accept, chunk, claim, database, embedded, namespace } from '../../test/domain.fixture.ts';
import { recordChunks } from '../chunk/index.ts';
import type { OutboxJob } from '../outbox/index.ts';
import { failDocument, keepDocument, succeedDocument } from './index.ts';

const past = new Date('2026-01-02T03:04:05Z');
const outage = new AppError('PROVIDER_UNAVAILABLE', 'away');
const rowOf = (id: string) => database.document.findUniqueOrThrow({ where: { id } });
const change = (id: string, data: Prisma.DocumentUncheckedUpdateInput) =>
  database.document.update({ where: { id }, data });

/** A document that searches see, synced long ago. */
async function createVisible(): Promise<string> {
  const id = await accept();
  await succeedDocument(database, await claim(id), embedded);
  await change(id, { lastSyncedAt: past });
  return id;
}

/** Requests another revision, as a sync does, in the run of the first. */
async function request(id: string, data: Prisma.DocumentUncheckedUpdateInput = {}): Promise<void> {
  const requested = { revision: { increment: 1 }, status: 'QUEUED', stage: 'EMBED', ...data } as const;
  await change(id, requested);
}

type End = 'succeeds' | 'is kept' | 'fails';

/** Returns the queues of jobs, each of which has to name this document and, where its metadata is written, its namespace. */
function queuesOf(id: string, jobs: readonly OutboxJob[]): string[] {
  return jobs.map(({ queue, payload }) => {
    const named =
      queue === 'clean-document' ? { documentId: id } : { namespaceId: namespace.id, first: id, last: id };
    expect(payload).toMatchObject(named);
    return queue;
  });
}

/** Ends the newest revision; returns the queues of the jobs. */
async function end(id: string, how: End): Promise<string[]> {
  const claimed = await claim(id);
  const { revision, metadataVersion } = await rowOf(id);
  if (how === 'fails') {
    await change(id, { leaseExpiresAt: new Date(Date.now() - 1_000) });
    const payload = { namespaceId: namespace.id, documentId: id, revision };
    return queuesOf(id, await failDocument(database, payload, outage));
  }
  const old = { ...embedded, embedding: { ...embedded.embedding, metadataVersion: metadataVersion - 1 } };
  const jobs =
    how === 'is kept'
      ? await keepDocument(database, claimed)
      : await succeedDocument(database, claimed, metadataVersion > 1 ? old : embedded);
  expect(await database.outboxEntry.count({ where: { id: { in: jobs.map((job) => job.id) } } })).toBe(
    jobs.length,
  );
  return queuesOf(id, jobs);
}

test.each([
  ['is kept', 1, null, null, []],
  ['is kept', 1, 'PROCESSING', 'COMPLETED', []],
  ['is kept', 2, null, 'QUEUED', ['update-vector-metadata']],
  ['is kept', 2, 'PROCESSING', 'QUEUED', ['update-vector-metadata']],
  ['fails', 1, null, null, []],
  ['fails', 1, 'PROCESSING', 'COMPLETED', []],
  ['fails', 2, null, 'QUEUED', ['update-vector-metadata']],
  ['fails', 2, 'PROCESSING', 'QUEUED', ['update-vector-metadata']],
  ['succeeds', 1, null, null, ['clean-document']],
  ['succeeds', 1, 'PROCESSING', 'COMPLETED', ['clean-document']],
  ['succeeds', 2, null, null, ['clean-document']],
  ['succeeds', 2, 'PROCESSING', 'QUEUED', ['clean-document', 'update-vector-metadata']],
] as const)(
  'a document that %s with metadata of version %d, which were %s, has them %s',
  async (how, metadataVersion, metadataUpdate, expected, queues) => {
    const id = await createVisible();
    await request(id, { metadataVersion, metadataUpdate });
    expect(await end(id, how)).toEqual(queues);
    expect((await rowOf(id)).metadataUpdate).toBe(expected);
  },
);

test('a first content that fails has no vectors whose metadata could be updated', async () => {
  const id = await accept();
  await change(id, { metadataVersion: 2, metadataUpdate: 'PROCESSING', embedding: { metadataVersion: 1 } });
  expect(await end(id, 'fails')).toEqual([]);
  expect((await rowOf(id)).metadataUpdate).toBe('COMPLETED');
});

test.each([
  ['is kept', true],
  ['succeeds', true],
  ['fails', false],
] as const)('a document that %s is free of its worker, and synced: %s', async (how, isSynced) => {
  const id = await createVisible();
  await request(id, { crashes: 1, errorCode: 'PROVIDER_UNAVAILABLE', ingestionError: 'away' });
  await end(id, how);
  const row = await rowOf(id);
  expect(row).toMatchObject({
    status: isSynced ? 'SUCCESS' : 'FAILED',
    leaseToken: null,
    leaseExpiresAt: null,
    errorCode: isSynced ? null : 'PROVIDER_UNAVAILABLE',
    ingestionError: isSynced ? null : 'away',
    crashes: isSynced ? 0 : 1,
    activeRevision: how === 'succeeds' ? 2 : 1,
  });
  expect(Number(row.lastSyncedAt) > Number(past)).toBe(isSynced);
});

test('new vectors of the same content leave the time of the sync, and name the content that they are of', async () => {
  const id = await createVisible();
  await request(id, { reembedRevision: 2 });
  await end(id, 'succeeds');
  expect(await rowOf(id)).toMatchObject({ lastSyncedAt: past, contentRevision: 1, previousRevision: null });
  await request(id, { reembedRevision: 3, generation: 0 });
  await end(id, 'succeeds');
  expect(await rowOf(id)).toMatchObject({ lastSyncedAt: past, contentRevision: 1, previousRevision: 2 });
  await request(id);
  await end(id, 'succeeds');
  expect(await rowOf(id)).toMatchObject({ contentRevision: null, previousRevision: null, generation: 1 });
});

test.each([
  ['of its own', null, 1],
  ['of an earlier revision', 7, 7],
])('what a fetch found unchanged is noted with the content %s', async (_name, contentRevision, revision) => {
  const id = await createVisible();
  await request(id, { contentRevision });
  await keepDocument(database, await claim(id), { reading: 'r', etag: 'e' });
  expect((await rowOf(id)).lastFetch).toEqual({ reading: 'r', etag: 'e', revision });
  await request(id);
  await keepDocument(database, await claim(id));
  expect((await rowOf(id)).lastFetch).toEqual({ reading: 'r', etag: 'e', revision });
});

test.each([
  ['has no content', { activeRevision: null }],
  ['has vectors of another generation', { generation: 0 }],
  ['has a newer revision', { revision: 3 }],
  ['another worker holds', { leaseToken: randomUUID() }],
])('a document that %s is not kept as it is', async (_name, data) => {
  const id = await createVisible();
  await request(id);
  const claimed = await claim(id);
  await change(id, data);
  await expect(keepDocument(database, claimed)).rejects.toThrow(/taken over/);
  expect(await rowOf(id)).toMatchObject({ status: 'PROCESSING', lastSyncedAt: past });
});

test.each([
  ['a newer revision exists', { revision: 3 }],
  ['another worker holds it', { leaseExpiresAt: new Date(Date.now() + 60_000) }],
  ['it is not being processed', { status: 'CANCELLED' }],
] as const)('a document does not fail where %s', async (_name, data) => {
  const [id, other] = [await createVisible(), await accept()];
  await claim(other);
  await request(id);
  await claim(id);
  await change(id, { leaseExpiresAt: new Date(Date.now() - 1_000), ...data });
  const payload = { namespaceId: namespace.id, documentId: id, revision: 2 };
  expect(await failDocument(database, payload, outage)).toEqual([]);
  expect((await rowOf(id)).errorCode).toBeNull();
  expect((await rowOf(other)).status).toBe('PROCESSING');
});

test('a run has counted a document once, and keeps how it ended first', async () => {
  const id = await createVisible();
  const { ingestJobRunId: runId } = await rowOf(id);
  await request(id);
  await end(id, 'fails');
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id: runId } });
  expect(run).toMatchObject({ unfinishedDocuments: 0, status: 'COMPLETED' });
  expect(await database.ingestJobRunDocument.findMany({ where: { documentId: id } })).toMatchObject([
    { outcome: 'SUCCESS', error: null, isUnchanged: false },
  ]);
});

test.each([
  ['of the visible revision', [2], []],
  ['of the revision that searches used before', [1, 2], []],
  ['that no content has', [0, 2], ['clean-document']],
  ['of a lost attempt', [2, 4], ['clean-document']],
])('chunks %s are to be cleaned or not', async (_name, revisions, queues) => {
  const [id, other] = [await accept(), await accept()];
  await recordChunks(database, await claim(other), [chunk(other, 0, 'of another')]);
  await database.namespace.update({ where: { id: namespace.id }, data: { generation: 1 } });
  await change(id, { activeRevision: 2, previousRevision: 1, generation: 1, revision: 3 });
  for (const [ordinal, revision] of revisions.entries())
    await database.chunk.create({
      data: { ...chunk(id, ordinal, String(revision)), documentId: id, revision },
    });
  expect(await end(id, 'is kept')).toEqual(queues);
  expect(await database.documentCleaning.count({ where: { documentId: id } })).toBe(queues.length);
});

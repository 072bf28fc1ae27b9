import { randomUUID } from 'node:crypto';
import type { Database } from '@docfleet/database';
import { expect, test } from '@jest/globals';
import { other, put, run } from '../../../test/connection-run.fixture.ts';
import { database, namespace } from '../../../test/domain.fixture.ts';
import type { OutboxJob } from '../../outbox/index.ts';
import { findRunWithDocuments } from '../../run/index.ts';
import { deleteItems, deleteItemsAt } from './items.ts';

async function left(): Promise<string[]> {
  const where = { namespaceId: namespace.id, liveKey: { not: null } };
  const rows = await database.document.findMany({ where });
  return rows.map(({ externalId }) => externalId).toSorted();
}

const jobsOf = async (batches: AsyncIterable<OutboxJob[]>) => (await Array.fromAsync(batches)).flat();
const deletedOf = async () => {
  const place = { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId: run.id };
  return (await findRunWithDocuments(database, place))?.items;
};

test('items that the vendor says are gone are deleted, of the connection alone', async () => {
  await put(['/a', '/b']);
  await put(['/a'], other);
  expect(await jobsOf(deleteItems(database, run, ['/a', 'theirs /a', '/none']))).toMatchObject([
    { queue: 'purge-documents', payload: { namespaceId: namespace.id } },
  ]);
  expect(await left()).toEqual(['/b', 'theirs /a']);
  expect(await deletedOf()).toMatchObject({
    deleted: 1,
    reasons: expect.arrayContaining([
      { part: 'deleted', reason: 'The vendor says that it was deleted', items: 1 },
    ]),
  });
});

test('items of a connection in another namespace stay', async () => {
  await put(['/a']);
  expect(await jobsOf(deleteItems(database, { ...run, namespaceId: randomUUID() }, ['/a']))).toEqual([]);
  expect(await left()).toEqual(['/a']);
});

test('nothing is deleted where nothing is gone', async () => {
  await put(['/a']);
  const nowhere = { deletedPaths: [], folderPaths: [], present: [] };
  expect(await jobsOf(deleteItems(database, run, []))).toEqual([]);
  expect(await jobsOf(deleteItemsAt(database, run, nowhere))).toEqual([]);
  expect(await left()).toEqual(['/a']);
});

/** Deletes at paths; returns what is left. */
async function deleteAt(changes: Partial<Parameters<typeof deleteItemsAt>[2]>): Promise<string[]> {
  const paths = { deletedPaths: [], folderPaths: [], present: [], ...changes };
  for await (const _ of deleteItemsAt(database, run, paths));
  return left();
}

test('a page of changes that names nothing gone asks the database for nothing', async () => {
  const away = {} as Database;
  expect(await jobsOf(deleteItems(away, run, []))).toEqual([]);
  const nowhere = { deletedPaths: [], folderPaths: [], present: ['/a'] };
  expect(await jobsOf(deleteItemsAt(away, run, nowhere))).toEqual([]);
});

test('what a run had counted before it went counts as deleted alone, and no other run or item changes', async () => {
  await put(['/a', '/b']);
  const ofRun = { where: { ingestJobRunId: run.id } };
  const { organizationId, namespaceId, ingestJobId } = run;
  const earlier = { id: randomUUID(), organizationId, namespaceId, ingestJobId };
  await database.ingestJobRun.create({ data: { ...earlier, unfinishedDocuments: 0 } });
  const where = { namespaceId, externalId: '/a' };
  const { id: documentId } = await database.document.findFirstOrThrow({ where });
  const item = { ingestJobRunId: earlier.id, documentId, outcome: 'SUCCESS' } as const;
  await database.ingestJobRunDocument.create({ data: item });
  const before = await database.ingestJobRun.findUniqueOrThrow({ where: { id: run.id } });
  await jobsOf(deleteItems(database, run, ['/a']));
  expect(await database.ingestJobRunDocument.count(ofRun)).toBe(1);
  expect(await database.ingestJobRunDocument.count({ where: { documentId } })).toBe(1);
  const after = await database.ingestJobRun.findUniqueOrThrow({ where: { id: run.id } });
  expect(after.unfinishedDocuments).toBe(before.unfinishedDocuments - 1);
  const ofAudit = { organizationId, action: 'document.vanished' };
  expect(await database.auditEvent.findMany({ where: ofAudit })).toMatchObject([
    { targetType: 'ingest_job_run', targetId: run.id, details: { documents: 1 } },
  ]);
});

test('what is at a deleted path, and what is below it, is gone, whatever its case', async () => {
  await put(['/A/One.txt', '/a/b/two.txt', '/ab/three.txt', '/a', '/c/a/four.txt']);
  await put(['/a/one.txt'], other);
  expect(await deleteAt({ deletedPaths: ['/A'] })).toEqual([
    '/ab/three.txt',
    '/c/a/four.txt',
    'theirs /a/one.txt',
  ]);
  expect(await deletedOf()).toMatchObject({
    deleted: 3,
    reasons: expect.arrayContaining([
      {
        part: 'deleted',
        reason: 'The vendor says that it was deleted or replaced, or a folder that it lay in',
        items: 3,
      },
    ]),
  });
});

test('what stands where a folder stands now is gone, and what is below it stays', async () => {
  await put(['/a', '/a/one.txt']);
  expect(await deleteAt({ folderPaths: ['/A'] })).toEqual(['/a/one.txt']);
});

test('what the same page names is there, wherever it lies', async () => {
  await put(['/a/one.txt', '/a/two.txt', '/b']);
  const changes = { deletedPaths: ['/a'], folderPaths: ['/b'], present: ['/a/one.txt', '/b'] };
  expect(await deleteAt(changes)).toEqual(['/a/one.txt', '/b']);
});

test('more items are deleted than a statement takes, a batch at a time', async () => {
  await put(Array.from({ length: 501 }, (_, number) => `/a/${number}`));
  const batches = await Array.fromAsync(
    deleteItemsAt(database, run, { deletedPaths: ['/a'], folderPaths: [], present: [] }),
  );
  expect(batches).toHaveLength(2);
  expect(await left()).toEqual([]);
  expect(await deletedOf()).toMatchObject({ deleted: 501 });
});

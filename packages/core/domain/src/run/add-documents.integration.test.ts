import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { database, namespace, vault } from '../../test/domain.fixture.ts';
import { acceptSource } from '../ingest/index.ts';
import { readClock } from '../schedule/index.ts';
import {
  addDocumentsToRun,
  closeAbandonedRuns,
  closeListing,
  type FoundDocument,
  findStalledRuns,
} from './index.ts';

const roomForAll = { windowSize: 100_000 };

const accept = () =>
  acceptSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source: 'SITEMAP',
    config: { url: 'https://example.com/sitemap.xml' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'NEVER',
  });

const pages = (count: number): FoundDocument[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `https://example.com/${index}`,
    name: null,
    documentType: 'URL',
    ingestionSource: 'SITEMAP',
    metadata: {},
    stage: 'FETCH_PAGE',
  }));

test('adding the same documents again changes nothing, as listing a source may be retried', async () => {
  const { ingestJobRunId } = await accept();
  const found = pages(2);
  expect(await addDocumentsToRun(database, ingestJobRunId, found, roomForAll)).toHaveLength(2);
  expect(await addDocumentsToRun(database, ingestJobRunId, found, roomForAll)).toEqual([]);
  const row = await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } });
  expect(row).toMatchObject({ status: 'PRE_PROCESSING', unfinishedDocuments: 3 });
});

test('a run takes over documents of an earlier run that it lists', async () => {
  const { ingestJobRunId } = await accept();
  const found = pages(3);
  await addDocumentsToRun(database, ingestJobRunId, found, roomForAll);
  await closeListing(database, [ingestJobRunId]);
  const later = await accept();
  await addDocumentsToRun(database, later.ingestJobRunId, found.slice(0, 2), roomForAll);
  const items = await database.ingestJobRunDocument.findMany({ where: { ingestJobRunId } });
  expect(items.map((item) => item.outcome).toSorted()).toEqual(['CANCELLED', 'CANCELLED', null]);
  expect(await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } })).toMatchObject({
    unfinishedDocuments: 1,
  });
  const taken = await database.document.findMany({ where: { ingestJobRunId: later.ingestJobRunId } });
  expect(taken).toMatchObject([{ revision: 2, status: 'QUEUED' }, { revision: 2 }]);
});

test('a job without metadata keeps those of a document, and a job with metadata replaces them', async () => {
  const addWith = async (metadata: Record<string, string>) => {
    const { ingestJobRunId } = await accept();
    const found = pages(1).map((page) => ({ ...page, metadata }));
    await addDocumentsToRun(database, ingestJobRunId, found, roomForAll);
    return database.document.findFirstOrThrow({ where: { ingestJobRunId }, orderBy: { createdAt: 'desc' } });
  };
  const first = await addWith({ team: 'people' });
  const kept = { metadata: { team: 'people' }, metadataVersion: first.metadataVersion };
  expect(await addWith({})).toMatchObject(kept);
  expect(await addWith({ team: 'legal' })).toMatchObject({ metadata: { team: 'legal' } });
});

test('runs that list the same new documents concurrently create each once', async () => {
  const runs = await Promise.all([accept(), accept(), accept()]);
  const found = pages(50);
  await Promise.all(runs.map((run) => addDocumentsToRun(database, run.ingestJobRunId, found, roomForAll)));
  expect(await database.document.count({ where: { namespaceId: namespace.id } })).toBe(50);
  const rows = await database.ingestJobRun.findMany({ where: { namespaceId: namespace.id } });
  const unfinished = rows.map((row) => row.unfinishedDocuments).toSorted((a, b) => a - b);
  expect(unfinished).toEqual([1, 1, 51]);
});

test('a run whose request died while it added documents is closed; one whose source is unlisted is enqueued', async () => {
  const { ingestJobRunId } = await accept();
  const other = await accept();
  const old = new Date((await readClock(database)).getTime() - 120_000);
  await database.ingestJobRun.update({
    where: { id: ingestJobRunId },
    data: { listing: 'REQUEST', updatedAt: old },
  });
  await database.ingestJobRun.update({ where: { id: other.ingestJobRunId }, data: { updatedAt: old } });
  await closeAbandonedRuns(database);
  expect(await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } })).toMatchObject({
    listing: null,
    status: 'COMPLETED',
  });
  const jobs = await findStalledRuns(database);
  expect(jobs).toMatchObject([
    { queue: 'discover-source', payload: { ingestJobRunId: other.ingestJobRunId } },
  ]);
});

test('a source that could not be read ends its run with the reason', async () => {
  const { ingestJobRunId } = await accept();
  expect(await closeListing(database, [ingestJobRunId], { errorMessage: 'The sitemap answered 404' })).toBe(
    1,
  );
  expect(await closeListing(database, [ingestJobRunId, randomUUID()])).toBe(0);
  expect(await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } })).toMatchObject({
    status: 'COMPLETED',
    errorMessage: 'The sitemap answered 404',
  });
});

test('documents beyond the window wait in the backlog without a job, and count in their run', async () => {
  const { ingestJobRunId } = await accept();
  const jobs = await addDocumentsToRun(database, ingestJobRunId, pages(5), { windowSize: 3 });
  expect(jobs).toHaveLength(3);
  const where = { namespaceId: namespace.id };
  expect(await database.document.count({ where: { ...where, status: 'QUEUED' } })).toBe(3);
  expect(await database.document.count({ where: { ...where, status: 'BACKLOG' } })).toBe(2);
  const later = await accept();
  // New documents do not overtake the backlog, even when there is room.
  const more = await addDocumentsToRun(database, later.ingestJobRunId, pages(7), { windowSize: 10 });
  expect(more).toEqual([]);
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id: later.ingestJobRunId } });
  expect(run).toMatchObject({ status: 'PRE_PROCESSING', unfinishedDocuments: 8 });
});

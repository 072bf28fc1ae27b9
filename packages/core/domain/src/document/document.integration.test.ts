import { randomUUID } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { chunk, claim, clean, database, embedded, incoming, namespace } from '../../test/domain.fixture.ts';
import {
  deleteStaleChunks,
  findActiveChunks,
  findStaleChunks,
  findStoredVectors,
  recordChunks,
} from '../chunk/index.ts';
import { acceptDocument } from '../ingest/index.ts';
import { findRunWithDocuments } from '../run/index.ts';
import { claimDocument, failDocument, releaseDocument, succeedDocument, timelineOf } from './index.ts';

const runOf = (ingestJobRunId: string) =>
  findRunWithDocuments(database, { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId });

test('a text becomes one queued document with one run and one job', async () => {
  const { documentId, ingestJobRunId, jobs } = await acceptDocument(database, incoming());
  expect(jobs).toMatchObject([{ queue: 'embed-document', payload: { documentId, revision: 1 } }]);
  expect(await runOf(ingestJobRunId)).toMatchObject({
    status: 'QUEUED',
    documents: [{ id: documentId, status: 'QUEUED', error: null }],
  });
  expect(await database.outboxEntry.count({ where: { id: { in: jobs.map((job) => job.id) } } })).toBe(1);
});

test('the last document that ends completes its run', async () => {
  const { documentId, ingestJobRunId } = await acceptDocument(database, incoming());
  const claimed = await claim(documentId);
  expect(await runOf(ingestJobRunId)).toMatchObject({ status: 'PROCESSING' });
  await succeedDocument(database, claimed, embedded);
  expect(await runOf(ingestJobRunId)).toMatchObject({
    status: 'COMPLETED',
    documents: [{ status: 'SUCCESS' }],
  });
});

test('of two workers, one claims the document and the other gets a retryable error', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const outcomes = await Promise.allSettled([claim(documentId), claim(documentId)]);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a failed attempt releases the document, and exhausted retries fail it with the reason', async () => {
  const { documentId, ingestJobRunId } = await acceptDocument(database, incoming());
  const error = new AppError('PROVIDER_REJECTED', 'The key is wrong');
  await releaseDocument(database, await claim(documentId), error);
  await failDocument(database, { namespaceId: namespace.id, documentId, revision: 1 }, error);
  expect(await runOf(ingestJobRunId)).toMatchObject({
    status: 'COMPLETED',
    documents: [{ status: 'FAILED', error: 'The key is wrong' }],
  });
});

test.each([
  ['DOCUMENT_UNREADABLE', 'has failed once', ['PROCESSING ', 'FAILED DOCUMENT_UNREADABLE']],
  [
    'PROVIDER_UNAVAILABLE',
    'has failed in an attempt, and at last',
    ['PROCESSING ', 'PROCESSING PROVIDER_UNAVAILABLE', 'FAILED PROVIDER_UNAVAILABLE'],
  ],
] as const)('by its timeline, what ends with %s %s', async (code, _, transitions) => {
  const { documentId } = await acceptDocument(database, incoming());
  const error = new AppError(code, 'No');
  await releaseDocument(database, await claim(documentId), error);
  await failDocument(database, { namespaceId: namespace.id, documentId, revision: 1 }, error);
  const timeline = timelineOf(await database.document.findUniqueOrThrow({ where: { id: documentId } }));
  expect(timeline.slice(1).map((entry) => `${entry.status} ${entry.error?.code ?? ''}`)).toEqual(transitions);
});

test('the same external id creates a new revision of the document, and the old run finishes without it', async () => {
  const first = await acceptDocument(database, incoming());
  const second = await acceptDocument(database, incoming({ text: 'changed' }));
  expect(second.documentId).toBe(first.documentId);
  expect(await runOf(first.ingestJobRunId)).toMatchObject({
    status: 'COMPLETED',
    documents: [{ status: 'CANCELLED' }],
  });
  expect(
    await claimDocument(database, { documentId: first.documentId, revision: 1, stage: 'EMBED' }),
  ).toBeUndefined();
  await succeedDocument(database, await claim(first.documentId, 2), embedded);
  expect(await runOf(second.ingestJobRunId)).toMatchObject({
    status: 'COMPLETED',
    documents: [{ status: 'SUCCESS' }],
  });
});

test('two tenants may use the same external id', async () => {
  const first = await acceptDocument(database, incoming({ tenantId: 'a' }));
  const second = await acceptDocument(database, incoming({ tenantId: 'b' }));
  expect(second.documentId).not.toBe(first.documentId);
});

test('concurrent requests for one external id create one document, and every run finishes', async () => {
  const accepted = await Promise.all(Array.from({ length: 40 }, () => acceptDocument(database, incoming())));
  expect(new Set(accepted.map((one) => one.documentId)).size).toBe(1);
  const row = await database.document.findFirstOrThrow({ where: { namespaceId: namespace.id } });
  await succeedDocument(database, await claim(row.id, row.revision), embedded);
  expect(
    await database.ingestJobRun.count({ where: { namespaceId: namespace.id, status: { not: 'COMPLETED' } } }),
  ).toBe(0);
});

test('searches see the old content until the new one is complete, then only the new one', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const first = await claim(documentId);
  await recordChunks(database, first, [chunk(documentId, 0, 'kept'), chunk(documentId, 1, 'old')]);
  await succeedDocument(database, first, embedded);
  await acceptDocument(database, incoming({ text: 'changed' }));
  const second = await claim(documentId, 2);
  const vectorIds = ['kept', 'old', 'new'].map((content) => `${documentId}#${content}`);
  const [kept = '', old = '', fresh = ''] = vectorIds;
  expect(await findStoredVectors(database, documentId, vectorIds)).toEqual(
    new Map([
      [kept, true],
      [old, true],
    ]),
  );
  await recordChunks(database, second, [chunk(documentId, 0, 'kept'), chunk(documentId, 1, 'new')]);

  const visible = async () => {
    const rows = await findActiveChunks(database, {
      namespaceId: namespace.id,
      vectorIds,
      tenantId: undefined,
    });
    return rows.map((row) => row.vectorId).toSorted();
  };
  expect(await visible()).toEqual([kept, old].toSorted());
  await succeedDocument(database, second, embedded);
  expect(await visible()).toEqual([fresh, kept].toSorted());
  const cleaner = await clean(documentId);
  const stale = await findStaleChunks(database, cleaner);
  expect(stale.vectorIds).toEqual([old]);
  await deleteStaleChunks(database, cleaner, stale);
  const nothing = { vectorIds: [], revisions: [], ordinals: [] };
  expect(await findStaleChunks(database, cleaner)).toEqual(nothing);
});

test('a deleted namespace accepts nothing, and the attempt leaves nothing behind', async () => {
  await expect(acceptDocument(database, incoming({ namespaceId: randomUUID() }))).rejects.toMatchObject({
    code: 'NAMESPACE_NOT_FOUND',
  });
  expect(await database.ingestJob.count({ where: { organizationId: namespace.organizationId } })).toBe(0);
});

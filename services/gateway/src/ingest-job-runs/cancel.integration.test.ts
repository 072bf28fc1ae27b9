import { randomUUID } from 'node:crypto';
import { createApiKey } from '@docfleet/domain/api-key';
import { recordChunks } from '@docfleet/domain/chunk';
import { claimDocument, succeedDocument } from '@docfleet/domain/document';
import { createOrganization } from '@docfleet/domain/organization';
import { addDocumentsToRun, cancelIngestJobRun } from '@docfleet/domain/run';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addPages } from '../../test/add-pages.ts';
import type { CallOptions } from '../../test/call.ts';
import { embedDocument, embeddedAs } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const roomForAll = { windowSize: 100_000 };

type Options = CallOptions & { namespaceId?: string };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const name of ['docs', 'other'])
    await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
});
afterAll(() => gateway.close());

const cancel = (runId: string, { namespaceId = 'docs', ...options }: Options = {}) =>
  gateway.call('POST', `/v1/ingest-job-runs/${runId}/cancel`, { json: { namespaceId }, ...options });
const status = async (runId: string) =>
  (await gateway.call('GET', `/v1/ingest-job-runs/${runId}?namespaceId=docs`)).body.data;
const rowOf = (id: string) => gateway.context.database.document.findUniqueOrThrow({ where: { id } });

async function ingest(text: string, options: { externalId?: string; tenantId?: string } = {}) {
  const { externalId, tenantId } = options;
  const config = { name: text, text, ...(externalId && { externalId }) };
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config } };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  const { ingestJobRunId: runId, documents } = response.body.data;
  return { runId: runId as string, documentId: documents[0].id as string };
}

test('a document that waits is CANCELLED at once, and its run COMPLETED', async () => {
  const { runId, documentId } = await ingest('waits');
  const { status: code, body } = await cancel(runId);
  expect([code, body.data]).toEqual([
    200,
    { ingestJobRun: { id: runId, status: 'COMPLETED' }, itemsCancelled: 1 },
  ]);
  expect(await status(runId)).toMatchObject({
    status: 'COMPLETED',
    errorMessage: null,
    documents: {
      queued: [],
      cancelled: [{ id: documentId, status: 'CANCELLED', error: 'The run was cancelled' }],
    },
    documentCounts: { cancelled: 1 },
    cancelledAt: { isoString: expect.any(String) },
  });
  expect((await rowOf(documentId)).status).toBe('CANCELLED');
  expect(await gateway.context.database.documentContent.count({ where: { documentId } })).toBe(0);
});

test('runs that were cancelled are listed alone, or left out', async () => {
  const [cancelled, other] = [await ingest('is cancelled'), await ingest('is not')];
  await cancel(cancelled.runId);
  const listed = async (isCancelled?: boolean) => {
    const json = { namespaceId: 'docs', ingestJobRunIds: [cancelled.runId, other.runId], isCancelled };
    const { body } = await gateway.call('POST', '/v1/ingest-job-runs', { json });
    return body.data.ingestJobRuns.map(({ id }: { id: string }) => id);
  };
  expect(await listed(true)).toEqual([cancelled.runId]);
  expect(await listed(false)).toEqual([other.runId]);
  expect(await listed()).toEqual([other.runId, cancelled.runId]);
});

test.each(['BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE'] as const)(
  'a document that is %s becomes CANCELLED',
  async (before) => {
    const { runId, documentId } = await ingest(`is ${before}`);
    await gateway.context.database.document.update({ where: { id: documentId }, data: { status: before } });
    expect((await cancel(runId)).body.data.itemsCancelled).toBe(1);
    expect((await rowOf(documentId)).status).toBe('CANCELLED');
  },
);

test('a worker whose document is cancelled changes nothing any more', async () => {
  const { database } = gateway.context;
  const { runId, documentId } = await ingest('in work');
  const claim = await claimDocument(database, { documentId, revision: 1, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const chunk = { vectorId: `${documentId}#a`, ordinal: 0, tokens: 1, start: 0, end: 7 };
  await recordChunks(database, claim, [chunk]);
  expect((await status(runId)).documents.processing).toHaveLength(1);
  expect((await cancel(runId)).body.data.itemsCancelled).toBe(1);
  await expect(succeedDocument(database, claim, embeddedAs(['in work'], 1))).rejects.toThrow(/taken over/);
  await expect(recordChunks(database, claim, [chunk])).rejects.toThrow(/taken over/);
  expect(await rowOf(documentId)).toMatchObject({ status: 'CANCELLED', activeRevision: null });
});

test('metadata that the cancelled work would have brought to the searches is brought by itself', async () => {
  const { database } = gateway.context;
  const { documentId } = await ingest('harbour', { externalId: 'metadata' });
  await embedDocument(gateway, 'docs', documentId, ['harbour']);
  const { runId } = await ingest('market', { externalId: 'metadata' });
  const claim = await claimDocument(database, { documentId, revision: 2, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  const json = {
    namespaceId: 'docs',
    filterConfig: { documentIds: [documentId] },
    data: { metadata: { team: 'sea' } },
  };
  expect((await gateway.call('PATCH', '/v1/documents', { json })).status).toBe(200);
  const { namespaceId, organizationId } = claim;
  const actor = { organizationId, apiKeyId: null };
  // Asked directly, because the gateway's own jobs leave for their queues at once.
  const [batch] = await Array.fromAsync(cancelIngestJobRun(database, actor, { id: runId, tenantId: null }));
  expect(await rowOf(documentId)).toMatchObject({ status: 'CANCELLED', metadataUpdate: 'QUEUED' });
  const updates = batch?.jobs.filter(({ queue }) => queue === 'update-vector-metadata');
  expect(updates?.map(({ payload }) => payload)).toMatchObject([
    { namespaceId, first: documentId, last: documentId },
  ]);
});

test('what was searchable before stays so when its update is cancelled', async () => {
  const { documentId } = await ingest('lighthouse', { externalId: 'kept' });
  await embedDocument(gateway, 'docs', documentId, ['lighthouse']);
  const { runId } = await ingest('submarine', { externalId: 'kept' });
  await cancel(runId);
  const found = await gateway.call('POST', '/v1/search', {
    json: { namespaceId: 'docs', query: 'lighthouse', topK: 1 },
  });
  expect(found.body.data.results).toMatchObject([{ content: 'lighthouse' }]);
});

test('what is cancelled may be ingested again', async () => {
  const { runId, documentId } = await ingest('once more', { externalId: 'again' });
  await cancel(runId);
  const again = await ingest('once more', { externalId: 'again' });
  expect(again.documentId).toBe(documentId);
  await embedDocument(gateway, 'docs', documentId, ['once more']);
  expect((await status(again.runId)).documents.completed).toHaveLength(1);
});

test('cancelling a run that has ended changes nothing and says so', async () => {
  const { runId, documentId } = await ingest('done');
  await embedDocument(gateway, 'docs', documentId, ['done']);
  const { status: code, body } = await cancel(runId);
  expect([code, body.message, body.data]).toEqual([
    200,
    'The run had ended already: nothing was changed',
    { ingestJobRun: { id: runId, status: 'COMPLETED' }, itemsCancelled: 0 },
  ]);
  expect((await rowOf(documentId)).status).toBe('SUCCESS');
});

test('of a run in the midst of its work, what has ended keeps its outcome; what it would still find is not added', async () => {
  const { database } = gateway.context;
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
  const { ingestJobRunId, documentIds } = await addPages(gateway, 'docs', urls, { open: true });
  await database.document.update({ where: { id: documentIds[0] ?? '' }, data: { stage: 'EMBED' } });
  await embedDocument(gateway, 'docs', documentIds[0] ?? '', ['one']);
  const { body } = await cancel(ingestJobRunId);
  expect(body.data).toMatchObject({ ingestJobRun: { status: 'COMPLETED' }, itemsCancelled: 2 });
  expect(await status(ingestJobRunId)).toMatchObject({
    documentCounts: { queued: 0, processing: 0, completed: 1, failed: 0, cancelled: 2 },
  });
  const page = {
    externalId: 'https://a.example/4',
    name: null,
    documentType: 'URL',
    ingestionSource: 'SITEMAP',
    metadata: {},
    stage: 'FETCH_PAGE',
  } as const;
  expect(await addDocumentsToRun(database, ingestJobRunId, [page], roomForAll)).toBeUndefined();
  expect(await database.document.count({ where: { externalId: page.externalId } })).toBe(0);
});

test('a cancelled page may be resynced', async () => {
  const { ingestJobRunId, documentIds } = await addPages(gateway, 'docs', ['https://resync.example/']);
  await cancel(ingestJobRunId);
  const json = { namespaceId: 'docs', filterConfig: { documentIds } };
  const { body } = await gateway.call('POST', '/v1/documents/resync', { json });
  expect(body.data.itemsQueued).toBe(1);
});

test('5,000 documents of a run are cancelled; the status lists 1,000 of them and counts all', async () => {
  const urls = Array.from({ length: 5_000 }, (_, index) => `https://many.example/${index}`);
  const { ingestJobRunId, documentIds } = await addPages(gateway, 'docs', urls);
  expect((await status(ingestJobRunId)).documents.queued).toHaveLength(1_000);
  expect((await cancel(ingestJobRunId)).body.data).toEqual({
    ingestJobRun: { id: ingestJobRunId, status: 'COMPLETED' },
    itemsCancelled: 5_000,
  });
  const { documents, documentCounts } = await status(ingestJobRunId);
  expect(documentCounts).toEqual({ queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 5_000 });
  expect(documents.cancelled.map(({ id }: { id: string }) => id)).toEqual(documentIds.slice(0, 1_000));
});

test('a run of another tenant, namespace or organization, and an id that is none, are all not found', async () => {
  const { runId, documentId } = await ingest('private', { tenantId: 'a' });
  const organizationId = await createOrganization(gateway.context.database, 'Other');
  const key = await createApiKey(gateway.context.database, { organizationId, name: 'k', scopes: ['admin'] });
  const responses = await Promise.all([
    cancel(runId, { tenantId: 'b' }),
    cancel(runId, { namespaceId: 'other' }),
    cancel('not-an-id'),
    cancel(randomUUID()),
    cancel(runId, { key }),
  ]);
  expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual([
    ...Array(4).fill([404, 'INGEST_JOB_RUN_NOT_FOUND']),
    [404, 'NAMESPACE_NOT_FOUND'],
  ]);
  expect((await rowOf(documentId)).status).toBe('QUEUED');
});

test('the audit trail records who cancelled which run', async () => {
  const { runId } = await ingest('audited');
  await cancel(runId);
  const events = await gateway.context.database.auditEvent.findMany({ where: { targetId: runId } });
  expect(events).toMatchObject([{ action: 'ingest_job_run.cancelled', targetType: 'ingest_job_run' }]);
});

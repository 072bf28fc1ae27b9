import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addPages, endDocuments } from '../../test/add-pages.ts';
import type { CallOptions } from '../../test/call.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

type Options = CallOptions & { namespaceId?: string; query?: string };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const name of ['docs', 'many', 'other'])
    await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
});
afterAll(() => gateway.close());

const resync = (filterConfig: unknown, { namespaceId = 'docs', query = '', ...options }: Options = {}) =>
  gateway.call('POST', `/v1/documents/resync${query}`, { json: { namespaceId, filterConfig }, ...options });

async function ingestText(text: string): Promise<string> {
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config: { name: text, text } } };
  return (await gateway.call('POST', '/v1/ingest/text', { json })).body.data.documents[0].id;
}

async function readyPages(urls: string[], options = {}, namespaceId = 'docs') {
  const pages = await addPages(gateway, namespaceId, urls, options);
  await endDocuments(gateway, pages.ingestJobRunId);
  return pages;
}

const rowOf = (id: string) => gateway.context.database.document.findUniqueOrThrow({ where: { id } });

test('a page that has ended is queued for resync at its first stage, in a new run of its job', async () => {
  const { documentIds, ingestJobId, ingestJobRunId } = await readyPages(['https://a.example/1']);
  const [id = ''] = documentIds;
  const { status, body } = await resync({ documentIds });
  expect([status, body.data]).toEqual([
    202,
    { itemsQueued: 1, itemsSkipped: 0, documents: [{ id, status: 'QUEUED_FOR_RESYNC', error: null }] },
  ]);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'QUEUED_FOR_RESYNC', stage: 'FETCH_PAGE', revision: 2, ingestJobId });
  expect(row.ingestJobRunId).not.toBe(ingestJobRunId);
  const run = await gateway.call('GET', `/v1/ingest-job-runs/${row.ingestJobRunId}?namespaceId=docs`);
  expect(run.body.data).toMatchObject({
    status: 'QUEUED',
    documents: { queued: [{ id, status: 'QUEUED', error: null }] },
    documentCounts: { queued: 1, processing: 0, completed: 0, failed: 0, cancelled: 0 },
  });
  const before = await gateway.call('GET', `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=docs`);
  expect(before.body.data.documents.completed).toEqual([{ id, status: 'SUCCESS', error: null }]);
});

test('an item of a connection is fetched by its connector', async () => {
  const { documentIds } = await readyPages(['item-1']);
  await gateway.context.database.document.updateMany({
    where: { id: { in: documentIds } },
    data: { documentType: 'NOTION_DOCUMENT', ingestionSource: 'NOTION' },
  });
  expect((await resync({ documentIds })).body.data.itemsQueued).toBe(1);
  expect(await rowOf(documentIds[0] ?? '')).toMatchObject({ stage: 'FETCH_ITEM' });
});

test('a text has nothing to be read again, which the answer says', async () => {
  const id = await ingestText('no source');
  const { body } = await resync({ documentIds: [id] });
  expect(body.data).toEqual({
    itemsQueued: 0,
    itemsSkipped: 1,
    documents: [{ id, status: 'NOT_ELIGIBLE_FOR_RESYNC', error: expect.stringMatching(/no source/) }],
  });
  expect((await rowOf(id)).status).toBe('QUEUED');
});

test.each(['BACKLOG', 'QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'PROCESSING'] as const)(
  'a page that is %s is skipped, and the answer says why',
  async (status) => {
    const { documentIds } = await readyPages([`https://a.example/${status}`]);
    await gateway.context.database.document.updateMany({
      where: { id: { in: documentIds } },
      data: { status },
    });
    const { body } = await resync({ documentIds });
    expect(body.data).toMatchObject({
      itemsQueued: 0,
      itemsSkipped: 1,
      documents: [{ status: 'NOT_ELIGIBLE_FOR_RESYNC', error: expect.stringContaining(status) }],
    });
  },
);

test.each(['FAILED', 'CANCELLED'] as const)('a page that is %s is resynced', async (status) => {
  const { documentIds } = await readyPages([`https://a.example/${status}`]);
  await gateway.context.database.document.updateMany({
    where: { id: { in: documentIds } },
    data: { status },
  });
  expect((await resync({ documentIds })).body.data.itemsQueued).toBe(1);
});

test('documents of several jobs go into a run of each', async () => {
  const first = await readyPages(['https://b.example/1', 'https://b.example/2']);
  const second = await readyPages(['https://b.example/3']);
  await resync({ documentIds: [...first.documentIds, ...second.documentIds] });
  const runs = await Promise.all(
    [...first.documentIds, ...second.documentIds].map(async (id) => (await rowOf(id)).ingestJobRunId),
  );
  expect([runs[0] === runs[1], runs[1] === runs[2]]).toEqual([true, false]);
});

test.each([[{}], [{ metadata: {} }], [{ source: {} }]])(
  'the filter %j names nothing and is refused',
  async (filterConfig) => {
    const { status, body } = await resync(filterConfig);
    expect([status, body.error.code]).toEqual([400, 'INVALID_FILTER_CONFIG']);
    expect(body.error.details.issues[0].path).toBe('filterConfig');
  },
);

test('?all=true means every document; nothing that matches is DOCUMENTS_NOT_FOUND', async () => {
  const none = await resync({}, { namespaceId: 'other', query: '?all=true' });
  expect([none.status, none.body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
  await readyPages(['https://c.example/1', 'https://c.example/2'], {}, 'other');
  expect((await resync({}, { namespaceId: 'other', query: '?all=true' })).body.data.itemsQueued).toBe(2);
  const unknown = await resync({ documentIds: [randomUUID(), 'no-id'] });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
});

test('a tenant resyncs its own documents alone', async () => {
  const { documentIds } = await readyPages(['https://d.example/1'], { tenantId: 'a' });
  expect((await resync({ documentIds }, { tenantId: 'b' })).status).toBe(404);
  expect((await resync({ documentIds }, { tenantId: 'a' })).body.data.itemsQueued).toBe(1);
});

test('the audit trail records who resynced how many', async () => {
  const { documentIds } = await readyPages(['https://e.example/1', 'https://e.example/2']);
  await resync({ documentIds });
  const event = await gateway.context.database.auditEvent.findFirstOrThrow({
    where: { action: 'document.resynced' },
    orderBy: { id: 'desc' },
  });
  expect(event).toMatchObject({ targetType: 'document', details: { documents: 2 } });
});

test('2,500 documents of one job go into one run, which is not completed before all are in; the answer lists 1,000', async () => {
  const urls = Array.from({ length: 2_500 }, (_, index) => `https://many.example/${index}`);
  const { documentIds, ingestJobId, ingestJobRunId } = await readyPages(urls, {}, 'many');
  const { body } = await resync({ metadata: { kind: 'page' } }, { namespaceId: 'many' });
  expect(body.data).toMatchObject({ itemsQueued: 2_500, itemsSkipped: 0 });
  expect(body.data.documents.map(({ id }: { id: string }) => id)).toEqual(documentIds.slice(0, 1_000));
  const runs = await gateway.context.database.ingestJobRun.findMany({
    where: { ingestJobId, id: { not: ingestJobRunId } },
  });
  expect(runs).toMatchObject([{ status: 'QUEUED', unfinishedDocuments: 2_500, listing: null }]);
});

test('a key that may only read resyncs nothing', async () => {
  const response = await resync({}, { query: '?all=true', key: gateway.keys.read });
  expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

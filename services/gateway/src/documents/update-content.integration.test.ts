import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let namespaceId: string;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  namespaceId = `docs-${randomUUID()}`;
  await gateway.call('POST', '/v1/namespaces?validate=false', {
    json: { name: namespaceId, ...localConfigs },
  });
});

async function ingest(text: string, tenantId?: string): Promise<string> {
  const json = { namespaceId, ingestConfig: { source: 'TEXT', config: { text, externalId: 'mine' } } };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  return response.body.data.documents[0].id;
}
async function ingestFile(content: string): Promise<string> {
  const form = new FormData();
  form.set('namespaceId', namespaceId);
  form.set('file', new Blob([content], { type: 'text/html' }), 'page.html');
  return (await gateway.call('POST', '/v1/ingest/file', { body: form })).body.data.documents[0].id;
}

const update = (id: string, body: object, options = {}) =>
  gateway.call('PATCH', `/v1/documents/${id}`, { json: { namespaceId, ...body }, ...options });
const found = async (query: string) => {
  const { body } = await gateway.call('POST', '/v1/search', { json: { namespaceId, query } });
  return body.data.results.map(({ content }: { content: string }) => content);
};
const contentOf = async (id: string, format: string) =>
  (await gateway.call('GET', `/v1/documents/${id}/content?format=${format}`)).text;
const fetchDocument = async (id: string) => {
  const json = {
    namespaceId,
    filterConfig: { documentIds: [id] },
    includeConfig: { rawFileUrl: true, parsedTextFileUrl: true },
  };
  return (await gateway.call('POST', '/v1/documents', { json })).body.data.documents[0];
};

test('the old content is searched and served until the new one is embedded, then the new one alone', async () => {
  const id = await ingest('zebra');
  await embedDocument(gateway, namespaceId, id, ['zebra']);
  const { status, body } = await update(id, { content: 'okapi' });
  expect([status, body.data.document]).toEqual([202, { id, status: 'QUEUED_FOR_UPDATE' }]);
  expect(await fetchDocument(id)).toMatchObject({ ingestionStatus: 'QUEUED_FOR_UPDATE', externalId: 'mine' });
  expect(await found('zebra')).toEqual(['zebra']);
  expect(await contentOf(id, 'markdown')).toBe('zebra');
  await embedDocument(gateway, namespaceId, id, ['okapi']);
  expect(await found('zebra')).not.toContain('zebra');
  expect(await found('okapi')).toEqual(['okapi']);
  expect(await contentOf(id, 'markdown')).toBe('okapi');
});

test('the update has a run of its own, and the run that was still at the document ends without it', async () => {
  const id = await ingest('zebra');
  const before = await fetchDocument(id);
  const { ingestJobRunId } = (await update(id, { content: 'okapi' })).body.data;
  const runOf = async (runId: string) =>
    (await gateway.call('GET', `/v1/ingest-job-runs/${runId}?namespaceId=${namespaceId}`)).body.data;
  expect(await runOf(before.ingestJobRun.id)).toMatchObject({
    status: 'COMPLETED',
    documents: { cancelled: [{ id, error: 'A newer request took the document over' }] },
  });
  expect(await runOf(ingestJobRunId)).toMatchObject({ status: 'QUEUED', documents: { queued: [{ id }] } });
  const after = await fetchDocument(id);
  expect([after.ingestJobRun.id, after.ingestJob.id]).toEqual([ingestJobRunId, before.ingestJob.id]);
});

test('of two updates the later one counts', async () => {
  const id = await ingest('zebra');
  await update(id, { content: 'okapi' });
  await update(id, { content: 'quagga' });
  const rows = await gateway.context.database.documentContent.findMany({
    where: { documentId: id },
    orderBy: { revision: 'desc' },
  });
  expect(rows[0]).toMatchObject({ revision: 3, text: 'quagga' });
});

test('a file’s content can be replaced too: what was given is then its raw content and its text', async () => {
  const id = await ingestFile('<p>zebra</p>');
  await embedDocument(gateway, namespaceId, id, ['zebra']);
  await update(id, { content: '# okapi' });
  const during = await fetchDocument(id);
  expect(await (await fetch(during.rawFileUrl)).text()).toBe('<p>zebra</p>');
  await embedDocument(gateway, namespaceId, id, ['# okapi']);
  const after = await fetchDocument(id);
  expect(after).toMatchObject({ documentType: 'FILE', documentProperties: { mimeType: 'text/markdown' } });
  for (const url of [after.rawFileUrl, after.parsedTextFileUrl])
    expect(await (await fetch(url)).text()).toBe('# okapi');
  expect(await contentOf(id, 'raw')).toBe('# okapi');
});

test.each<[object, number, string, string]>([
  [{}, 400, 'INVALID_REQUEST', 'content'],
  [{ content: '' }, 400, 'INVALID_REQUEST', 'content'],
  [{ content: ' \n' }, 400, 'INVALID_REQUEST', 'content'],
  [{ content: 1 }, 400, 'INVALID_REQUEST', 'content'],
  [{ content: 'a\u0000' }, 400, 'INVALID_REQUEST', 'content'],
  [{ content: 'x', name: 'y' }, 400, 'INVALID_REQUEST', 'name'],
  [{ content: 'x'.repeat(100_001) }, 413, 'PAYLOAD_TOO_LARGE', 'content'],
])('a body with %j is %i %s at %s', async (json, status, code, path) => {
  const { status: answered, body } = await update(randomUUID(), json);
  expect([answered, body.error.code, body.error.details.issues[0].path]).toEqual([status, code, path]);
});

test('a document that is missing, deleted or of another organization is DOCUMENTS_NOT_FOUND', async () => {
  const id = await ingest('zebra', 't1');
  const deleted = await ingest('zebra', 't2');
  await gateway.call('DELETE', '/v1/documents', {
    json: { namespaceId, filterConfig: { documentIds: [deleted] } },
  });
  await gateway.call('POST', '/v1/namespaces?validate=false', {
    json: { name: `${namespaceId}-b`, ...localConfigs },
  });
  const responses = [
    await update(randomUUID(), { content: 'x' }),
    await update('not-an-id', { content: 'x' }),
    await update(id, { content: 'x' }, { tenantId: 't2' }),
    await update(deleted, { content: 'x' }),
    await update(id, { content: 'x', namespaceId: `${namespaceId}-b` }),
  ];
  for (const { status, body } of responses)
    expect([status, body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
  const nowhere = await update(id, { content: 'x', namespaceId: 'nowhere' });
  expect(nowhere.body.error.code).toBe('NAMESPACE_NOT_FOUND');
  expect((await update(id, { content: 'x' }, { key: gateway.keys.read })).status).toBe(403);
});

import { randomUUID } from 'node:crypto';
import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { writeFileLink } from '../files/file-link.ts';

let gateway: TestGateway;
const ids: Record<'ready' | 'waiting' | 'file', string> = { ready: '', waiting: '', file: '' };

async function ingestText(name: string, config: object, tenantId?: string): Promise<string> {
  const json = {
    namespaceId: 'docs',
    ingestConfig: { source: 'TEXT', config: { name, text: name, ...config } },
  };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  return response.body.data.documents[0].id;
}
async function ingestFile(content: string, type: string, name: string): Promise<string> {
  const form = new FormData();
  form.set('namespaceId', 'docs');
  form.set('file', new Blob([content], { type }), name);
  return (await gateway.call('POST', '/v1/ingest/file', { body: form })).body.data.documents[0].id;
}

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  ids.ready = await ingestText(
    'ready',
    { metadata: { team: 'a', tags: ['x', 'y'], year: 2020 }, externalId: 'e1' },
    't1',
  );
  ids.waiting = await ingestText('waiting', { metadata: { team: 'b', year: 2024 } });
  ids.file = await ingestFile('<script>alert(1)</script>', 'text/html', 'Übersicht "1".html');
  await embedDocument(gateway, 'docs', ids.ready, ['# Ready', 'to read']);
});
afterAll(() => gateway.close());

const fetchDocuments = (filterConfig: unknown, more: object = {}, options = {}) =>
  gateway.call('POST', '/v1/documents', { json: { namespaceId: 'docs', filterConfig, ...more }, ...options });
const idsOf = async (filterConfig: unknown, options = {}) =>
  (await fetchDocuments(filterConfig, {}, options)).body.data.documents.map(({ id }: { id: string }) => id);

test('a document shows all of its fields', async () => {
  const response = await fetchDocuments({ documentIds: [ids.ready] });
  expect(response.body.data).toMatchObject({ itemsReturned: 1, hasNextPage: false, nextCursor: null });
  expect(response.body.data.documents[0]).toMatchObject({
    id: ids.ready,
    name: 'ready',
    externalId: 'e1',
    documentType: 'TEXT',
    ingestionSource: 'TEXT',
    ingestionStatus: 'SUCCESS',
    ingestionError: null,
    documentProperties: { mimeType: 'text/plain', embeddingCount: 2 },
    embeddingConfig: {
      provider: 'LOCAL',
      model: 'static-1024',
      dimensions: 1024,
      chunkSize: 1000,
      chunkOverlap: 200,
    },
    providers: { fileStorage: 'LOCAL', vectorStorage: 'LANCEDB', embeddingModel: 'LOCAL' },
    metadata: { team: 'a', tags: ['x', 'y'], year: 2020 },
    tenantId: 't1',
    namespace: { identifier: 'docs' },
    lastSyncedAt: { isoString: expect.any(String) },
  });
  expect(response.body.data.documents[0].rawFileUrl).toBeUndefined();
});

test('a filter by __proto__ is refused, and does not match everything', async () => {
  const response = await fetchDocuments({ metadata: JSON.parse('{"__proto__":"a"}') });
  expect(response).toMatchObject({ status: 400, body: { error: { code: 'INVALID_FILTER_CONFIG' } } });
});

test('the filter keeps what matches all of its fields', async () => {
  const { ready, waiting, file } = ids;
  expect(await idsOf({})).toEqual([file, waiting, ready]);
  expect(await idsOf({ documentIds: [ready, file, null, 'no-id'] })).toEqual([file, ready]);
  expect(await idsOf({ documentIds: [] })).toEqual([]);
  expect(await idsOf({ documentExternalIds: ['e1'] })).toEqual([ready]);
  expect(await idsOf({ documentTypes: ['FILE', 'PAPYRUS'] })).toEqual([file]);
  expect(await idsOf({ documentTypes: ['PAPYRUS'] })).toEqual([]);
  expect(await idsOf({ documentIngestionSources: ['TEXT'], documentIngestionStatuses: ['QUEUED'] })).toEqual([
    waiting,
  ]);
  expect(await idsOf({ documentIngestionStatuses: ['QUEUED_FOR_DELETION'] })).toEqual([]);
  expect(await idsOf({ documentConnectionIds: [randomUUID()] })).toEqual([]);
  const [{ ingestJobRun }] = (await fetchDocuments({ documentIds: [file] })).body.data.documents;
  const ofRun = { documentIngestJobRunIds: [ingestJobRun.id, randomUUID(), 'no-id'] };
  expect(await idsOf(ofRun)).toEqual([file]);
  const counted = await fetchDocuments(ofRun, { includeConfig: { statsByStatus: true } });
  expect(counted.body.data.statsByStatus).toEqual([{ status: 'QUEUED', totalCount: 1 }]);
});

test.each<[object, ('ready' | 'waiting')[]]>([
  [{ team: 'a' }, ['ready']],
  [{ team: ['a', 'b', null] }, ['waiting', 'ready']],
  [{ tags: 'x' }, ['ready']],
  [{ tags: ['x', 'z'] }, ['ready']],
  [{ team: 'a', year: 2024 }, []],
  [{ year: { $gte: 2020, $lt: 2024 } }, ['ready']],
  [{ team: { $in: ['b'] } }, ['waiting']],
  [{ team: { $eq: 'b' } }, ['waiting']],
  [{ tags: { $exists: true } }, ['ready']],
  [{ team: { $in: [] } }, []],
])('the metadata filter %j finds %j', async (metadata, names) => {
  expect(await idsOf({ metadata })).toEqual(names.map((name) => ids[name]));
});

test.each<[unknown, string]>([
  [undefined, 'filterConfig'],
  [{ ids: [] }, 'filterConfig.ids'],
  [{ documentIds: 'x' }, 'filterConfig.documentIds'],
  [{ metadata: { a: { $regex: 'x' } } }, 'filterConfig.metadata.a.$regex'],
  [{ metadata: { a: { $gt: 'x' } } }, 'filterConfig.metadata.a.$gt'],
  [{ metadata: { a: {} } }, 'filterConfig.metadata.a'],
  [{ metadata: { a: null } }, 'filterConfig.metadata.a'],
  [{ metadata: { a: [[1]] } }, 'filterConfig.metadata.a.0'],
  [{ metadata: { a: { $in: [{ b: 1 }] } } }, 'filterConfig.metadata.a.$in.0'],
  [
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])) },
    'filterConfig.metadata',
  ],
])('the filter %j is INVALID_FILTER_CONFIG at %s', async (filterConfig, path) => {
  const { status, body } = await fetchDocuments(filterConfig);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
    400,
    'INVALID_FILTER_CONFIG',
    path,
  ]);
});

test('a page size or cursor that is not valid is no fault of the filter', async () => {
  for (const pagination of [{ pageSize: 101 }, { cursor: 'none' }]) {
    const { status, body } = await fetchDocuments({}, { pagination });
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  }
});

test('statistics count all that matches, not the page', async () => {
  const includeConfig = {
    documents: false,
    stats: true,
    statsBySource: true,
    statsByStatus: true,
    statsByDocumentType: true,
  };
  const { body } = await fetchDocuments({}, { includeConfig, pagination: { pageSize: 1 } });
  const bySource = [
    { source: 'LOCAL_FILE', totalCount: 1 },
    { source: 'TEXT', totalCount: 2 },
  ];
  expect(body.data).toMatchObject({ itemsReturned: 1, stats: bySource, statsBySource: bySource });
  expect(body.data.statsByStatus).toContainEqual({ status: 'SUCCESS', totalCount: 1 });
  expect(body.data.statsByDocumentType).toContainEqual({ documentType: 'FILE', totalCount: 1 });
  expect(body.data.documents).toBeUndefined();
});

test('a tenant sees its own documents alone', async () => {
  expect(await idsOf({}, { tenantId: 't1' })).toEqual([ids.ready]);
  expect(await idsOf({ documentIds: [ids.waiting] }, { tenantId: 't1' })).toEqual([]);
});

test('links to files open without a key, also beside one, and serve nothing a browser would run', async () => {
  const includeConfig = { rawFileUrl: true, parsedTextFileUrl: true };
  const { body } = await fetchDocuments({ documentIds: [ids.file] }, { includeConfig });
  const { rawFileUrl, parsedTextFileUrl } = body.data.documents[0];
  expect(parsedTextFileUrl).toBeNull();
  for (const headers of [{}, { authorization: 'Bearer something-else' }] as Record<string, string>[]) {
    const file = await fetch(rawFileUrl, { headers });
    expect([file.status, await file.text()]).toEqual([200, '<script>alert(1)</script>']);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''%C3%9Cbersicht/,
    );
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const head = await fetch(rawFileUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '25']);
});

test.each(['FAILED', 'CANCELLED'] as const)(
  'a document that is %s has a link to the file that came, and none to a text that was never made',
  async (status) => {
    const id = await ingestFile('%PDF-broken', 'application/pdf', `${status}.pdf`);
    await gateway.context.database.document.update({ where: { id }, data: { status } });
    const includeConfig = { rawFileUrl: true, parsedTextFileUrl: true };
    const { body } = await fetchDocuments({ documentIds: [id] }, { includeConfig });
    const { rawFileUrl, parsedTextFileUrl } = body.data.documents[0];
    const file = await fetch(rawFileUrl);
    expect([file.status, await file.text()]).toEqual([200, '%PDF-broken']);
    expect(parsedTextFileUrl).toBeNull();
  },
);

test.each(['FAILED', 'CANCELLED'] as const)(
  'a document whose new content is %s keeps the link to the text that searches see',
  async (status) => {
    const id = await ingestText(`visible ${status}`, { externalId: `visible ${status}` });
    await embedDocument(gateway, 'docs', id, ['visible']);
    await ingestText('another', { externalId: `visible ${status}` });
    await gateway.context.database.document.update({ where: { id }, data: { status } });
    const { body } = await fetchDocuments(
      { documentIds: [id] },
      { includeConfig: { parsedTextFileUrl: true } },
    );
    const file = await fetch(body.data.documents[0].parsedTextFileUrl);
    expect([file.status, await file.text()]).toEqual([200, 'visible']);
  },
);

test('a link that was changed leads to nothing, one that is old has expired', async () => {
  const { linkKey } = gateway.context;
  const { namespaceId } = await gateway.context.database.document.findUniqueOrThrow({
    where: { id: ids.file },
  });
  const { id: apiKeyId } = await gateway.context.database.apiKey.findFirstOrThrow();
  const link = { namespaceId, documentId: ids.file, content: 'raw', apiKeyId } as const;
  const open = (token: string) => gateway.call('GET', `/v1/file-links/${token}`, { key: undefined });
  const token = writeFileLink(linkKey, link);
  expect((await open(token)).status).toBe(200);
  const previous = await fetch(`${gateway.url}/v1/files/${token}`);
  expect([previous.status, await previous.text()]).toEqual([200, (await open(token)).text]);
  for (const wrong of [
    `${token}x`,
    `x${token}`,
    token.split('.')[0] ?? '',
    writeFileLink(Buffer.from('another'), link),
  ])
    expect([(await open(wrong)).status, (await open(wrong)).body.error.code]).toEqual([404, 'NOT_FOUND']);
  const old = await open(writeFileLink(linkKey, link, 1_000));
  expect([old.status, old.body.error.code]).toEqual([403, 'FORBIDDEN']);
  expect((await open(writeFileLink(linkKey, { ...link, documentId: randomUUID() }))).status).toBe(404);
});

test.each([
  ['', '# Ready\nto read', 'text/markdown; charset=utf-8'],
  ['?format=text', 'Ready\nto read', 'text/plain; charset=utf-8'],
  ['?format=raw', '# Ready\nto read', 'text/markdown; charset=utf-8'],
])('the content of a text asked for with "%s" is streamed', async (query, text, type) => {
  const response = await gateway.call('GET', `/v1/documents/${ids.ready}/content${query}`);
  expect([response.status, response.text, response.headers.get('content-type')]).toEqual([200, text, type]);
});

test.each(['markdown', 'raw'])('a range of bytes of %s comes by itself', async (format) => {
  const path = `/v1/documents/${ids.ready}/content?format=${format}`;
  const response = await gateway.call('GET', path, { headers: { range: 'bytes=2-6' } });
  expect([response.status, response.text]).toEqual([206, 'Ready']);
  expect(response.headers.get('content-range')).toBe('bytes 2-6/15');
  expect(response.headers.get('content-length')).toBe('5');
  const behind = await gateway.call('GET', path, { headers: { range: 'bytes=99-' } });
  expect([behind.status, behind.text]).toEqual([200, '# Ready\nto read']);
  expect(behind.headers.get('accept-ranges')).toBe('bytes');
});

test('content that is missing or of another organization is not found', async () => {
  const organizationId = await createOrganization(gateway.context.database, 'Other');
  const key = await createApiKey(gateway.context.database, { organizationId, name: 'k', scopes: ['admin'] });
  const content = (id: string, options = {}) => gateway.call('GET', `/v1/documents/${id}/content`, options);
  const responses = await Promise.all([
    content(ids.file),
    content('not-an-id'),
    content(randomUUID()),
    content(ids.ready, { key }),
    content(ids.ready, { tenantId: 't2' }),
  ]);
  for (const { status, body } of responses)
    expect([status, body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
  const format = await gateway.call('GET', `/v1/documents/${ids.ready}/content?format=pdf`);
  expect(format.body.error.details.issues).toEqual([
    { path: 'format', message: 'must be one of text, markdown, raw, but it is "pdf"' },
  ]);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

const get = (documentId: string, rest = '') => gateway.call('GET', `/v1/documents/${documentId}${rest}`);

async function ingestText(text: string): Promise<string> {
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config: { name: text, text } } };
  return (await gateway.call('POST', '/v1/ingest/text', { json })).body.data.documents[0].id;
}

test('a document is shown as its list shows it, with links to what is stored', async () => {
  const id = await ingestText('ready');
  await embedDocument(gateway, 'docs', id, ['# Ready']);
  const { body } = await get(id);
  const { rawFileUrl, parsedTextFileUrl, errorCode, advice, ...document } = body.data.document;
  const json = { namespaceId: 'docs', filterConfig: { documentIds: [id] } };
  const listed = await gateway.call('POST', '/v1/documents', { json });
  expect(document).toEqual(listed.body.data.documents[0]);
  expect([errorCode, advice]).toEqual([null, null]);
  for (const url of [rawFileUrl, parsedTextFileUrl]) expect(await (await fetch(url)).text()).toBe('# Ready');
});

test.each(['', '/content', '/timeline', '/chunks'])(
  'a document%s is read by its namespace too, and is not found in another one',
  async (rest) => {
    const json = { name: 'others', ...localConfigs };
    await gateway.call('POST', '/v1/namespaces?validate=false', { json });
    const id = await ingestText(`named${rest}`);
    await embedDocument(gateway, 'docs', id, ['# Ready']);
    const replies = await Promise.all(
      ['docs', 'others', 'missing'].map((name) => get(id, `${rest}?namespaceId=${name}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(replies.map(({ body }) => body?.error?.code ?? body?.code ?? null).slice(1)).toEqual([
      'DOCUMENTS_NOT_FOUND',
      'NAMESPACE_NOT_FOUND',
    ]);
  },
);

test.each([
  ['DOCUMENT_ENCRYPTED', 'Remove the password from the file and ingest it again.'],
  ['A_CODE_OF_A_LATER_VERSION', null],
])('of a document that failed with %s it says what to do about it', async (errorCode, advice) => {
  const id = await ingestText(errorCode);
  const data = { status: 'FAILED', errorCode, ingestionError: 'It failed' } as const;
  await gateway.context.database.document.update({ where: { id }, data });
  const { document } = (await get(id)).body.data;
  expect(document).toMatchObject({
    ingestionStatus: 'FAILED',
    ingestionError: 'It failed',
    errorCode,
    advice,
  });
});

test.each(['FAILED', 'CANCELLED'] as const)(
  'a page that is %s before it was read has no original',
  async (status) => {
    const urls = [`https://example.com/${status}`];
    const json = { namespaceId: 'docs', ingestConfig: { source: 'URLS_LIST', config: { urls } } };
    const { id } = (await gateway.call('POST', '/v1/ingest/urls', { json })).body.data.documents[0];
    await gateway.context.database.document.update({ where: { id }, data: { status } });
    expect((await get(id)).body.data.document).toMatchObject({ rawFileUrl: null, parsedTextFileUrl: null });
  },
);

const transitionsOf = async (id: string) =>
  (await get(id, '/timeline')).body.data.entries.map(
    ({ status, stage, revision }: Record<string, unknown>) => `${status} ${stage} ${revision}`,
  );

test('the timeline lists where a document began and each transition since, in order', async () => {
  const id = await ingestText('moving');
  expect(await transitionsOf(id)).toEqual(['QUEUED EMBED 1']);
  await embedDocument(gateway, 'docs', id, ['moving']);
  const json = { namespaceId: 'docs', content: 'moved' };
  await gateway.call('PATCH', `/v1/documents/${id}`, { json });
  const moves = ['QUEUED EMBED 1', 'PROCESSING EMBED 1', 'SUCCESS EMBED 1', 'QUEUED_FOR_UPDATE EMBED 2'];
  expect(await transitionsOf(id)).toEqual(moves);
  const times = (await get(id, '/timeline')).body.data.entries.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted());
  const { createdAt } = (await get(id)).body.data.document;
  expect(times[0]).toBe(createdAt.isoString);
});

test('an attempt that fails is in the timeline once, however often it fails alike', async () => {
  const id = await ingestText('failing');
  const { document } = gateway.context.database;
  const error = (ingestionError: string) => ({ errorCode: 'PROVIDER_UNAVAILABLE', ingestionError });
  await document.update({ where: { id }, data: error('late\n1') });
  await document.update({ where: { id }, data: error('late 2') });
  await document.update({ where: { id }, data: { status: 'PROCESSING', ...error('x'.repeat(500)) } });
  const { entries } = (await get(id, '/timeline')).body.data;
  expect(entries.map(({ error }: { error: unknown }) => error)).toEqual([
    null,
    { code: 'PROVIDER_UNAVAILABLE', message: 'late\n1' },
    { code: 'PROVIDER_UNAVAILABLE', message: 'x'.repeat(200) },
  ]);
});

test('a timeline keeps the last 32 moves, however many there were', async () => {
  const id = await ingestText('restless');
  const { document } = gateway.context.database;
  for (let revision = 2; revision <= 40; revision += 1)
    await document.update({ where: { id }, data: { revision } });
  const moves = await transitionsOf(id);
  expect([moves.length, moves[0], moves.at(-1)]).toEqual([32, 'QUEUED EMBED 9', 'QUEUED EMBED 40']);
});

test('the chunks that searches see come in pages, each with the text that its offsets cut out of the Markdown', async () => {
  const id = await ingestText('pieces');
  expect((await get(id, '/chunks')).body.data).toMatchObject({
    chunks: [],
    revision: null,
    nextCursor: null,
  });
  const texts = ['# Ökapi 🦓', 'likes figs', 'and sleeps'];
  await embedDocument(gateway, 'docs', id, texts);
  const first = (await get(id, '/chunks?pageSize=2')).body.data;
  const second = (await get(id, `/chunks?pageSize=2&cursor=${first.nextCursor}`)).body.data;
  const chunks = [...first.chunks, ...second.chunks];
  expect(chunks.map(({ ordinal, text }) => [ordinal, text])).toEqual([...texts.entries()]);
  expect([first.hasNextPage, second.hasNextPage, second.revision]).toEqual([true, false, 1]);
  const markdown = (await get(id, '/content?format=markdown')).text;
  expect(chunks.map(({ start, end }) => markdown.slice(start, end))).toEqual(texts);
});

test('while new content waits its chunks are not shown, and a cursor ends with the content it was made for', async () => {
  const id = await ingestText('replaced');
  await embedDocument(gateway, 'docs', id, ['old', 'old too']);
  const { nextCursor } = (await get(id, '/chunks?pageSize=1')).body.data;
  await gateway.call('PATCH', `/v1/documents/${id}`, { json: { namespaceId: 'docs', content: 'new' } });
  expect((await get(id, '/chunks')).body.data.chunks).toMatchObject([{ text: 'old' }, { text: 'old too' }]);
  await embedDocument(gateway, 'docs', id, ['new']);
  expect((await get(id, '/chunks')).body.data.chunks).toMatchObject([{ text: 'new' }]);
  const outlived = await get(id, `/chunks?cursor=${nextCursor}`);
  expect(outlived).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } });
});

test('documents are found by a part of their names, in whatever case, and a sign of a pattern is a sign', async () => {
  const names = ['Handbook ÄRZTE', 'handbook', '100% sure', 'Other handbook'];

  for (const name of names) await ingestText(name);
  const found = async (name: string, more: object = {}) => {
    const json = { namespaceId: 'docs', filterConfig: { name }, ...more };
    return (await gateway.call('POST', '/v1/documents', { json })).body.data;
  };
  const namesOf = async (name: string) =>
    (await found(name)).documents.map((document: { name: string }) => document.name).sort();
  expect(await namesOf('HANDBOOK')).toEqual(['Handbook ÄRZTE', 'Other handbook', 'handbook']);
  expect(await namesOf('handbook är')).toEqual(['Handbook ÄRZTE']);
  expect(await namesOf('100%')).toEqual(['100% sure']);
  expect(await namesOf('%')).toEqual(['100% sure']);
  expect(await namesOf('hand%')).toEqual([]);
  const { statsByStatus } = await found('handbook', { includeConfig: { statsByStatus: true } });
  expect(statsByStatus).toEqual([{ status: 'QUEUED', totalCount: 3 }]);
});

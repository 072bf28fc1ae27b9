import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../testing/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';

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

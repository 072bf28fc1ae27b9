import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

interface Changes {
  readonly config?: object;
  readonly chunkConfig?: unknown;
  readonly body?: object;
}
const body = ({ config = {}, chunkConfig, body: more = {} }: Changes = {}) => ({
  namespaceId: 'docs',
  ingestConfig: {
    source: 'TEXT',
    config: { text: 'Hello world', ...config },
    ...(chunkConfig !== undefined && { chunkConfig }),
  },
  ...more,
});
const ingest = (json: unknown, tenantId?: string) =>
  gateway.call('POST', '/v1/ingest/text', { json, key: gateway.keys.ingest, ...(tenantId && { tenantId }) });
const rowOf = (id: string) =>
  gateway.context.database.document.findUniqueOrThrow({ where: { id }, include: { job: true } });

test('a text is accepted and stands in the database with what was asked for', async () => {
  const metadata = { team: 'a', tags: ['x', 'y'], year: 2024, draft: false };
  const response = await ingest(
    body({ config: { name: 'Greeting', metadata }, chunkConfig: { chunkSize: 300, chunkOverlap: 0 } }),
    'tenant-1',
  );
  expect(response.status).toBe(202);
  const [document] = response.body.data.documents;
  expect(document).toEqual({ id: expect.any(String), status: 'QUEUED', error: null });
  const row = await rowOf(document.id);
  expect(row).toMatchObject({
    name: 'Greeting',
    tenantId: 'tenant-1',
    metadata,
    status: 'QUEUED',
    ingestJobRunId: response.body.data.ingestJobRunId,
    job: { chunkSize: 300, chunkOverlap: 0, source: 'TEXT' },
  });
});

test('without a chunk configuration the usual one holds', async () => {
  const response = await ingest(body({ config: { text: 'defaults' } }));
  expect((await rowOf(response.body.data.documents[0].id)).job).toMatchObject({
    chunkSize: 400,
    chunkOverlap: 80,
  });
});

test('the same text of the same tenant is the same document, of another tenant another', async () => {
  const idOf = async (tenantId: string) =>
    (await ingest(body({ config: { text: 'same' } }), tenantId)).body.data.documents[0].id;
  const [first, second, other] = [await idOf('a'), await idOf('a'), await idOf('b')];
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('another text under the same external id updates the document', async () => {
  const idOf = async (text: string) =>
    (await ingest(body({ config: { text, externalId: 'page-1' } }))).body.data.documents[0].id;
  expect(await idOf('old')).toBe(await idOf('new'));
});

test('a document that is ingested again keeps its metadata, unless other metadata comes along, even none', async () => {
  const metadataAfter = async (text: string, metadata?: object) => {
    const config = { text, externalId: 'tagged', ...(metadata && { metadata }) };
    const { id } = (await ingest(body({ config }))).body.data.documents[0];
    const { metadata: stored, metadataVersion } = await gateway.context.database.document.findUniqueOrThrow({
      where: { id },
    });
    return [stored, metadataVersion];
  };
  expect(await metadataAfter('first', { team: 'people' })).toEqual([{ team: 'people' }, 1]);
  expect(await metadataAfter('second')).toEqual([{ team: 'people' }, 1]);
  expect(await metadataAfter('third', { team: 'legal' })).toEqual([{ team: 'legal' }, 2]);
  expect(await metadataAfter('fourth', {})).toEqual([{}, 3]);
  expect(await metadataAfter('fifth')).toEqual([{}, 3]);
});

const config = 'ingestConfig.config';
test.each<[string, unknown, string, string]>([
  ['no namespace', body({ body: { namespaceId: undefined } }), 'namespaceId', 'is required'],
  ['a namespace that is a number', body({ body: { namespaceId: 7 } }), 'namespaceId', 'must be a string'],
  ['no configuration', { namespaceId: 'docs' }, 'ingestConfig', 'is required'],
  [
    'another source',
    { ...body(), ingestConfig: { ...body().ingestConfig, source: 'WEBSITE' } },
    'ingestConfig.source',
    'must be TEXT',
  ],
  ['no text', body({ config: { text: undefined } }), `${config}.text`, 'is required'],
  ['a text that is none', body({ config: { text: 5 } }), `${config}.text`, 'must be a string'],
  ['a text of white space', body({ config: { text: ' \n\t\u00a0' } }), `${config}.text`, 'must not be blank'],
  ['a text with NUL', body({ config: { text: 'a\0' } }), `${config}.text`, 'NUL'],
  ['half a surrogate pair', body({ config: { text: 'a\udc00' } }), `${config}.text`, 'surrogate'],
  ['an unknown field', body({ config: { title: 'x' } }), `${config}.title`, 'is not a known field'],
  ['an unknown field at the top', body({ body: { extra: 1 } }), 'extra', 'is not a known field'],
  [
    'nested metadata',
    body({ config: { metadata: { a: { b: 1 } } } }),
    `${config}.metadata.a`,
    'must be a string',
  ],
  [
    'null in metadata',
    body({ config: { metadata: { a: null } } }),
    `${config}.metadata.a`,
    'must be a string',
  ],
  [
    'numbers in a list',
    body({ config: { metadata: { a: [1] } } }),
    `${config}.metadata.a`,
    'must be a string',
  ],
  [
    'an operator in metadata',
    body({ config: { metadata: { $set: 'x' } } }),
    `${config}.metadata.$set`,
    'begins with $',
  ],
  [
    'a long metadata key',
    body({ config: { metadata: { ['k'.repeat(129)]: 1 } } }),
    `${config}.metadata.${'k'.repeat(129)}`,
    'longer',
  ],
  [
    'much metadata',
    body({ config: { metadata: { a: 'x'.repeat(17_000) } } }),
    `${config}.metadata`,
    'larger',
  ],
  ['metadata that is a list', body({ config: { metadata: [] } }), `${config}.metadata`, 'must be an object'],
  ['a rhythm', body({ body: { syncFrequency: 'DAILY' } }), 'syncFrequency', 'must be NEVER'],
])('%s is refused and named', async (_what, json, path, message) => {
  const { status, body } = await ingest(json);
  expect([status, body.error.code]).toEqual([400, 'INVALID_INGEST_CONFIG']);
  expect(body.error.details.issues).toContainEqual({ path, message: expect.stringContaining(message) });
});

test.each([
  [{ chunkSize: 100, chunkOverlap: 100 }, 'chunkOverlap'],
  [{ chunkSize: 100, chunkOverlap: 150 }, 'chunkOverlap'],
  [{ chunkSize: 100, chunkOverlap: -1 }, 'chunkOverlap'],
  [{ chunkSize: 0, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 8192, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 1.5, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 100 }, 'chunkOverlap'],
  [{ chunkOverlap: 10 }, 'chunkSize'],
  [{ chunkSize: '100', chunkOverlap: 0 }, 'chunkSize'],
])('the chunk configuration %j is INVALID_CHUNK_CONFIG', async (chunkConfig, field) => {
  const { status, body: response } = await ingest(body({ chunkConfig }));
  expect([status, response.error.code]).toEqual([400, 'INVALID_CHUNK_CONFIG']);
  expect(response.error.details.issues[0].path).toBe(`ingestConfig.chunkConfig.${field}`);
});

test('__proto__ in metadata is refused by its name and changes no prototype', async () => {
  const json = JSON.stringify(body({ config: { text: 'proto', metadata: { a: 1 } } })).replace(
    '"a":1',
    '"a":1,"__proto__":{"b":2}',
  );
  const response = await gateway.call('POST', '/v1/ingest/text', {
    body: json,
    headers: { 'content-type': 'application/json' },
  });
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('__proto__')]);
  expect(({} as { b?: number }).b).toBeUndefined();
});

test('a text may have so many bytes and no more', async () => {
  expect((await ingest(body({ config: { text: 'é'.repeat(50_000) } }))).status).toBe(202);
  const refused = await ingest(body({ config: { text: `${'é'.repeat(50_000)}a` } }));
  expect([refused.status, refused.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(refused.body.error.details.issues[0].path).toBe('ingestConfig.config.text');
  const escaped = await ingest(body({ config: { text: `x${'\u0001'.repeat(99_999)}` } }));
  expect(escaped.status).toBe(202);
  const body9 = await ingest(body({ config: { text: 'x'.repeat(2_000_000) } }));
  expect(body9.body.error.code).toBe('PAYLOAD_TOO_LARGE');
});

test.each(['missing', 'DOCS', '../docs', 'x'.repeat(5_000), ' '])(
  'the namespace %j does not exist',
  async (namespaceId) => {
    const response = await ingest(body({ body: { namespaceId } }));
    expect([response.status, response.body.error.code]).toEqual([404, 'NAMESPACE_NOT_FOUND']);
  },
);

test('a key that only reads may not ingest', async () => {
  const response = await gateway.call('POST', '/v1/ingest/text', { key: gateway.keys.read, json: body() });
  expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

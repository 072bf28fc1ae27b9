import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const create = (json: unknown, query = '') => gateway.call('POST', `/v1/namespaces${query}`, { json });

test('a namespace is created, listed, fetched, changed and deleted', async () => {
  const created = await create({ name: 'docs', ...localConfigs });
  expect(created.status).toBe(201);
  expect(created.body.data.namespace).toMatchObject({
    identifier: 'docs',
    name: 'docs',
    organization: { id: gateway.organizationId },
    ...localConfigs,
    notionConfig: null,
    sharepointConfig: null,
    createdAt: { isoString: expect.any(String) },
  });
  const listed = await gateway.call('GET', '/v1/namespaces');
  expect(listed.body.data.namespaces).toHaveLength(1);
  const got = await gateway.call('GET', '/v1/namespaces/docs');
  expect(got.body.data.namespace).toEqual(created.body.data.namespace);

  const webScraperConfig = { provider: 'FIRECRAWL', apiKey: 'fc-secret-abcd' };
  const changed = await gateway.call('PATCH', '/v1/namespaces/docs?validate=false', {
    json: { webScraperConfig },
  });
  expect(changed.body.data.namespace.webScraperConfig).toEqual({ provider: 'FIRECRAWL', apiKey: '****abcd' });
  const removed = await gateway.call('PATCH', '/v1/namespaces/docs', { json: { webScraperConfig: null } });
  expect(removed.body.data.namespace.webScraperConfig).toBeNull();

  const deleted = await gateway.call('DELETE', '/v1/namespaces/docs', { json: {} });
  expect(deleted).toMatchObject({ status: 202, body: { data: { identifier: 'docs' } } });
  expect((await gateway.call('GET', '/v1/namespaces/docs')).body.error.code).toBe('NAMESPACE_NOT_FOUND');
  expect((await gateway.call('DELETE', '/v1/namespaces/docs')).status).toBe(404);
});

test('configurations are tried out one by one, and nothing is kept', async () => {
  const model = { provider: 'OPENAI', model: 'm', apiKey: 'sk-wrong', baseUrl: 'http://127.0.0.1:9/' };
  const check = (only: string) =>
    gateway.call('POST', '/v1/namespaces/check', {
      json: { ...localConfigs, embeddingModelConfig: model, only: [only] },
    });
  const [good, bad] = await Promise.all([check('fileStorageConfig'), check('embeddingModelConfig')]);
  expect(good.body.data).toEqual({ issues: [] });
  expect(bad.body.data.issues).toEqual([
    { path: expect.stringMatching(/^embeddingModelConfig/), message: expect.any(String) },
  ]);
  const missing = await gateway.call('POST', '/v1/namespaces/check', {
    json: { embeddingModelConfig: model },
  });
  expect(missing.body.error.details.issues.map(({ path }: { path: string }) => path)).toEqual([
    'fileStorageConfig',
    'vectorStorageConfig',
  ]);
});

test.each([
  ['', 'name'],
  ['a b', 'name'],
  ['..', 'name'],
  ['a'.repeat(65), 'name'],
  [undefined, 'name'],
])('%j is no name', async (name, path) => {
  const response = await create({ name, ...localConfigs });
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(response.body.error.details.issues[0].path).toBe(path);
});

test('a name can be had once', async () => {
  await create({ name: 'once', ...localConfigs });
  const again = await create({ name: 'once', ...localConfigs });
  expect([again.status, again.body.error.code]).toEqual([409, 'NAMESPACE_ALREADY_EXISTS']);
});

test('a namespace with some of the three configurations is rejected with the names of the missing ones', async () => {
  const response = await create({ name: 'some', embeddingModelConfig: localConfigs.embeddingModelConfig });
  expect(response.body.error.details.issues).toEqual([
    { path: 'fileStorageConfig', message: 'is required' },
    { path: 'vectorStorageConfig', message: 'is required' },
  ]);
});

test.each([
  [{ embeddingModelConfig: { provider: 'ACME' } }, 'embeddingModelConfig.provider', 'OPENAI'],
  [{ vectorStorageConfig: { provider: 'ACME' } }, 'vectorStorageConfig.provider', 'PINECONE'],
  [{ fileStorageConfig: { type: 'FTP' } }, 'fileStorageConfig.type', 'S3_COMPATIBLE'],
  [{ webScraperConfig: { provider: 'ACME', apiKey: 'x' } }, 'webScraperConfig.provider', 'FIRECRAWL'],
  [{ webScraperConfig: { provider: 'JINA' } }, 'webScraperConfig.apiKey', 'is required'],
  [
    { webScraperConfig: { provider: 'BUILTIN', apiKey: 'x' } },
    'webScraperConfig.apiKey',
    'is not a known field',
  ],
  [{ notionConfig: { clientId: 'x' } }, 'notionConfig.clientSecret', 'is required'],
  [{ googleDriveConfig: { clientId: 'x', clientSecret: 'x' } }, 'googleDriveConfig.apiKey', 'is required'],
  [{ slackConfig: {} }, 'slackConfig', 'is not a known field'],
  [{ name: 'other' }, 'name', 'is not a known field'],
])('a change to %j names the field and what it may be', async (json, path, message) => {
  await create({ name: 'strict', ...localConfigs });
  const response = await gateway.call('PATCH', '/v1/namespaces/strict', { json });
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(response.body.error.details.issues).toContainEqual({
    path,
    message: expect.stringContaining(message),
  });
});

const secrets = [
  'sk-canary-1',
  'pcsk-canary-2',
  'AKIACANARY3',
  'aws-canary-4',
  'oauth-canary-5',
  'fc-canary-6zzzz',
];
const remoteConfigs = {
  fileStorageConfig: {
    type: 'S3_COMPATIBLE',
    bucket: 'b',
    region: 'r',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: secrets[2], secretAccessKey: secrets[3] },
  },
  vectorStorageConfig: { provider: 'PINECONE', apiKey: secrets[1], indexHost: 'http://127.0.0.1:9' },
  embeddingModelConfig: {
    provider: 'OPENAI',
    model: 'text-embedding-3-small',
    apiKey: secrets[0],
    baseUrl: 'http://127.0.0.1:9',
  },
};
const connectorConfigs = {
  webScraperConfig: { provider: 'FIRECRAWL', apiKey: secrets[5] },
  notionConfig: { clientId: 'n', clientSecret: secrets[4], authorizationUrl: 'https://example.com/a' },
  googleDriveConfig: { clientId: 'g', clientSecret: secrets[4], apiKey: secrets[4] },
  sharepointConfig: { clientId: 's', clientSecret: secrets[4] },
};

test('providers that do not answer are each named, and nothing is created', async () => {
  const response = await create({ name: 'checked', ...remoteConfigs });
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  const fields = response.body.error.details.issues.map(({ path }: { path: string }) => path.split('.')[0]);
  expect(fields.toSorted()).toEqual(['embeddingModelConfig', 'fileStorageConfig', 'vectorStorageConfig']);
  expect((await gateway.call('GET', '/v1/namespaces/checked')).status).toBe(404);
});

test('a namespace without a scraper gets the one of the operator, if there is one', async () => {
  const defaultScraper = { provider: 'BUILTIN' };
  const other = await startTestGateway({ defaultScraper });
  try {
    const json = { name: 'web', ...localConfigs };
    const { body } = await other.call('POST', '/v1/namespaces', { json });
    expect(body.data.namespace.webScraperConfig).toEqual(defaultScraper);
  } finally {
    await other.close();
  }
});

test('no secret is in any answer or log line', async () => {
  const responses = [
    await create({ name: 'secret', ...remoteConfigs, ...connectorConfigs }, '?validate=false'),
    await gateway.call('GET', '/v1/namespaces'),
    await gateway.call('GET', '/v1/namespaces/secret'),
    await gateway.call('PATCH', '/v1/namespaces/secret', {
      json: { fileStorageConfig: remoteConfigs.fileStorageConfig },
    }),
    await create({ name: 'secret 2', ...remoteConfigs }),
  ];
  expect(responses.map((response) => response.status)).toEqual([201, 200, 200, 400, 400]);
  const shown = responses[0]?.body.data.namespace;
  expect(shown.notionConfig).toEqual({ clientId: 'n', authorizationUrl: 'https://example.com/a' });
  expect(shown.webScraperConfig.apiKey).toBe('****zzzz');
  const said = [...responses.map((response) => response.text), ...gateway.log].join('\n');
  for (const secret of secrets) expect(said).not.toContain(secret);
});

test('the model of a namespace with documents stays; its key may change', async () => {
  const { vectorStorageConfig, embeddingModelConfig } = remoteConfigs;
  const mixed = { ...localConfigs, embeddingModelConfig, vectorStorageConfig };
  await create({ name: 'full', ...mixed }, '?validate=false');
  const patch = (json: unknown) => gateway.call('PATCH', '/v1/namespaces/full?validate=false', { json });
  expect(
    (await patch({ embeddingModelConfig: { ...embeddingModelConfig, model: 'text-embedding-3-large' } }))
      .status,
  ).toBe(200);
  await gateway.call('POST', '/v1/ingest/text', {
    json: { namespaceId: 'full', ingestConfig: { source: 'TEXT', config: { text: 'x' } } },
  });
  const conflict = await patch({ embeddingModelConfig });
  expect([conflict.status, conflict.body.error.code]).toEqual([409, 'NAMESPACE_CONFLICT']);
  expect((await patch({ vectorStorageConfig: { ...vectorStorageConfig, apiKey: 'another' } })).status).toBe(
    200,
  );
  // Nothing is embedded for another store.
  expect((await patch({ vectorStorageConfig: { provider: 'LANCEDB' } })).status).toBe(200);
});

test('a namespace without configurations gets the operator’s, where there are any', async () => {
  const other = await startTestGateway({ defaultConfigs: localConfigs });
  try {
    const response = await other.call('POST', '/v1/namespaces', { json: { name: 'plain' } });
    expect(response.body.data.namespace).toMatchObject(localConfigs);
  } finally {
    await other.close();
  }
  expect((await create({ name: 'plain' })).body.error.details.issues).toHaveLength(3);
});

test('changing namespaces takes an admin’s key; reading them any', async () => {
  const { read, ingest } = gateway.keys;
  const json = { name: 'mine', ...localConfigs };
  for (const key of [read, ingest])
    expect((await gateway.call('POST', '/v1/namespaces', { key, json })).body.error.code).toBe('FORBIDDEN');
  expect((await gateway.call('GET', '/v1/namespaces', { key: read })).status).toBe(200);
});

test('another organization’s namespace does not exist', async () => {
  await create({ name: 'foreign', ...localConfigs });
  const organizationId = await createOrganization(gateway.context.database, 'Other');
  const key = await createApiKey(gateway.context.database, { organizationId, name: 'k', scopes: ['admin'] });
  const missing = await gateway.call('GET', '/v1/namespaces/missing', { key });
  const foreign = await gateway.call('GET', '/v1/namespaces/foreign', { key });
  const textOf = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]+"/, '');
  expect([foreign.status, textOf(foreign)]).toEqual([404, textOf(missing).replaceAll('missing', 'foreign')]);
});

test('an overview reports what waits, what failed and why, and the activity by hour', async () => {
  const { database } = gateway.context;
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'busy', ...localConfigs } });
  const ingest = async (text: string, tenantId?: string): Promise<string> => {
    const json = { namespaceId: 'busy', ingestConfig: { source: 'TEXT', config: { text } } };
    const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
    return response.body.data.documents[0].id;
  };
  const failed = [await ingest('one'), await ingest('two'), await ingest('three', 't1')];
  await ingest('waits');
  const fail = (id: string, errorCode: string) =>
    database.document.update({ where: { id }, data: { status: 'FAILED', errorCode } });
  for (const id of failed) await fail(id, id === failed[2] ? 'OF_LATER' : 'DOCUMENT_ENCRYPTED');
  const overview = async (query: string, options = {}) =>
    (await gateway.call('GET', `/v1/namespaces/busy/overview${query}`, options)).body.data;
  const { documents, waiting, errors, throughput } = await overview('?hours=3');
  expect(documents).toEqual([
    { status: 'FAILED', count: 3 },
    { status: 'QUEUED', count: 1 },
  ]);
  expect(waiting).toEqual([{ stage: 'EMBED', status: 'QUEUED', count: 1 }]);
  expect(errors).toEqual([
    {
      code: 'DOCUMENT_ENCRYPTED',
      count: 2,
      advice: expect.stringContaining('password'),
      documentId: failed[1],
    },
    { code: 'OF_LATER', count: 1, advice: null, documentId: failed[2] },
  ]);
  expect(throughput).toHaveLength(3);
  expect(
    throughput.map((hour: { failed: number }) => hour.failed).reduce((a: number, b: number) => a + b),
  ).toBe(3);
  const ofTenant = await overview('', { tenantId: 't1' });
  expect([ofTenant.documents, ofTenant.errors.length, ofTenant.throughput.length]).toEqual([
    [{ status: 'FAILED', count: 1 }],
    1,
    24,
  ]);
});

test('usage looks back on 400 days at most', async () => {
  const ask = (from: string) => gateway.call('GET', `/v1/usage?from=${from}&to=2026-01-01T00:00:00Z`);
  for (const from of ['2024-01-01T00:00:00Z', '2026-02-01T00:00:00Z'])
    expect(await ask(from)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: 'from' }] } } },
    });
  expect((await ask('2025-12-01T00:00:00Z')).body.data).toMatchObject({ usage: [], models: [] });
});

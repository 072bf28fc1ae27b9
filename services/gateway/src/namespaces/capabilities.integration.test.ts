import { readdir } from 'node:fs/promises';
import { localFilesDirectory } from '@docfleet/file-store';
import { eventually, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
let server: StubServer | undefined;
afterEach(() => server?.close());

type Refusal = { status: number; body?: unknown; headers?: Record<string, string> };

/** Configurations with the model of a server that refuses what `refuse` refuses, and its requests. */
async function configsOf(refuse: (texts: readonly string[]) => Refusal | undefined) {
  const asked: number[] = [];
  server = await startStubServer(({ body }) => {
    const { input } = JSON.parse(String(body)) as { input: string[] };
    asked.push(input.length);
    const data = input.map((text, index) => ({
      index,
      embedding: Array.from({ length: 8 }, (_, place) => Math.sin(text.length + place)),
    }));
    return refuse(input) ?? { body: { data } };
  });
  const model = { provider: 'OPENAI', model: 'bge-m3', apiKey: 'key', baseUrl: server.url };
  return { configs: { ...localConfigs, embeddingModelConfig: model }, asked };
}

const create = (json: object, query = '') => gateway.call('POST', `/v1/namespaces${query}`, { json });
const capabilitiesOf = async (name: string) => {
  const row = await gateway.context.database.namespace.findFirstOrThrow({ where: { name } });
  return Object.values((row.capabilities ?? {}) as Record<string, unknown>);
};
const atMost = (most: number) => (texts: readonly string[]) =>
  texts.length > most ? { status: 400, body: { error: { message: `at most ${most}` } } } : undefined;

test('a trial of configurations leaves nothing in the folder of files', async () => {
  const { configs } = await configsOf(atMost(10));
  const folder = localFilesDirectory(gateway.context.providerSettings.operatorSettings);
  const before = await readdir(folder).catch(() => []);
  expect((await create({ name: 'tried', ...configs })).status).toBe(201);
  const { configs: refused } = await configsOf(() => ({ status: 401, body: { error: { message: 'no' } } }));
  expect((await create({ name: 'refused', ...refused })).status).toBe(400);
  expect(await readdir(folder).catch(() => [])).toEqual(before);
});

test('what a model takes is found out when a namespace is created, and remembered', async () => {
  const { configs } = await configsOf(atMost(10));
  expect((await create({ name: 'probed', ...configs })).status).toBe(201);
  expect(await capabilitiesOf('probed')).toEqual([
    {
      dimensions: 8,
      takes: { encodingFormat: true, dimensions: true },
      inputsPerRequest: 10,
      tokensPerInput: expect.any(Number),
    },
  ]);
});

test('it is found out anew when the configuration is sent again, and nothing is kept of another', async () => {
  const { configs } = await configsOf(atMost(10));
  await create({ name: 'probed-again', ...configs });
  await server?.close();
  const next = await configsOf(atMost(4));
  const { embeddingModelConfig } = next.configs;
  const change = () =>
    gateway.call('PATCH', '/v1/namespaces/probed-again', { json: { embeddingModelConfig } });
  await change();
  await change();
  expect(await capabilitiesOf('probed-again')).toEqual([expect.objectContaining({ inputsPerRequest: 4 })]);
});

test('without validation nothing is asked, and nothing is known', async () => {
  const { configs, asked } = await configsOf(() => undefined);
  expect((await create({ name: 'unasked', ...configs }, '?validate=false')).status).toBe(201);
  expect([asked, await capabilitiesOf('unasked')]).toEqual([[], []]);
});

test('what is learned in use is remembered', async () => {
  const { configs } = await configsOf(() => undefined);
  await create({ name: 'in-use', ...configs }, '?validate=false');
  const { id, version } = await gateway.context.database.namespace.findFirstOrThrow({
    where: { name: 'in-use' },
  });
  const { embedder } = await gateway.context.providers.open(id, version);
  await embedder.embed(['a'], 'document', new AbortController().signal);
  await eventually(async () =>
    expect(await capabilitiesOf('in-use')).toEqual([
      { dimensions: 8, takes: { encodingFormat: true, dimensions: true } },
    ]),
  );
});

describe('a refusal says of whom it speaks', () => {
  test.each<[string, Refusal]>([
    ['is away', { status: 503 }],
    ['is broken', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['limits requests', { status: 429, headers: { 'retry-after': '7' } }],
  ])('a vendor that %s makes it a 503, to be tried again', async (_, refusal) => {
    const { configs } = await configsOf(() => refusal);
    const response = await create({ name: 'away', ...configs });
    expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(response.body.error.details.issues[0].path).toBe('embeddingModelConfig');
    expect(response.headers.get('retry-after')).toBe(refusal.status === 429 ? '7' : '5');
    expect(response.body.error.message).toContain('validate=false');
  });

  test('a vendor that refuses the key makes it a 400 that names the field', async () => {
    const { configs } = await configsOf(() => ({ status: 401, body: { error: { message: 'no such key' } } }));
    const response = await create({ name: 'refused', ...configs });
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(response.body.error.details.issues[0].path).toBe('embeddingModelConfig.apiKey');
  });

  test('where one is refused and another away, what is to be corrected comes first', async () => {
    const { configs } = await configsOf(() => ({ status: 503 }));
    const fileStorageConfig = {
      type: 'S3_COMPATIBLE',
      bucket: 'b',
      region: 'r',
      endpoint: 'http://169.254.169.254/',
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    };
    const response = await create({ name: 'both', ...configs, fileStorageConfig });
    expect(response.status).toBe(400);
  });

  test('a probe that fails for the moment does not fail the creation', async () => {
    const { configs } = await configsOf((texts) => (texts.length > 1 ? { status: 503 } : undefined));
    expect((await create({ name: 'half-away', ...configs })).status).toBe(201);
    expect(await capabilitiesOf('half-away')).toEqual([
      { dimensions: 8, takes: { encodingFormat: true, dimensions: true } },
    ]);
  });
});

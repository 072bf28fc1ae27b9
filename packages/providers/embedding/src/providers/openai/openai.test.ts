import { createEgress } from '@docfleet/egress';
import {
  type EmbeddingEmulator,
  type OpenAiEmulatorOptions,
  openAiQuotaExceeded,
  type StubServer,
  startOpenAiEmulator,
  startStubServer,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { describeEmbeddingProvider } from '../../../test/conformance.ts';
import { openai } from './index.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());

const servers: Pick<EmbeddingEmulator | StubServer, 'close'>[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function emulate(options?: OpenAiEmulatorOptions): Promise<EmbeddingEmulator> {
  const emulator = await startOpenAiEmulator(options);
  servers.push(emulator);
  return emulator;
}

async function compatible(options: OpenAiEmulatorOptions, settings: object = {}) {
  const emulator = await emulate(options);
  const stored = {
    provider: 'OPENAI',
    model: 'bge-m3',
    apiKey: emulator.apiKey,
    baseUrl: `${emulator.url}/v1`,
  };
  return { embedder: openai.open({ ...stored, ...settings }, { egress }), emulator };
}

describeEmbeddingProvider({
  provider: openai,
  config: { provider: 'OPENAI', model: 'text-embedding-3-small' },
  vendor: { start: startOpenAiEmulator, endpoints: (url) => ({ openai: `${url}/v1` }) },
});

describe('OpenAI', () => {
  const known = { provider: 'OPENAI', model: 'text-embedding-3-small', apiKey: 'key' };

  test('is asked for base64, and without what belongs to the operator', async () => {
    process.env['OPENAI_ORG_ID'] = 'org-of-the-operator';
    const emulator = await emulate();
    const context = { egress, endpoints: { openai: `${emulator.url}/v1` } };
    await openai
      .open({ ...known, apiKey: emulator.apiKey }, context)
      .embed(['first', 'second'], 'query', signal);
    delete process.env['OPENAI_ORG_ID'];
    const [request] = emulator.requests;
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${emulator.apiKey}` });
    expect(request?.headers).not.toHaveProperty('openai-organization');
    expect(request?.json).toEqual({
      model: 'text-embedding-3-small',
      input: ['first', 'second'],
      encoding_format: 'base64',
    });
  });

  test('an exhausted quota is for its owner to resolve, although its status is 429', async () => {
    const emulator = await emulate({
      fault: () => ({ kind: 'status', status: 429, body: openAiQuotaExceeded }),
    });
    const context = { egress, endpoints: { openai: `${emulator.url}/v1` } };
    const embedder = openai.open({ ...known, apiKey: emulator.apiKey }, context);
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      retryable: false,
      message: expect.stringContaining('no credit or quota left'),
      details: { setting: 'embeddingModelConfig.apiKey' },
    });
  });

  test('a request with more tokens than the account has a minute is for fewer texts, not for waiting', async () => {
    const message =
      'Request too large for text-embedding-3-small in organization org-1 on tokens per min (TPM): Limit 40000, Requested 52000.';
    const body = { error: { message, type: 'tokens', code: 'rate_limit_exceeded' } };
    const emulator = await emulate({ fault: () => ({ kind: 'status', status: 429, body }) });
    const context = { egress, endpoints: { openai: `${emulator.url}/v1` } };
    const embedder = openai.open({ ...known, apiKey: emulator.apiKey }, context);
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { isOfTexts: true },
    });
  });

  test('a project without access to the model is reported as such, although the status is 403', async () => {
    const body = { error: { message: 'Project does not have access to model', code: 'model_not_found' } };
    const emulator = await emulate({ fault: () => ({ kind: 'status', status: 403, body }) });
    const context = { egress, endpoints: { openai: `${emulator.url}/v1` } };
    const embedder = openai.open({ ...known, apiKey: emulator.apiKey }, context);
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      details: { setting: 'embeddingModelConfig.model' },
    });
  });

  test.each<[string, object, string | undefined]>([
    ['a known model', {}, undefined],
    ['a known model, shortened', { dimensions: 512 }, undefined],
    ['more dimensions than the model has', { dimensions: 3_072 }, 'dimensions'],
    ['a shortened ada-002', { model: 'text-embedding-ada-002', dimensions: 512 }, 'dimensions'],
    ['an unknown model', { model: 'bge-m3' }, 'model'],
    [
      'an unknown model of another server',
      { model: 'bge-m3', baseUrl: 'http://10.0.0.1:8080/v1' },
      undefined,
    ],
    ['an empty key', { apiKey: '' }, 'apiKey'],
    ['a key that no header can carry', { apiKey: 'schlüssel' }, 'apiKey'],
    ['a base URL that is none', { baseUrl: 'not a URL' }, 'baseUrl'],
    ['a base URL of another protocol', { baseUrl: 'file:///etc/passwd' }, 'baseUrl'],
    ['a base URL with a password', { baseUrl: 'http://user:password@example.com/v1' }, 'baseUrl'],
  ])('%s is judged before anything is sent', (_, settings, wrong) => {
    const { error } = openai.config.safeParse({ ...known, ...settings });
    expect(error?.issues[0]?.path[0]).toBe(wrong);
  });
});

/** A server in OpenAI's form that answers as `respond` says, and what it was asked for. */
async function respondingServer(
  respond: (body: Record<string, unknown>) => { status?: number; body: unknown },
) {
  const asked: Record<string, unknown>[] = [];
  const server = await startStubServer(({ body }) => {
    const json = JSON.parse(String(body)) as Record<string, unknown>;
    asked.push(json);
    return respond(json);
  });
  servers.push(server);
  const stored = { provider: 'OPENAI', model: 'bge-m3', apiKey: 'to', baseUrl: server.url };
  return { embedder: openai.open(stored, { egress }), asked };
}

const vectors = [
  [1, 0],
  [0, 1],
];

describe('a server that speaks the same API', () => {
  test.each<[string, (index: number) => object]>([
    ['without an index', () => ({})],
    ['with null as index', () => ({ index: null })],
    ['with the index as a text', (index) => ({ index: String(index) })],
  ])('may answer %s', async (_, indexOf) => {
    const data = vectors.map((embedding, index) => ({ ...indexOf(index), embedding }));
    const { embedder } = await respondingServer(() => ({ body: { data } }));
    const answer = await embedder.embed(['a', 'b'], 'document', signal);
    expect(answer.map((vector) => [...vector])).toEqual(vectors);
  });

  test.each([400, 422, 500])(
    'that refuses base64 with %i is asked without it, and not with it again',
    async (status) => {
      const { embedder, asked } = await respondingServer(({ encoding_format: format }) =>
        format === undefined
          ? { body: { data: vectors.map((embedding, index) => ({ index, embedding })) } }
          : { status, body: [{ error: { code: status, message: 'invalid argument: encoding_format' } }] },
      );
      for (let request = 0; request < 2; request += 1) await embedder.embed(['a', 'b'], 'document', signal);
      expect(asked.map(({ encoding_format: format }) => format)).toEqual(['base64', undefined, undefined]);
    },
  );

  test('that refuses texts with and without base64 is quoted with its first reason', async () => {
    const { embedder } = await respondingServer(({ encoding_format: format }) => ({
      status: 400,
      body: { error: { message: format ? 'too long to embed: 512 tokens' : 'another' } },
    }));
    await expect(embedder.embed(['a'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { reason: 'too long to embed: 512 tokens', isOfTexts: true },
    });
  });

  test('that answers with empty vectors gets nothing stored, and the reason is named', async () => {
    const { embedder } = await respondingServer(() => ({
      body: { data: [{ embedding: [] }, { embedding: [] }] },
    }));
    await expect(embedder.embed(['a', 'b'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      details: { reason: expect.stringContaining('Vector 0') },
    });
  });

  test.each([
    ['a zero vector', [0, 0]],
    ['a value that is no number', [null, 1]],
  ])('of which one answer has %s keeps the vectors of the other texts', async (_, bad) => {
    const { embedder } = await respondingServer(() => ({
      body: { data: [{ embedding: [1, 0] }, { embedding: bad }] },
    }));
    const failure = await embedder.embed(['a', 'b'], 'document', signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      vectors: [Float32Array.of(1, 0), undefined],
    });
  });

  test('may serve any model; its dimension is known once it has answered', async () => {
    const { embedder } = await compatible({ models: { 'bge-m3': 1_024 } });
    expect(embedder.dimensions).toBeUndefined();
    await embedder.embed(['text'], 'document', signal);
    expect(embedder.dimensions).toBe(1_024);
  });

  test('may answer numbers where base64 was asked for', async () => {
    const base64 = await compatible({ models: { 'bge-m3': 1_024 } });
    const floats = await compatible({ models: { 'bge-m3': 1_024 }, floatsOnly: true });
    expect(await floats.embedder.embed(['text'], 'document', signal)).toEqual(
      await base64.embedder.embed(['text'], 'document', signal),
    );
  });

  test('may not change its dimension from one answer to the next', async () => {
    const fault = (_: unknown, number: number) =>
      number > 0 ? ({ kind: 'wrong-dimension' } as const) : undefined;
    const { embedder } = await compatible({ models: { 'bge-m3': 1_024 }, fault });
    await embedder.embed(['text'], 'document', signal);
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      details: { reason: 'Vector 0 has 512 dimensions where 1024 were expected' },
    });
  });

  test('is asked for the configured dimension and held to it', async () => {
    const { embedder, emulator } = await compatible({ models: { 'bge-m3': 1_024 } }, { dimensions: 256 });
    const [vector] = await embedder.embed(['text'], 'document', signal);
    expect(vector).toHaveLength(256);
    expect(emulator.requests[0]?.json).toMatchObject({ dimensions: 256 });
  });

  test('that has no such model makes the model the setting to correct', async () => {
    const { embedder } = await compatible({ models: {} });
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'embeddingModelConfig.model', reason: expect.stringContaining('bge-m3') },
    });
  });

  test('that has nothing at the path makes the base URL the setting to correct', async () => {
    const server = await startStubServer(() => ({ status: 404, body: '<html>Not found</html>' }));
    servers.push(server);
    const stored = { provider: 'OPENAI', model: 'bge-m3', apiKey: 'key', baseUrl: server.url };
    await expect(openai.open(stored, { egress }).embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'embeddingModelConfig.baseUrl' },
    });
  });

  test('that doubles an index gets nothing stored', async () => {
    const data = [
      { index: 0, embedding: [1, 0] },
      { index: 0, embedding: [0, 1] },
    ];
    const server = await startStubServer(() => ({ body: { data } }));
    servers.push(server);
    const stored = { provider: 'OPENAI', model: 'bge-m3', apiKey: 'key', baseUrl: server.url };
    await expect(openai.open(stored, { egress }).embed(['a', 'b'], 'document', signal)).rejects.toMatchObject(
      { code: 'PROVIDER_UNAVAILABLE' },
    );
  });
});

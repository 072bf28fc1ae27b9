import { type StubHandler, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';
import type { DocfleetError } from './docfleet-error.ts';
import type { ClientOptions } from './method.ts';

let server: StubServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(handler: StubHandler, options: Partial<ClientOptions> = {}) {
  server = await startStubServer(handler);
  const client = createDocfleetClient({
    baseUrl: server.url,
    apiKey: 'df_live_1_secret',
    retryDelayMs: 1,
    ...options,
  });
  return { client, requests: server.requests };
}

const done = (data: object) => ({ body: { success: true, message: 'Done', data } });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'x-request-id': 'request-1', ...headers },
  body: { success: false, message: code, error: { code, message: code, details: { setting: 'apiKey' } } },
});
const textInput = {
  namespaceId: 'docs',
  ingestConfig: { source: 'TEXT', config: { text: 'Lentil stew.' } },
} as const;

test('fields go where the interface has them: path, query, body', async () => {
  const { client, requests } = await start(() => done({ namespace: {} }));
  await client.namespaces.update({ namespaceId: 'a b/c', reembed: true, webScraperConfig: null });
  expect(requests[0]).toMatchObject({
    method: 'PATCH',
    path: '/v1/namespaces/a%20b%2Fc',
    json: { webScraperConfig: null },
  });
  expect(requests[0]?.query.toString()).toBe('reembed=true');
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer df_live_1_secret',
    accept: 'application/json',
    'content-type': 'application/json',
  });
});

test('a body whose fields are all optional is sent empty, and none where none is taken', async () => {
  const { client, requests } = await start(() => done({}));
  await client.apiKeys.rotate({ apiKeyId: 'k' });
  await client.webhooks.test({ webhookId: 'w' });
  expect(requests.map(({ body }) => body)).toEqual(['{}', '']);
});

test('a path in the address of the service is kept', async () => {
  server = await startStubServer(() => done({ namespaces: [] }));
  await createDocfleetClient({ baseUrl: `${server.url}/docfleet/`, apiKey: 'k' }).namespaces.list();
  expect(server.requests[0]?.path).toBe('/docfleet/v1/namespaces');
});

test("a call's tenant comes before the client's, and null is none", async () => {
  const { client, requests } = await start(() => done({ results: [] }), { tenantId: 'globex' });
  const input = { namespaceId: 'docs', query: 'stew' };
  await client.search.semantic(input);
  await client.search.semantic(input, { tenantId: 'initech' });
  await client.search.semantic(input, { tenantId: null });
  expect(requests.map(({ headers }) => headers['x-tenant-id'])).toEqual(['globex', 'initech', undefined]);
});

test('a refusal is an error with its code, status, request id and details, and without the key', async () => {
  const { client, requests } = await start(() => refusal(404, 'NAMESPACE_NOT_FOUND'));
  const error = await client.namespaces.get({ namespaceId: 'docs' }).catch((error: unknown) => error);
  expect(error).toMatchObject({
    name: 'DocfleetError',
    code: 'NAMESPACE_NOT_FOUND',
    status: 404,
    requestId: 'request-1',
    details: { setting: 'apiKey' },
  });
  expect(JSON.stringify(error) + String(error)).not.toContain('secret');
  expect(requests).toHaveLength(1);
});

test('an answer that is not of docfleet is an error, also with status 200', async () => {
  const { client } = await start(() => ({ body: '<html>Welcome to the proxy</html>' }));
  await expect(client.namespaces.list()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 });
});

test('a creation is repeated after 5xx, with the same Idempotency-Key', async () => {
  const answers = [refusal(503, 'SERVICE_UNAVAILABLE'), { status: 502, body: 'Bad gateway' }];
  const { client, requests } = await start(() => answers.shift() ?? done({ ingestJobRunId: 'r' }));
  expect(await client.ingest.text(textInput)).toEqual({ ingestJobRunId: 'r' });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('two calls have two keys, and a key of the caller is taken', async () => {
  const { client, requests } = await start(() => done({}));
  await client.ingest.text(textInput);
  await client.ingest.text(textInput);
  await client.ingest.text(textInput, { idempotencyKey: 'order-4711' });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('order-4711');
});

test('what takes no Idempotency-Key gets none', async () => {
  const { client, requests } = await start(() => done({ results: [] }));
  await client.search.semantic({ namespaceId: 'docs', query: 'stew' });
  expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
});

test('429 is repeated when Retry-After says, not when the client would', async () => {
  const answers = [refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '0' })];
  const { client, requests } = await start(() => answers.shift() ?? done({ namespaces: [] }), {
    retryDelayMs: 3_600_000,
  });
  await client.namespaces.list();
  expect(requests).toHaveLength(2);
});

test('a request whose first sending still runs is repeated', async () => {
  const answers = [refusal(409, 'IDEMPOTENCY_KEY_IN_USE', { 'retry-after': '0' })];
  const { client, requests } = await start(() => answers.shift() ?? done({ ingestJobRunId: 'r' }));
  await client.ingest.text(textInput);
  expect(requests).toHaveLength(2);
});

test('a connection that breaks is tried again, and a service that is away is an error', async () => {
  let calls = 0;
  const { client } = await start((_request, response) => {
    if (++calls > 1) return done({ namespaces: [] });
    response.destroy();
    return undefined;
  });
  await client.namespaces.list();
  await server?.close();
  server = undefined;
  await expect(client.namespaces.list({}, { maxRetries: 1 })).rejects.toMatchObject({
    code: 'CONNECTION_FAILED',
    message: expect.stringMatching(/^http:\/\/[^/]+:\d+ was not reached$/),
    status: undefined,
  });
});

test('no more is tried than was allowed', async () => {
  const { client, requests } = await start(() => refusal(500, 'INTERNAL_ERROR'));
  await expect(client.namespaces.list({}, { maxRetries: 2 })).rejects.toMatchObject({ status: 500 });
  expect(requests).toHaveLength(3);
});

test('a rotation of a signing key is repeated with its idempotency key', async () => {
  const answers = [refusal(500, 'INTERNAL_ERROR')];
  const { client, requests } = await start(() => answers.shift() ?? done({ webhook: { id: 'w' } }));
  await client.webhooks.rotateKey({ webhookId: 'w' });
  const [first, second] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('a state that works once is not sent again, as it may have been used, unless it was refused', async () => {
  const answers = [refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '0' })];
  const { client, requests } = await start(() => answers.shift() ?? refusal(500, 'INTERNAL_ERROR'));
  await expect(client.connections.callback({ state: 's' })).rejects.toMatchObject({ status: 500 });
  expect(requests).toHaveLength(2);
});

test('an attempt without an answer ends in time and is repeated', async () => {
  const { client, requests } = await start(() =>
    requests.length === 1 ? undefined : done({ namespaces: [] }),
  );
  await client.namespaces.list({}, { timeoutMs: 200 });
  expect(requests).toHaveLength(2);
});

test('an answer that stops in the middle ends in time', async () => {
  const { client } = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
    return undefined;
  });
  const call = client.namespaces.list({}, { timeoutMs: 100, maxRetries: 0 });
  await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a wait that would end after the deadline is not begun', async () => {
  const { client, requests } = await start(() =>
    refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3600' }),
  );
  await expect(client.namespaces.list({}, { deadlineMs: 5_000 })).rejects.toMatchObject({ status: 429 });
  expect(requests).toHaveLength(1);
});

test('a signal ends a request and a wait, with its own reason', async () => {
  const reason = new Error('The user left');
  const controller = new AbortController();
  const { client } = await start(() => {
    controller.abort(reason);
    return refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3600' });
  });
  const { signal } = controller;
  await expect(client.namespaces.list({}, { signal })).rejects.toBe(reason);
  await expect(client.namespaces.list({}, { signal })).rejects.toBe(reason);
  const ended = createDocfleetClient({ baseUrl: server?.url ?? '', apiKey: 'key', signal });
  await expect(ended.namespaces.list()).rejects.toBe(reason);
});

test('the key is not sent after a redirect', async () => {
  const { client, requests } = await start(() => ({ status: 302, headers: { location: '/elsewhere' } }));
  await expect(client.namespaces.list()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 302 });
  expect(requests).toHaveLength(1);
});

test('content is given as it is sent', async () => {
  const { client, requests } = await start(() => ({ body: '# Stew' }));
  const response = await client.documents.content({ documentId: 'd', format: 'raw' });
  expect(await response.text()).toBe('# Stew');
  expect(requests[0]?.query.get('format')).toBe('raw');
});

test.each(['..', '.', ''])('the id "%s" reaches no other operation: nothing is sent', async (id) => {
  const { client, requests } = await start(() => done({}));
  const deletion = client.goldenSets.delete({ namespaceId: 'docs', goldenSetId: id });
  await expect(deletion).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(requests).toEqual([]);
});

test('a Retry-After of more than a minute is reported, and not waited for', async () => {
  const { client, requests } = await start(() =>
    refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '4000000' }),
  );
  await expect(client.namespaces.list()).rejects.toMatchObject({ details: { retryAfter: 4_000_000 } });
  expect(requests).toHaveLength(1);
});

test('white space around the key, as of a file that ends in a line break, is not sent', async () => {
  const { client, requests } = await start(() => done({ namespaces: [] }), {
    apiKey: ' df_live_1_secret\r\n',
  });
  await client.namespaces.list();
  expect(requests[0]?.headers['authorization']).toBe('Bearer df_live_1_secret');
});

test.each([Number.POSITIVE_INFINITY, 30 * 86_400_000])(
  'a timeout of %p ms is no limit',
  async (timeoutMs) => {
    const { client } = await start(() => done({ namespaces: [] }));
    await expect(client.namespaces.list({}, { timeoutMs, maxRetries: 0 })).resolves.toEqual({
      namespaces: [],
    });
  },
);

test.each([0, -1, Number.NaN])('a timeout of %p ms is refused', async (timeoutMs) => {
  const { client, requests } = await start(() => done({ namespaces: [] }));
  await expect(client.namespaces.list({}, { timeoutMs })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(requests).toEqual([]);
});

test('a Retry-After that is a date is waited for like one in seconds', async () => {
  const { client } = await start(() =>
    refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
  );
  const error = (await client.namespaces.list().catch((reason: unknown) => reason)) as DocfleetError;
  // An hour is the caller's to wait.
  expect(error.details['retryAfter']).toBeGreaterThan(3_500);
});

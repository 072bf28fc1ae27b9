import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { echo } from '../../test/echo-route.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp([echo]);
});
afterAll(() => app.close());

const post = (json: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/v1/echo', { json, headers });
const send = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  app.call('POST', '/v1/echo', { body, headers: { 'content-type': 'application/json', ...headers } });

test.each(['?limit=5', '?page[size]=5', '?__proto__=1', '?text=a&text=b'])(
  'a parameter that the route does not take is refused by its name: %s',
  async (query) => {
    const { status, body } = await app.call('POST', `/v1/echo${query}`, { json: { text: 'a' } });
    expect([status, body.error.code]).toEqual([400, 'INVALID_SEARCH_REQUEST']);
    expect(body.message).toMatch(/^(limit|page\[size\]|__proto__|text) is not a known field/);
  },
);

test('success comes in the envelope, with nothing the reply does not name', async () => {
  const response = await post({ text: 'hi' });
  expect(response.body).toEqual({
    success: true,
    message: 'Echoed',
    data: { text: 'hi', organizationId: 'organization' },
  });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-powered-by')).toBeNull();
});

test.each([
  [{}, 'text', 'is required'],
  [{ text: 1 }, 'text', 'must be a string, but it is a number'],
  [{ text: '', kind: 'C' }, 'kind', 'must be one of A, B'],
  [{ text: '', other: 1 }, 'other', 'is not a known field'],
  [{ text: '', nested: { size: 1, more: 2 } }, 'nested.more', 'is not a known field'],
  [{ text: 'a\0b' }, 'text', 'NUL'],
  [{ text: 'a\ud800b' }, 'text', 'surrogate'],
  [{ text: '', free: { 'a\0': 1 } }, 'free', 'NUL'],
  [{ text: '', free: JSON.parse('{"__proto__":1}') }, 'free.__proto__', 'is not a known field'],
  [[], '', 'must be an object, but it is an array'],
  [null, '', 'must be an object, but it is null'],
])('%j is refused and names the field', async (json, path, message) => {
  const { status, body } = await post(json);
  expect(status).toBe(400);
  expect(body.error.details.issues).toEqual([{ path, message: expect.stringContaining(message) }]);
  expect(body.message).toContain(message);
});

test.each([
  ['{"text":"a",}', 'line 1, column 13'],
  ['{\n  text: "a"\n}', 'line 2, column 3: unexpected text; strings and field names need double quotes'],
  ['{"text":"a"', 'a closing brace is expected'],
  ['{"text":"a\nb"}', 'a string has no closing quote'],
  ['{"text":"a"} x', 'column 14'],
  [`{"text":${'['.repeat(4_000)}`, 'is not valid JSON'],
])('the broken JSON %j is refused with its position', async (body, message) => {
  const reply = await send(body);
  expect([reply.status, reply.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(reply.body.error.details.issues).toEqual([{ path: '', message: expect.stringContaining(message) }]);
  expect(reply.body.message).toContain(message);
});

test.each([
  [{ text: '', texd: 1 }, 'texd', 'is not a known field; did you mean text?'],
  [{ text: '', Text: 1 }, 'Text', 'is not a known field; did you mean text?'],
  [{ text: '', zebra: 1 }, 'zebra', 'is not a known field (known: text, kind, nested, topK, names, free)'],
  [{ text: '', top_k: 1 }, 'top_k', 'is not a known field; did you mean topK?'],
  [{ text: '', topK: 101 }, 'topK', 'must be at most 100, but it is 101'],
  [{ text: '', topK: 0 }, 'topK', 'must be at least 1, but it is 0'],
  [{ text: '', topK: 1.5 }, 'topK', 'must be an integer, but it is 1.5'],
  [{ text: '', topK: 'all' }, 'topK', 'must be a number, but it is a string'],
  [{ text: '', names: [] }, 'names', 'must not be empty'],
  [{ text: '', names: ['a', 'b', 'c'] }, 'names', 'must have at most 2 items, but it has 3'],
  [{ text: '', names: [''] }, 'names.0', 'must not be empty'],
  [{ text: '', names: ['abcdef'] }, 'names.0', 'must have at most 5 characters, but it has 6'],
  [{ text: '', kind: 'C' }, 'kind', 'must be one of A, B, but it is "C"'],
])('%j is refused in a sentence with the limit and the value', async (json, path, message) => {
  const { body } = await post(json);
  expect(body.error.details.issues).toEqual([{ path, message }]);
  expect(body.message).toBe(`${path} ${message}`);
});

test('issues that all lie under one field have the code of that field', async () => {
  expect((await post({ text: '', nested: {} })).body.error.code).toBe('INVALID_HYBRID_CONFIG');
  expect((await post({ nested: {} })).body.error.code).toBe('INVALID_SEARCH_REQUEST');
});

test.each([
  ['broken JSON', '{"text":', 400, 'INVALID_REQUEST'],
  ['no body', '', 400, 'INVALID_REQUEST'],
  [
    'bytes that are no UTF-8',
    Buffer.from([...Buffer.from('{"text":"'), 0xc3, 0x28, 0x22, 0x7d]),
    400,
    'INVALID_REQUEST',
  ],
  [
    '10,000 levels',
    `{"text":"","free":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    '4,000 levels',
    `{"text":"","free":${'['.repeat(4_000)}${']'.repeat(4_000)}}`,
    400,
    'INVALID_SEARCH_REQUEST',
  ],
  ['a number beyond all', '{"text":1e999}', 400, 'INVALID_SEARCH_REQUEST'],
  ['a body over the limit', JSON.stringify({ text: 'x'.repeat(20_000) }), 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused', async (_what, body, status, code) => {
  const response = await send(body);
  expect([response.status, response.body.error.code]).toEqual([status, code]);
});

test('a small body that unpacks into a large one is refused', async () => {
  const response = await send(gzipSync(JSON.stringify({ text: 'x'.repeat(5_000_000) })), {
    'content-encoding': 'gzip',
  });
  expect(response.body.error.code).toBe('PAYLOAD_TOO_LARGE');
  const small = await send(gzipSync('{"text":"hi"}'), { 'content-encoding': 'gzip' });
  expect(small.body.data.text).toBe('hi');
});

test.each([
  ['that succeeds', 200, '/v1/echo', { text: 'hi' }],
  ['that refuses a body', 400, '/v1/echo', { text: 1 }],
  ['of a path that looks like a style sheet', 404, '/v1/a.css', undefined],
])('no cache on the way may keep an answer %s', async (_what, status, path, json) => {
  const answer = await app.call('POST', path, { json });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test('a field named __proto__ changes no prototype', async () => {
  const response = await send('{"text":"hi","__proto__":{"polluted":true}}');
  expect(response.body.error.details.issues[0].path).toBe('__proto__');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', ''])(
  'a body of type "%s" is not taken',
  async (type) => {
    const response = await send(Buffer.from('{"text":"hi"}'), { 'content-type': type });
    expect([response.status, response.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  },
);

test('an unknown encoding is not taken', async () => {
  const response = await send('{}', { 'content-encoding': 'snappy' });
  expect(response.body.error.code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test.each([undefined, 'nonsense', 'df_live_', 'df_live_admin x', `df_live_${'a'.repeat(1_000)}`])(
  'the key "%s" is rejected',
  async (key) => {
    const response = await app.call('POST', '/v1/echo', { key, json: { text: '' } });
    expect([response.status, response.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  },
);

test('a key is asked for before the body is looked at', async () => {
  const response = await app.call('POST', '/v1/echo', { key: undefined, body: 'x', headers: {} });
  expect(response.status).toBe(401);
});

test.each([
  ['team.a~b_c-1', 200],
  ['a'.repeat(64), 200],
  ['a'.repeat(65), 400],
  ['a b', 400],
  ['a/b', 400],
  ['é', 400],
])('the tenant "%s" is answered with %i', async (tenantId, status) => {
  const response = await post({ text: '' }, { 'x-tenant-id': tenantId });
  expect(response.status).toBe(status);
  if (status === 200) expect(response.body.data.tenantId).toBe(tenantId);
  else expect(response.body.error.details.issues[0].path).toBe('X-Tenant-Id');
});

test('the request id is the caller’s when it is sane, and a new one when not', async () => {
  const own = await post({ text: '' }, { 'x-request-id': 'my.request-1' });
  expect(own.headers.get('x-request-id')).toBe('my.request-1');
  const odd = await post({ text: '' }, { 'x-request-id': 'a b' });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('each request has one line in the log, without its body', async () => {
  await post({ text: 'hidden words' }, { 'x-request-id': 'logged-once' });
  const lines = app.log.filter((line) => line['requestId'] === 'logged-once');
  expect(lines).toMatchObject([
    { method: 'POST', route: '/v1/echo', status: 200, bytes: expect.any(Number) },
  ]);
  expect(JSON.stringify(app.log)).not.toContain('hidden words');
});

test('an unknown path is NOT_FOUND, another method METHOD_NOT_ALLOWED with what is allowed', async () => {
  const unknown = await app.call('GET', '/v1/nothing');
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  const other = await app.call('PUT', '/v1/echo');
  expect([other.status, other.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(other.headers.get('allow')).toBe('POST');
  expect(other.body.message).toBe(`/v1/echo supports POST: ${echo.summary}`);
  const odd = await app.call('GET', '/v1/%E0%A4%A');
  expect(odd.status).toBeLessThan(500);
});

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
  [{ text: 1 }, 'text', 'expected string'],
  [{ text: '', kind: 'C' }, 'kind', 'must be one of A, B'],
  [{ text: '', other: 1 }, 'other', 'is not a known field'],
  [{ text: '', nested: { size: 1, more: 2 } }, 'nested.more', 'is not a known field'],
  [{ text: 'a\0b' }, 'text', 'NUL'],
  [{ text: 'a\ud800b' }, 'text', 'surrogate'],
  [{ text: '', free: { 'a\0': 1 } }, 'free', 'NUL'],
  [{ text: '', free: JSON.parse('{"__proto__":1}') }, 'free.__proto__', 'is not a known field'],
  [[], '', 'expected object'],
  [null, '', 'expected object'],
])('%j is refused and names the field', async (json, path, message) => {
  const { status, body } = await post(json);
  expect(status).toBe(400);
  expect(body.error.details.issues).toEqual([{ path, message: expect.stringContaining(message) }]);
  expect(body.message).toContain(message);
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
  'the key "%s" is not let in',
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
  const odd = await app.call('GET', '/v1/%E0%A4%A');
  expect(odd.status).toBeLessThan(500);
});

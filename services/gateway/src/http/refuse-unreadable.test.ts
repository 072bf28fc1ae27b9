import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { echo } from '../../test/echo-route.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp([echo]);
});
afterAll(() => app.close());

/** Sends bytes and returns the response of the server until it closes the connection. */
async function say(bytes: string): Promise<{ head: string; body: unknown }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const host = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['a header with a NUL', `GET /v1/echo HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`],
  [
    'two lengths of one body',
    `POST /v1/echo HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a request for two hosts', `GET /v1/echo HTTP/1.1\r\n${host}Host: other\r\n\r\n`],
])('%s is refused in the envelope of errors', async (_what, bytes) => {
  const { head, body } = await say(bytes);
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  expect(body).toMatchObject({ success: false, error: { code: 'INVALID_REQUEST' } });
});

test('headers that are too large are a 413 in the envelope of errors', async () => {
  const { head, body } = await say(`GET /v1/echo HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 413 /);
  expect(body).toMatchObject({ success: false, error: { code: 'PAYLOAD_TOO_LARGE' } });
});

test('an unknown expectation changes nothing', async () => {
  const { head, body } = await say(`GET /nothing HTTP/1.1\r\n${host}Expect: miracles\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 404 /);
  expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

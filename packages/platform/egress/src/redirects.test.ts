import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgress, type PageRequest } from './index.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const signal = new AbortController().signal;
let server: StubServer;
let other: StubServer;
/** Writes its answer byte for byte. */
let raw: Server;
const rawUrl = () => `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;

beforeAll(async () => {
  other = await startStubServer(({ path, headers }) =>
    path === '/return'
      ? { status: 302, headers: { 'set-cookie': 'theirs=1', location: `${server.url}/own` } }
      : { body: headers },
  );
  server = await startStubServer(({ path, query, headers }) => {
    const { cookie = '' } = headers;
    if (path === '/consent' && !/agreed=yes/.test(cookie))
      return { status: 302, headers: { 'set-cookie': 'agreed=yes; Path=/', location: '/consent' } };
    if (path === '/again') return { status: 302, headers: { 'set-cookie': 'a=1', location: '/again' } };
    if (path === '/set') {
      const values = query.getAll('cookie');
      return { status: 302, headers: { 'set-cookie': values, location: query.get('to') ?? '/echo' } };
    }
    return { body: headers };
  });
  raw = createServer((request, response) => {
    if (request.url === '/caf%C3%A9') response.end('found');
    else if (request.url === '/long') response.writeHead(200, { 'x-long': 'x'.repeat(60_000) }).end('long');
    else
      response.socket?.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /café\r\nContent-Length: 0\r\n\r\n'));
  });
  await new Promise((resolve) => raw.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterAll(async () => {
  await Promise.all([egress.close(), server.close(), other.close()]);
  raw.close();
});

async function read(address: string, request: Partial<PageRequest> = {}) {
  const { body, ...answer } = await egress.fetchPage(new URL(address, server.url), {
    maxBytes: 1_000_000,
    signal,
    ...request,
  });
  return { ...answer, text: Buffer.concat(await Array.fromAsync(body)).toString() };
}
const cookieAt = async (path: string, request: Partial<PageRequest> = {}) =>
  JSON.parse((await read(path, request)).text).cookie;

test('a page that sets a cookie and leads to itself is read with that cookie', async () => {
  expect((await read('/consent')).status).toBe(200);
});

test('a page that sets the same cookie for ever is a circle', async () => {
  await expect(read('/again')).rejects.toMatchObject({ code: 'PAGE_REDIRECT_FAILED' });
});

test('cookies of redirects go along beside the caller’s own', async () => {
  const headers = { Cookie: 'own=1' };
  expect(await cookieAt('/set?cookie=a=1&cookie=b=2', { headers })).toBe('own=1; a=1; b=2');
});

test.each([
  ['another host', 'a=1; Domain=example.com'],
  ['a top-level domain', 'a=1; Domain=1'],
  ['another path', 'a=1; Path=/other'],
  ['HTTPS alone', 'a=1; Secure'],
])('a cookie for %s is not sent', async (_for, cookie) => {
  expect(await cookieAt(`/set?cookie=${encodeURIComponent(cookie)}`)).toBeUndefined();
});

test('a cookie does not go to another site, nor does that of the other return', async () => {
  const to = encodeURIComponent(`${other.url.replace('127.0.0.1', '127.0.0.2')}/echo`);
  const seen = await read(`/set?cookie=a=1&to=${to}`).catch(() => undefined);
  if (seen) expect(JSON.parse(seen.text).cookie).toBeUndefined();
  const foreign = `${other.url.replace('127.0.0.1', 'localhost')}/return`;
  expect(await cookieAt(`/set?cookie=a=1&to=${encodeURIComponent(foreign)}`)).not.toContain('theirs');
});

test('a Location in raw UTF-8 leads where browsers go', async () => {
  expect((await read(`${rawUrl()}/go`)).text).toBe('found');
});

test('an answer with 60 KB of headers is read', async () => {
  expect((await read(`${rawUrl()}/long`)).text).toBe('long');
});

test('the values of a repeated header are distinguished', async () => {
  const repeated = await startStubServer(() => ({
    headers: { 'x-robots-tag': ['a: noindex', 'all'] },
    body: '',
  }));
  expect((await read(repeated.url)).valuesOf('x-robots-tag')).toEqual(['a: noindex', 'all']);
  await repeated.close();
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import zlib from 'node:zlib';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgress, type Exchange, type PageRequest } from './index.ts';

/** A reader may pause for longer than this in total without a timeout of the server. */
const waitTimeout = 3_000;
const page = `<p>${'Wie schön. '.repeat(200)}</p>`;
const exchanges: Exchange[] = [];
const egress = createEgress({
  allowCidrs: ['127.0.0.0/8'],
  onExchange: (exchange) => exchanges.push(exchange),
  pageLimits: { headers: 4_000, silence: 4_000, total: 12_000, waitTimeout, bytesPerSecond: 4_096 },
});

const encoded: Record<string, [coding: string, body: Buffer]> = {
  '/gzip': ['gzip', zlib.gzipSync(page)],
  '/x-gzip': ['x-gzip', zlib.gzipSync(page)],
  '/br': ['br', zlib.brotliCompressSync(page)],
  '/zstd': ['zstd', zlib.zstdCompressSync(page)],
  '/deflate': ['deflate', zlib.deflateSync(page)],
  '/bare-deflate': ['deflate', zlib.deflateRawSync(page)],
  '/twice': ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(page))],
  '/not-gzip': ['gzip', Buffer.from(page)],
  '/identity': ['identity', Buffer.from(page)],
};
const zeros = Buffer.alloc(64 * 1024 * 1024);
const hostile: Record<string, [coding: string, body: () => Buffer]> = {
  '/gzip-bomb': ['gzip', () => zlib.gzipSync(zeros)],
  '/br-bomb': [
    'br',
    () => zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ],
  '/zstd-bomb': ['zstd', () => zlib.zstdCompressSync(zeros)],
  '/deflate-bomb': ['deflate', () => zlib.deflateSync(zeros)],
  '/bomb-in-bomb': ['gzip, gzip', () => zlib.gzipSync(zlib.gzipSync(zeros))],
  '/three-times': ['gzip, gzip, gzip', () => zlib.gzipSync(page)],
  '/unknown-coding': ['compress', () => Buffer.from(page)],
  '/damaged': ['gzip', () => Buffer.concat([zlib.gzipSync(page).subarray(0, 40), Buffer.alloc(200, 7)])],
  '/cut': ['gzip', () => zlib.gzipSync(page).subarray(0, 40)],
};

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200);
  while (!response.closed) {
    response.write('x');
    await pause(50);
  }
}

/** Announces its answer without an end, faster than any wait for headers. */
async function hint(response: ServerResponse): Promise<void> {
  while (!response.closed) {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    await pause(5);
  }
}

async function hintTwice(response: ServerResponse): Promise<void> {
  for (const name of ['a', 'b']) response.writeEarlyHints({ link: `</${name}.css>; rel=preload; as=style` });
  response.end('hinted');
}

async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200);
  const part = Buffer.alloc(64 * 1024, 'x');
  while (!response.closed)
    if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

let server: StubServer;
let other: StubServer;
beforeAll(async () => {
  other = await startStubServer(({ path }) =>
    path === '/back' ? { status: 302, headers: { location: `${server.url}/echo` } } : { body: 'other' },
  );
  server = await startStubServer(({ path, query, headers }, response) => {
    const [coding, body] = encoded[path] ?? [];
    if (coding && body) return { headers: { 'content-encoding': coding }, body };
    const bomb = hostile[path];
    if (bomb) return { headers: { 'content-encoding': bomb[0] }, body: bomb[1]() };
    if (path === '/to') return { status: 302, headers: { location: query.get('url') ?? '' }, body: 'moved' };
    if (path === '/nowhere') return { status: 301 };
    if (path === '/count') {
      const left = Number(query.get('left'));
      return left === 0
        ? { body: 'arrived' }
        : { status: 307, headers: { location: `/count?left=${left - 1}` } };
    }
    if (path === '/echo') return { headers: { 'set-cookie': 'a=b' }, body: headers };
    if (path === '/missing') return { status: 404, headers: { 'retry-after': '3' }, body: 'none' };
    if (path === '/declared') return { headers: { 'content-length': '5000' }, body: Buffer.alloc(5_000) };
    if (path === '/headers') return { headers: { 'x-long': 'x'.repeat(200_000) } };
    if (path === '/hints-for-ever') void hint(response);
    if (path === '/hints') void hintTwice(response);
    if (path === '/drip') void drip(response);
    if (path === '/pour') void pour(response);
    if (path === '/falls-silent') response.write('<p>');
    if (path === '/breaks-off') {
      response.writeHead(200, { 'content-length': '100' }).write('<p>');
      setImmediate(() => response.destroy());
    }
    return undefined;
  });
});
afterAll(async () => {
  await egress.close();
  await server.close();
  await other.close();
});

const never = new AbortController().signal;
const visit = (path: string, request: Partial<PageRequest> = {}) =>
  egress.fetchPage(new URL(path, server.url), { maxBytes: 50_000_000, signal: never, ...request });

async function read(path: string, request: Partial<PageRequest> = {}) {
  const { body, ...answer } = await visit(path, request);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { ...answer, text: Buffer.concat(parts).toString() };
}

test.each(Object.keys(encoded))('%s is given as it was before it was encoded', async (path) => {
  expect((await read(path)).text).toBe(page);
});

test.each(Object.keys(hostile))('%s is refused as unreadable', async (path) => {
  await expect(read(path)).rejects.toMatchObject({ code: 'PAGE_UNREADABLE', retryable: false });
});

test('a decompression bomb is cut off long before its end', async () => {
  const { body } = await visit('/gzip-bomb');
  let bytes = 0;
  const readAll = async () => {
    for await (const part of body) bytes += part.length;
  };
  await expect(readAll()).rejects.toMatchObject({ code: 'PAGE_UNREADABLE' });
  expect(bytes).toBeLessThan(zeros.length / 2);
});

test('the limit counts decompressed bytes', async () => {
  await expect(read('/gzip', { maxBytes: 1_000 })).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  expect((await read('/gzip', { maxBytes: Buffer.byteLength(page) })).text).toBe(page);
});

test('an endless page is cut at the limit', async () => {
  await expect(read('/pour', { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
});

test('a page that says itself that it is too long is not begun', async () => {
  await expect(visit('/declared', { maxBytes: 4_999 })).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
});

test.each([
  ['/drip', 'it sends too slowly'],
  ['/falls-silent', /too slowly|UND_ERR_BODY_TIMEOUT/],
  ['/hangs', 'UND_ERR_HEADERS_TIMEOUT'],
  ['/breaks-off', /UND_ERR_SOCKET|ECONNRESET/],
  ['/headers', 'UND_ERR_HEADERS_OVERFLOW'],
  ['/hints-for-ever', 'INTERIM_FLOOD'],
])('%s ends as a failure that may pass: %s', async (path, reason) => {
  await expect(read(path)).rejects.toMatchObject({
    code: 'PAGE_UNREACHABLE',
    retryable: true,
    details: { reason: expect.stringMatching(reason) },
  });
});

test('a response that was announced by hints is read', async () => {
  expect((await read('/hints')).text).toBe('hinted');
});

test('time without a reader does not count as a slow body', async () => {
  const { body } = await visit('/pour', { maxBytes: 100_000_000 });
  let parts = 0;
  for await (const part of body) {
    expect(part.length).toBeGreaterThan(0);
    if (++parts === 3) break;
    await pause(waitTimeout * 0.6);
  }
  expect(parts).toBe(3);
});

test('an answer of any status is an answer', async () => {
  const { status, headers, text } = await read('/missing');
  expect([status, headers.get('retry-after'), text]).toEqual([404, '3', 'none']);
});

test('twenty redirects are followed, each of them announced, and one more is not', async () => {
  const hops: string[] = [];
  const onRedirect = ({ search }: URL) => void hops.push(search);
  const { finalUrl, text } = await read('/count?left=20', { onRedirect });
  expect([finalUrl.href, text]).toEqual([`${server.url}/count?left=0`, 'arrived']);
  expect(hops).toEqual(Array.from({ length: 20 }, (_, index) => `?left=${19 - index}`));
  await expect(read('/count?left=21')).rejects.toMatchObject({ code: 'PAGE_REDIRECT_FAILED' });
});

test('what the announcement throws ends the visit before the next page is asked for', async () => {
  const before = server.requests.length;
  const onRedirect = () => {
    throw new Error('robots');
  };
  await expect(read('/count?left=1', { onRedirect })).rejects.toMatchObject({ cause: { message: 'robots' } });
  expect(server.requests).toHaveLength(before + 1);
});

test.each([
  ['/to?url=/to?url=', 'PAGE_REDIRECT_FAILED'],
  ['/nowhere', 'PAGE_REDIRECT_FAILED'],
  ['/to?url=http://', 'PAGE_REDIRECT_FAILED'],
  ['/to?url=ftp://example.com/', 'ADDRESS_FORBIDDEN'],
  ['/to?url=file:///etc/passwd', 'ADDRESS_FORBIDDEN'],
  ['/to?url=javascript:alert(1)', 'ADDRESS_FORBIDDEN'],
  ['/to?url=data:text/html,x', 'ADDRESS_FORBIDDEN'],
  ['/to?url=http://user:secret@127.0.0.1:9/', 'ADDRESS_FORBIDDEN'],
  ['/to?url=http://[::1]:9/', 'ADDRESS_FORBIDDEN'],
])('a redirect of %s is refused: %s', async (path, code) => {
  await expect(read(path)).rejects.toMatchObject({ code });
});

test('a circle of redirects is recognized the second time round', async () => {
  const before = server.requests.length;
  await expect(read('/to?url=%2Fto%3Furl%3D%252Fto')).rejects.toMatchObject({ code: 'PAGE_REDIRECT_FAILED' });
  expect(server.requests.length - before).toBeLessThanOrEqual(3);
});

test('headers of the caller go along on the same origin, and are not picked up again after another', async () => {
  const headers = {
    Authorization: 'Bearer x',
    Cookie: 'a=b',
    'X-Key': 'k',
    'User-Agent': 'docfleet',
    'If-None-Match': '"1"',
  };
  const same = JSON.parse((await read('/to?url=/echo', { headers })).text);
  expect(same).toMatchObject({
    authorization: 'Bearer x',
    cookie: 'a=b',
    'x-key': 'k',
    'if-none-match': '"1"',
  });

  const back = JSON.parse((await read(`/to?url=${other.url}/back`, { headers })).text);
  expect(back['user-agent']).toBe('docfleet');
  for (const name of ['authorization', 'cookie', 'x-key', 'if-none-match'])
    expect(back[name]).toBeUndefined();
  expect(other.requests.at(-1)?.headers.authorization).toBeUndefined();
});

test('the caller may stop a visit, and gets the reason back', async () => {
  const stopping = new AbortController();
  const visiting = read('/hangs', { signal: stopping.signal });
  stopping.abort(new Error('stopped'));
  await expect(visiting).rejects.toThrow('stopped');
});

test('each request is reported to the metrics with its status, bytes and the class of its host', async () => {
  exchanges.length = 0;
  await read('/to?url=/declared');
  await read('/to?url=http://[::1]:9999/').catch(() => undefined);
  expect(exchanges).toEqual([
    expect.objectContaining({ hostClass: 'operator', status: 302 }),
    expect.objectContaining({ hostClass: 'operator', status: 200, bytes: 5_000 }),
    expect.objectContaining({ hostClass: 'operator', status: 302 }),
    expect.objectContaining({ hostClass: 'forbidden', status: undefined, bytes: 0 }),
  ]);
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { findProxyFaults, findUnreachable } from './find-surrounding-faults.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sentenceOf = async (PUBLIC_URL: string) => (await findUnreachable({ PUBLIC_URL })).join('\n');

test('without a public address there is nothing to find', async () => {
  expect(findProxyFaults({ TRUSTED_PROXIES: [] })).toEqual([]);
  expect(await findUnreachable({ PUBLIC_URL: undefined })).toEqual([]);
});

test('docfleet at its public address is no fault', async () => {
  const url = await serve((request, response) =>
    response.writeHead(request.url === '/healthz' ? 200 : 404).end('{"status":"ok"}'),
  );
  expect(await sentenceOf(url)).toBe('');
});

test('an address at which nothing listens is named with the reason', async () => {
  expect(await sentenceOf('http://127.0.0.1:1')).toMatch(
    /not reached at PUBLIC_URL http:\/\/127\.0\.0\.1:1 .*\(/,
  );
  expect(await sentenceOf('https://docfleet.invalid')).toMatch(/ENOTFOUND|EAI_AGAIN/);
});

test('an address that leads on is named with where it leads', async () => {
  const url = await serve((_, response) =>
    response.writeHead(301, { location: 'https://docs.example.com/healthz' }).end(),
  );
  expect(await sentenceOf(url)).toMatch(/leads on to https:\/\/docs\.example\.com:/);
});

test('a proxy that does not reach docfleet is distinguished from one that leads to another program', async () => {
  expect(await sentenceOf(await serve((_, response) => response.writeHead(502).end()))).toMatch(
    /does not reach docfleet \(status 502\)/,
  );
  server?.close();
  expect(await sentenceOf(await serve((_, response) => response.end('<h1>It works!</h1>')))).toMatch(
    /Something else than docfleet/,
  );
});

test('https without a trusted proxy is a fault, as docfleet itself speaks HTTP', () => {
  const PUBLIC_URL = 'https://docs.example.com';
  expect(findProxyFaults({ PUBLIC_URL, TRUSTED_PROXIES: [] })).toEqual([
    expect.stringMatching(/Set TRUSTED_PROXIES/),
  ]);
  expect(findProxyFaults({ PUBLIC_URL, TRUSTED_PROXIES: ['127.0.0.1'] })).toEqual([]);
});

test.each([
  ['http://docs.example.com', 1],
  ['http://localhost:4000', 0],
  ['http://192.168.1.5:4000', 0],
  ['http://[::1]:4000', 0],
])('%s has %i faults: names can have certificates', (PUBLIC_URL, count) => {
  expect(findProxyFaults({ PUBLIC_URL, TRUSTED_PROXIES: [] })).toHaveLength(count);
});

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createEgress, type Egress } from './index.ts';

const names: Record<string, string> = { 'public.test': '93.184.215.14', 'private.test': '10.0.0.1' };
const never = new AbortController().signal;
/** Requests that the proxy received: an address, or CONNECT with host and port. */
const asked: string[] = [];
const tunnels: Socket[] = [];
const proxy = http.createServer(({ url }, response) => {
  asked.push(url ?? '');
  if (url?.endsWith('/to-private')) response.writeHead(302, { location: 'http://private.test/' });
  response.end('through the proxy');
});
proxy.on('connect', ({ url }, socket) => {
  asked.push(`CONNECT ${url}`);
  tunnels.push(socket as Socket);
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});

let egress: Egress;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  egress = createEgress({
    allowCidrs: [],
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async resolve(hostname) {
      const address = names[hostname] ?? (/^[\d.:a-f]+$/.test(hostname) ? hostname : undefined);
      if (!address) throw new Error('ENOTFOUND');
      return [{ address, family: 4 }];
    },
  });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await egress.close();
  for (const tunnel of tunnels) tunnel.destroy();
  proxy.closeAllConnections();
  proxy.close();
});

const visit = (url: string) => egress.fetchPage(new URL(url), { maxBytes: 1_000, signal: never });

async function requestByAgent(url: string): Promise<void> {
  const isTls = url.startsWith('https');
  const request = isTls
    ? https.get(url, { agent: egress.httpsAgent })
    : http.get(url, { agent: egress.httpAgent });
  const [response] = await once(request, 'response');
  response.resume();
}

test('requests take the proxy, though its own address is private', async () => {
  const response = await egress.fetch('http://public.test/a');
  expect(await response.text()).toBe('through the proxy');
  await visit('http://public.test/b');
  await requestByAgent('http://public.test/c');
  expect(asked).toEqual(['http://public.test/a', 'http://public.test/b', 'http://public.test/c']);
});

test('a name that only the proxy knows is left to it', async () => {
  await visit('http://known-to-the-proxy.test/');
  expect(asked).toEqual(['http://known-to-the-proxy.test/']);
});

test('secure requests are tunnelled', async () => {
  await expect(visit('https://public.test/')).rejects.toMatchObject({ code: 'PAGE_UNREACHABLE' });
  await expect(requestByAgent('https://public.test/')).rejects.toThrow();
  expect(asked).toEqual(['CONNECT public.test:443', 'CONNECT public.test:443']);
});

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'http://private.test/',
  'https://private.test/',
  'http://public.test:888/',
])('the proxy is not asked for %s', async (url) => {
  await expect(visit(url)).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
  await expect(egress.fetch(url)).rejects.toMatchObject({ cause: { code: 'ADDRESS_FORBIDDEN' } });
  await expect(requestByAgent(url)).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
  expect(asked).toEqual([]);
});

test('nor for where a permitted page redirects to', async () => {
  await expect(visit('http://public.test/to-private')).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
  await expect(egress.fetch('http://public.test/to-private')).rejects.toMatchObject({
    cause: { code: 'ADDRESS_FORBIDDEN' },
  });
  expect(asked).toEqual(['http://public.test/to-private', 'http://public.test/to-private']);
});

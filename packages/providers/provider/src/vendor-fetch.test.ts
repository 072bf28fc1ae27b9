import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createEgress } from '@docfleet/egress';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VendorRefusal } from './refusal.ts';
import { vendorFetch } from './vendor-fetch.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const fetch = vendorFetch(egress.fetch);

async function sendWithoutEnd(response: ServerResponse): Promise<void> {
  const part = Buffer.alloc(1024 * 1024, 'x');
  while (!response.closed)
    if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

let server: StubServer;
beforeAll(async () => {
  server = await startStubServer(({ path }, response) => {
    if (path === '/fine') return { body: { fine: true } };
    if (path === '/moved') return { status: 307, headers: { location: '/fine' } };
    response.writeHead(path === '/endless-refusal' ? 400 : 200);
    void sendWithoutEnd(response);
    return undefined;
  });
});
afterAll(async () => {
  await server.close();
  await egress.close();
});

test('an answer passes through', async () => {
  const response = await fetch(`${server.url}/fine`);
  expect(await response.json()).toEqual({ fine: true });
});

test('an endless response is aborted, not held in memory', async () => {
  const response = await fetch(`${server.url}/endless`);
  await expect(response.text()).rejects.toThrow('longer than 67108864 bytes');
});

test('a refusal without end is a refusal', async () => {
  const refusal = await fetch(`${server.url}/endless-refusal`).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(VendorRefusal);
  expect(refusal).toMatchObject({ status: 400, body: '' });
});

test('a redirect is a refusal: the key would go along to wherever it leads', async () => {
  const before = server.requests.length;
  const refusal = fetch(`${server.url}/moved`, { headers: { 'x-api-key': 'secret' } });
  await expect(refusal).rejects.toMatchObject({ status: 307 });
  expect(server.requests).toHaveLength(before + 1);
});

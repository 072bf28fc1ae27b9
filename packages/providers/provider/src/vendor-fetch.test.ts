import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createEgress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VendorRefusal } from './refusal.ts';
import { requestInTime, vendorFetch } from './vendor-fetch.ts';

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

test('a request that is late fails as such, with the details that its port passes', async () => {
  const { signal } = new AbortController();
  const explain = () => new AppError('PROVIDER_UNAVAILABLE', 'Aborted');
  const request = { name: 'Acme', signal, deadlineMs: 1, lateDetails: { isPaid: true }, explain };
  const late = requestInTime(request, (inTime) =>
    fetch(`${server.url}/endless`, { signal: inTime }).then((each) => each.text()),
  );
  await expect(late).rejects.toMatchObject({
    message: 'Acme did not answer in time',
    details: { isPaid: true },
  });
});

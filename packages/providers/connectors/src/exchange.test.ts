import type { AppError } from '@docfleet/errors';
import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { connectorsOnFakes } from '../test/connector-on-fake.fixture.ts';
import { openBox } from './providers/box/index.ts';
import type { RefusalNote } from './refusal.ts';
import { createVendorClient } from './vendor-client.ts';

const openOn = connectorsOnFakes(openBox, (url) => ({ api: `${url}/2.0` }));
const signal = new AbortController().signal;

async function open(status: number, headers: Record<string, string>) {
  const server = await startStubServer(() => ({ status, headers, body: { id: '1', name: 'Ada' } }));
  const rests: number[] = [];
  const rest = async (milliseconds: number) => void rests.push(milliseconds);
  return { connector: openOn(server, () => 'token', { rest }), rests };
}

test('the last request that a vendor accepts for a while lets all of the connection wait', async () => {
  const { connector, rests } = await open(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '20' });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: '1', name: 'Ada' });
  expect(rests).toEqual([20_000]);
});

test('a vendor that has requests left lets nothing wait', async () => {
  const { connector, rests } = await open(200, { 'ratelimit-remaining': '1', 'ratelimit-reset': '20' });
  await connector.whoAmI(signal);
  expect(rests).toEqual([]);
});

test('a refusal without Retry-After names the end of its window', async () => {
  const { connector } = await open(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '20' });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'PROVIDER_RATE_LIMITED',
    details: { retryAfterMs: 20_000 },
  });
});

/** A client of a vendor that fails for long, whose failing parts are left out. */
function leavingClient(note: RefusalNote, leavesFailing = true) {
  const vendor = { name: 'Acme', requestsPerSecond: 1, readRefusal: () => note };
  return createVendorClient(vendor, {
    fetch,
    endpoints: {},
    markup: { toMarkdown: async (_form, text) => text },
    accessToken: async () => 'token',
    pace: async () => undefined,
    leavesFailing,
  });
}

const away = 'PROVIDER_UNAVAILABLE';
const closed = 'ITEM_FORBIDDEN';

test.each([
  ['fails', 500, {}, closed, true],
  ['fails, and says so', 503, { subject: 'vendor' }, closed, true],
  ['closes the part', 500, { subject: 'forbidden' }, closed, undefined],
  ['knows no such part', 500, { subject: 'missing' }, 'ITEM_NOT_FOUND', undefined],
  ['asks for fewer requests', 503, { subject: 'rate' }, 'PROVIDER_RATE_LIMITED', undefined],
  ['is in conflict', 409, {}, away, undefined],
  ['refuses what was asked', 422, {}, 'PROVIDER_REJECTED', undefined],
] as const)(
  'a part at which a vendor %s for long is failing only where it fails',
  async (_name, status, note, code, isFailing) => {
    const server = await startStubServer(() => ({ status }));
    const ask = (leavesFailing: boolean) =>
      leavingClient({ reason: 'Oh', ...note }, leavesFailing)
        .json(server.url, {}, z.unknown(), signal)
        .catch((error: unknown) => error);
    const [leaving, waiting] = [await ask(true), await ask(false)];
    await server.close();
    expect(leaving).toMatchObject({ code, details: { reason: 'Oh', status } });
    expect((leaving as AppError).details['isFailing']).toBe(isFailing);
    expect((waiting as AppError).code).toBe(isFailing ? away : code);
    expect(waiting).not.toHaveProperty('details.isFailing');
  },
);

test('a part whose connection breaks for long is failing, and one whose refusal breaks off is not', async () => {
  const broken = await startStubServer((_request, response) => void response.destroy());
  const asking = leavingClient({}).json(broken.url, {}, z.unknown(), signal);
  await expect(asking).rejects.toMatchObject({
    code: closed,
    message: 'Acme has failed to answer for long',
    details: { isFailing: true, reason: expect.stringMatching(/^The connection failed/) },
  });
  await broken.close();
  const half = await startStubServer((_request, response) => {
    response.writeHead(500).write('half', () => response.destroy());
    return undefined;
  });
  const again = leavingClient({}).json(half.url, {}, z.unknown(), signal);
  await expect(again).rejects.toMatchObject({ code: away, details: { reason: 'The response broke off' } });
  await half.close();
});

test('a redirect to another host is followed there, also where it then names a path alone', async () => {
  const store = await startStubServer(({ path }) =>
    path === '/first'
      ? { status: 307, headers: { location: 'second?key=1' } }
      : { body: { path, key: 'of the store' } },
  );
  const api = await startStubServer(() => ({
    status: 302,
    headers: { location: `${store.url}/first` },
    body: 'Moved',
  }));
  const client = leavingClient({});
  expect(await client.json(`${api.url}/item`, {}, z.unknown(), signal)).toEqual({
    path: '/second',
    key: 'of the store',
  });
  expect(store.requests.map(({ query }) => query.toString())).toEqual(['', 'key=1']);
  expect(api.requests).toHaveLength(1);
  await Promise.all([api.close(), store.close()]);
});

test('an answer arrives with its status and its headers, and its body is read as it comes', async () => {
  const server = await startStubServer(() => ({ status: 206, headers: { etag: 'v1' }, body: 'text' }));
  const { status, headers, body } = await leavingClient({}).download(server.url, {}, signal);
  expect([status, headers.get('etag')]).toEqual([206, 'v1']);
  expect(Buffer.concat(await Array.fromAsync(body)).toString()).toBe('text');
  await server.close();
});

test('who lets go of a body that is read hears its own reason', async () => {
  const abort = new AbortController();
  const server = await startStubServer((_request, response) => {
    response.writeHead(200).write('one');
    return undefined;
  });
  const { body } = await leavingClient({}).download(server.url, {}, abort.signal);
  await body.next();
  abort.abort('stop');
  await expect(body.next()).rejects.toBe('stop');
  await server.close();
});

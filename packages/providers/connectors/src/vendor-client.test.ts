import { once } from 'node:events';
import { AppError } from '@docfleet/errors';
import { type StubHandler, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Vendor } from './exchange.ts';
import type { ConnectorContext } from './provider.ts';
import type { Refusal } from './refusal.ts';
import { createVendorClient } from './vendor-client.ts';

const { signal } = new AbortController();
const reply = z.object({ id: z.string() });
let servers: StubServer[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function serve(handler: StubHandler): Promise<StubServer> {
  const server = await startStubServer(handler);
  servers.push(server);
  return server;
}

/** A client of a vendor, with all that it asks of its surroundings. */
function clientOf(changes: Partial<Vendor> = {}, surroundings: Partial<ConnectorContext> = {}) {
  const [refusals, asked, paces]: [Refusal[], (boolean | undefined)[], number[]] = [[], [], []];
  const vendor: Vendor = {
    name: 'Acme',
    requestsPerSecond: 7,
    readRefusal(refusal) {
      refusals.push(refusal);
      return { reason: refusal.text };
    },
    ...changes,
  };
  const client = createVendorClient(vendor, {
    fetch,
    endpoints: {},
    markup: { toMarkdown: async (_form, text) => text },
    async accessToken(after401) {
      asked.push(after401);
      return `token ${asked.length}`;
    },
    pace: async (_signal, requestsPerSecond) => void paces.push(requestsPerSecond),
    ...surroundings,
  });
  return { client, refusals, asked, paces };
}

const ask = (client: ReturnType<typeof clientOf>['client'], url: string, init: RequestInit = {}) =>
  client.json(url, init, reply, signal);
const authorizations = ({ requests }: StubServer) => requests.map(({ headers }) => headers.authorization);

test("a request carries the token and the vendor's own headers, in its turn", async () => {
  const server = await serve(() => ({ body: { id: '1' } }));
  const { client, paces, asked } = clientOf({ headers: { 'x-version': '2' } });
  const init = { headers: { 'x-version': '1', 'x-own': 'own' } };
  expect(await ask(client, server.url, init)).toEqual({ id: '1' });
  expect(server.requests).toMatchObject([
    { headers: { authorization: 'Bearer token 1', 'x-version': '2', 'x-own': 'own' } },
  ]);
  expect({ paces, asked }).toEqual({ paces: [7], asked: [false] });
});

test.each([
  ['of another form', { body: { id: 1 } }],
  ['that is no JSON', { body: '<html>' }],
  ['that is empty', { body: '' }],
])('an answer %s cannot be read', async (_name, answer) => {
  const server = await serve(() => answer);
  await expect(ask(clientOf().client, server.url)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'Acme answered in a form that cannot be read',
    details: { reason: 'The answer is cut off, too long, or of an unknown form' },
  });
});

test.each([
  [32 * 1024 * 1024 - '{"id":""}'.length, true],
  [32 * 1024 * 1024 - '{"id":""}'.length + 1, false],
])('an answer with a text of %i bytes is read: %s', async (length, isRead) => {
  const server = await serve(() => ({ body: { id: 'x'.repeat(length) } }));
  const asking = ask(clientOf().client, server.url);
  if (isRead) expect((await asking).id).toHaveLength(length);
  else await expect(asking).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('an answer without content is null', async () => {
  const server = await serve(() => ({ status: 204, body: '' }));
  const { client } = clientOf();
  expect(await client.json(server.url, {}, z.null(), signal)).toBeNull();
  const response = await client.sdkFetch(signal)(server.url);
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('an SDK is handed the whole answer and its kind', async () => {
  const server = await serve(({ path }) => ({
    status: 201,
    headers: { 'content-type': path === '/typed' ? 'application/vnd.acme+json' : '' },
    body: '{"id":"1"}',
  }));
  const fetchAsSdk = clientOf().client.sdkFetch(signal);
  const response = await fetchAsSdk(new URL('/typed', server.url), { method: 'POST', body: 'b' });
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    201,
    'application/vnd.acme+json',
    { id: '1' },
  ]);
  expect(server.requests).toMatchObject([{ method: 'POST', body: 'b' }]);
});

/** Leads on from `/0` to `/1` and so forth, up to the last, which answers. */
const leading =
  (last: number): StubHandler =>
  ({ path }) => {
    const hop = Number(path.slice(1));
    return hop < last ? { status: 302, headers: { location: `/${hop + 1}` } } : { body: { id: path } };
  };

test('redirects are followed five times, without the token', async () => {
  const server = await serve(leading(5));
  expect(await ask(clientOf().client, `${server.url}/0`)).toEqual({ id: '/5' });
  expect(authorizations(server)).toEqual(['Bearer token 1', ...Array.from({ length: 5 }, () => undefined)]);
  const further = await serve(leading(6));
  await expect(ask(clientOf().client, `${further.url}/0`)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { status: 302 },
  });
});

test.each([
  ['of a request that changes something', {}, { method: 'POST' }],
  ['of a signed request', { isSigned: true }, {}],
  ['of a vendor whose token is good at one address', { followsRedirects: false }, {}],
] as const)('a redirect %s is not followed', async (_name, changes, init) => {
  const server = await serve(leading(1));
  await expect(ask(clientOf(changes).client, `${server.url}/0`, init)).rejects.toMatchObject({
    details: { status: 302 },
  });
  expect(server.requests).toHaveLength(1);
});

test.each([304, 400, 299])(
  'an address that comes with status %i leads nowhere, unless it is a redirect',
  async (status) => {
    const server = await serve(({ path }) =>
      path === '/'
        ? { status, headers: { location: '/1' }, body: '{"id":"first"}' }
        : { body: { id: 'second' } },
    );
    const asking = ask(clientOf().client, server.url);
    if (status === 299) expect(await asking).toEqual({ id: 'first' });
    else if (status === 304) expect(await asking).toEqual({ id: 'second' });
    else await expect(asking).rejects.toMatchObject({ details: { status } });
  },
);

test('a token that is refused is renewed once', async () => {
  const server = await serve(({ headers }) =>
    headers.authorization === 'Bearer token 2' ? { body: { id: '1' } } : { status: 401, body: 'stale' },
  );
  const { client, asked, paces } = clientOf();
  expect(await ask(client, server.url)).toEqual({ id: '1' });
  expect({ asked, paces }).toEqual({ asked: [false, true], paces: [7, 7] });
});

test.each([
  ['a missing permission', { readRefusal: () => ({ subject: 'scope' as const }) }, 'Bearer token 1'],
  ['a signature', { isSigned: true as const }, undefined],
])('a refusal of %s is not answered with another token', async (_name, changes, authorization) => {
  const server = await serve(() => ({ status: 401 }));
  await expect(ask(clientOf(changes).client, server.url)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
  });
  expect(authorizations(server)).toEqual([authorization]);
});

test('an address that no longer lets anyone in is asked for again, and says nothing of the token', async () => {
  const server = await serve(({ path }) =>
    path === '/' ? { status: 302, headers: { location: '/expired' } } : { status: 401, body: 'expired' },
  );
  const { client, asked } = clientOf();
  await expect(ask(client, server.url)).rejects.toMatchObject({
    code: 'ITEM_FORBIDDEN',
    details: { status: 401, reason: 'expired' },
  });
  expect(asked).toEqual([false, false]);
  expect(server.requests).toHaveLength(4);
});

test.each([
  ['whole', 403, 'application/json', '{"a":1}', { text: '{"a":1}', json: { a: 1 } }],
  ['a page', 403, 'text/html', '<html>', { text: '<html>', json: undefined }],
  ['empty', 403, 'application/json', '', { text: '', json: undefined }],
  ['endless', 403, 'text/plain', 'x'.repeat(65_537), { text: '', json: undefined }],
  ['long', 403, 'text/plain', 'x'.repeat(65_536), { text: 'x'.repeat(65_536), json: undefined }],
])('a refusal that is %s is read', async (_name, status, type, body, read) => {
  const server = await serve(() => ({ status, headers: { 'content-type': type }, body }));
  const { client, refusals } = clientOf();
  await expect(ask(client, server.url)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
  expect(refusals).toMatchObject([{ status, ...read }]);
  expect(refusals[0]?.headers.get('content-type')).toBe(type);
});

test.each([
  [
    'JSON that ends early',
    (() => ({ status: 403, headers: { 'content-type': 'application/json' }, body: '{"a' })) as StubHandler,
  ],
  [
    'a connection that ends early',
    ((_request, response) => {
      response.writeHead(403).write('half', () => response.destroy());
      return undefined;
    }) as StubHandler,
  ],
])('a refusal of %s is asked for again', async (_name, handler) => {
  const server = await serve(handler);
  const { client, refusals } = clientOf();
  await expect(ask(client, server.url)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { status: 403, reason: 'The response broke off' },
  });
  expect(refusals).toEqual([]);
});

test('what goes wrong on the way is said without the address', async () => {
  const server = await serve((_request, response) => void response.destroy());
  const error = await ask(clientOf().client, `${server.url}/?key=secret`).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', message: 'Acme could not be reached' });
  expect((error as AppError).details.reason).toMatch(/^The connection failed: [A-Z_]+$/);
  const unknown = { fetch: () => Promise.reject(new Error('https://example.com/?key=secret')) };
  await expect(ask(clientOf({}, unknown).client, server.url)).rejects.toMatchObject({
    details: { reason: 'The connection failed' },
  });
});

test('an error of ours on the way is that error', async () => {
  const refused = new AppError('EGRESS_DENIED' as never, 'The address is private');
  const wrapped = { fetch: () => Promise.reject(new Error('fetch failed', { cause: refused })) };
  await expect(ask(clientOf({}, wrapped).client, 'https://example.com')).rejects.toBe(refused);
});

test('a body that is damaged may be whole the next time', async () => {
  const damaged = Object.assign(new Error('damaged'), { code: 'BODY_DAMAGED' });
  const broken = { fetch: () => Promise.reject(damaged) };
  await expect(ask(clientOf({}, broken).client, 'https://example.com')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'Acme sent something other than it declared',
    details: { reason: 'Its body is compressed, and damaged or cut short', maxAttempts: 6 },
  });
});

test('a body that pauses is waited for as long as a reader takes, and no longer than the vendor may be silent', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200).write('one');
    return undefined;
  });
  const { client } = clientOf({}, { deadlineMs: 500 });
  const { body, status } = await client.download(server.url, {}, signal);
  expect(status).toBe(200);
  const first = await body.next();
  expect(Buffer.from(first.value ?? []).toString()).toBe('one');
  // A slow reader is not a silent vendor.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await expect(body.next()).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: 'Nothing was heard for 0.5 seconds' },
  });
});

test('who is let go says why', async () => {
  const abort = new AbortController();
  const server = await serve(() => {
    abort.abort('stop');
    return undefined;
  });
  await expect(clientOf().client.json(server.url, {}, reply, abort.signal)).rejects.toBe('stop');
});

test('who is let go while a refusal arrives says why', async () => {
  const abort = new AbortController();
  const server = await serve(async (_request, response) => {
    response.writeHead(500).write('half');
    await once(response, 'close');
    return undefined;
  });
  const surroundings = {
    async fetch(...order: Parameters<typeof fetch>) {
      const response = await fetch(...order);
      setImmediate(() => abort.abort('stop'));
      return response;
    },
  };
  const { client } = clientOf({}, surroundings);
  await expect(client.json(server.url, {}, reply, abort.signal)).rejects.toBe('stop');
});

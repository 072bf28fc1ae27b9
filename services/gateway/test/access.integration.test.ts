import { createApiKey } from '@docfleet/domain/api-key';
import { type ChatEmulator, chatEmulatorKey, startChatEmulator } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileLink, writeFileLink } from '../src/files/file-link.ts';
import type { Route } from '../src/http/route.ts';
import { routes } from '../src/routes.ts';
import { comparable, missingLike, type Planted, sendTo } from './access/send.ts';
import { kindsOfTenants, type Slot, slotsOf, takesAnyNamespace } from './access/slots.ts';
import type { ApiResponse, CallOptions } from './call.ts';
import { type Operation, operations } from './operations.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';
import { createWorld, type Place, type World } from './world.ts';

/** Open to everyone on purpose: their links are signed, or work once. */
const publicPaths = ['/v1/file-links/{token}', '/v1/connections/callback'];

let gateway: TestGateway;
let chat: ChatEmulator;
let alice: World;
let mallory: World;
const badKeys: Record<string, string> = {};

async function createKey(change: object): Promise<string> {
  const { database } = gateway.context;
  const { organizationId } = alice;
  const key = await createApiKey(database, { organizationId, name: 'bad', scopes: ['admin'] });
  await database.apiKey.update({ where: { id: key.split('_')[2] ?? '' }, data: change });
  return key;
}

beforeAll(async () => {
  gateway = await startTestGateway();
  chat = await startChatEmulator('OPENAI');
  const baseUrl = `${chat.url}/v1`;
  const chatModelConfig = { provider: 'OPENAI', model: 'echo', apiKey: chatEmulatorKey, baseUrl };
  alice = await createWorld(gateway, 'alice', { chatModelConfig });
  mallory = await createWorld(gateway, 'mallory', { chatModelConfig });
  const [, secret = ''] = /^df_live_[^_]+_(.*)$/.exec(mallory.keys.admin) ?? [];
  const [, id = ''] = /^df_live_([^_]+)_/.exec(alice.keys.admin) ?? [];
  badKeys['malformed'] = 'df_live_nonsense';
  badKeys['unknown'] = `df_live_${missingLike(id)}_${secret}`;
  badKeys["with another key's secret"] = `df_live_${id}_${secret}`;
  badKeys['revoked'] = await createKey({ revokedAt: new Date() });
  badKeys['expired'] = await createKey({ expiresAt: new Date() });
}, 60_000);
afterAll(async () => {
  await gateway.close();
  await chat.close();
});

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const routeOf = ({ method, path }: Operation) =>
  routes.find((route) => route.method === method.toLowerCase() && route.path === path) as Route;
/** Whether an operation changes nothing, regardless of the scope that it requires. */
const onlyReads = (operation: Operation) => operation.method === 'GET' || routeOf(operation).scope === 'read';
const isPublic = ({ path }: Operation) => publicPaths.includes(path);
const guarded = operations
  .filter((operation) => !isPublic(operation))
  .map((operation) => [nameOf(operation), operation] as const);

test('only what is listed here is open to everyone', () => {
  const open = operations.filter((operation) => routeOf(operation).scope === 'public');
  expect(open.map(({ path }) => path)).toEqual(publicPaths);
});

test.each(guarded)(
  '%s refuses a request without a valid key, and states no reason',
  async (_name, operation) => {
    const from = { call: alice.call, place: alice.own };
    const without = await sendTo(operation, { ...from, options: { key: undefined } });
    // Dify takes 403 alone for a wrong key.
    const status = operation.path === '/v1/retrieval' ? 403 : 401;
    const code = status === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED';
    expect(without).toMatchObject({ status, body: { error: { code } } });
    expect(without.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const keys = Object.entries(badKeys);
    const responses = await Promise.all(
      keys.map(([, key]) => sendTo(operation, { ...from, options: { key } })),
    );
    const [first, ...others] = responses.map((response) => comparable(response));
    expect(first?.status).toBe(status);
    for (const other of others) expect(other).toEqual(first);
  },
);

test.each(guarded.filter(([, operation]) => routeOf(operation).scope !== 'read'))(
  '%s refuses keys of lesser scopes',
  async (_name, operation) => {
    const { scope } = routeOf(operation);
    const lesser = scope === 'admin' ? (['read', 'ingest'] as const) : (['read'] as const);
    for (const name of lesser) {
      const options = { key: alice.keys[name] };
      const response = await sendTo(operation, { call: alice.call, place: alice.own, options });
      expect(response).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    }
  },
);

const slots = operations.flatMap((operation) =>
  slotsOf(operation).map(
    (slot) => [`${nameOf(operation)}: ${slot.steps.join('.')}`, operation, slot] as const,
  ),
);
const idOf = (place: Place, { kind }: Slot) => place[kind] ?? '';
/** No document and no run of the world came from a connection. */
const findsNothing = ({ steps }: Slot) =>
  ['documentConnectionIds', 'connectionIds'].includes(String(steps.at(-1)));

interface Attack {
  readonly from: World;
  readonly place: Place;
  readonly stolen: string;
  readonly options?: CallOptions;
  /** Whether the request also names the caller's namespace where that is optional. */
  readonly isNamed?: boolean;
}

/** Sends a foreign id and an unknown one; returns both responses in the form that must be equal. */
async function compare(
  operation: Operation,
  slot: Slot,
  { from, place, stolen, options = {}, isNamed = false }: Attack,
) {
  const named = slotsOf(operation)
    .filter(({ part, kind }) => isNamed && part === 'query' && kind === 'namespaceId')
    .map((one) => ({ slot: one, value: idOf(place, one) }));
  const send = async (value: string) => {
    const plants: Planted[] = [{ slot, value }, ...named];
    const response = await sendTo(operation, { call: from.call, place, plants, options });
    return { response, shown: comparable(response, value) };
  };
  const [theirs, nobodys] = [await send(stolen), await send(missingLike(stolen))];
  return { response: theirs.response, theirs: theirs.shown, nobodys: nobodys.shown };
}

function expectNothingFound(response: ApiResponse) {
  // A 400 would say that the test's own request is wrong, and that nothing was looked for.
  expect([200, 202, 404]).toContain(response.status);
  if (response.status === 404) return;
  const lists = Object.values(response.body.data).filter(Array.isArray);
  expect(lists.flat()).toEqual([]);
}

const ids = slots.filter(([, , { kind }]) => kind !== 'token' && kind !== 'cursor');

test.each(ids)('%s of another organization is not found', async (_name, operation, slot) => {
  const stolen = idOf(slot.kind === 'namespaceId' ? alice.elsewhere : alice.own, slot);
  const attack = { from: mallory, place: mallory.own, stolen };
  const { response, theirs, nobodys } = await compare(operation, slot, attack);
  expectNothingFound(response);
  expect(theirs).toEqual(nobodys);
});

const namesNamespace = (operation: Operation) =>
  slotsOf(operation).some(({ kind }) => kind === 'namespaceId');

test.each(
  ids.filter(
    ([, operation, slot]) =>
      kindsOfTenants.includes(slot.kind) && namesNamespace(operation) && !takesAnyNamespace(slot),
  ),
)('%s of another namespace is not found', async (_name, operation, slot) => {
  const stolen = idOf(alice.elsewhere, slot);
  const attack = { from: alice, place: alice.own, stolen, isNamed: true };
  const { response, theirs, nobodys } = await compare(operation, slot, attack);
  expectNothingFound(response);
  expect(theirs).toEqual(nobodys);
});

test.each(ids.filter(([, , { kind }]) => kindsOfTenants.includes(kind)))(
  '%s of another tenant, or of none, is not found',
  async (_name, operation, slot) => {
    for (const place of [alice.tenant, alice.own]) {
      const options = { tenantId: 't2' };
      const attack = { from: alice, place: alice.own, stolen: idOf(place, slot), options };
      const { response, theirs, nobodys } = await compare(operation, slot, attack);
      expectNothingFound(response);
      expect(theirs).toEqual(nobodys);
    }
  },
);

test.each(ids.filter(([, operation, slot]) => onlyReads(operation) && !findsNothing(slot)))(
  '%s of its own is found: the attacks above ask for what is there',
  async (_name, operation, slot) => {
    const { response, theirs, nobodys } = await compare(operation, slot, {
      from: alice,
      place: alice.own,
      stolen: idOf(alice.own, slot),
    });
    expect(response.status).toBe(200);
    expect(theirs).not.toEqual(nobodys);
  },
);

// The cursor of a search belongs to its whole request: search-features.integration.test.ts tries foreign and stolen ones.
const cursors = slots.filter(([, { path }, { kind }]) => kind === 'cursor' && !path.startsWith('/v1/search'));
const sizeSlot = (cursor: Slot): Slot => ({ ...cursor, steps: [...cursor.steps.slice(0, -1), 'pageSize'] });

/** The first cursor of a list, in pages of one. */
async function cursorOf(operation: Operation, slot: Slot, world: World): Promise<string> {
  const size = { slot: sizeSlot(slot), value: 1 as unknown as string };
  const bare = { ...operation, example: { filterConfig: {}, namespaceId: '' } };
  const known = Object.keys((operation.json?.['properties'] ?? {}) as object);
  const example = Object.fromEntries(Object.entries(bare.example).filter(([name]) => known.includes(name)));
  const response = await sendTo({ ...bare, example }, { call: world.call, place: world.own, plants: [size] });
  const { nextCursor } = response.body.data;
  if (typeof nextCursor !== 'string')
    throw new Error(`${nameOf(operation)} has no second page: create two of them in test/world.ts`);
  return nextCursor;
}

const readable = cursors.filter(([, operation]) => onlyReads(operation));

test.each(cursors)(
  '%s that was not written for this list is refused like nonsense',
  async (_name, operation, slot) => {
    const attack = (stolen: string) =>
      compare(operation, slot, { from: mallory, place: mallory.own, stolen });
    const foreign = await Promise.all(readable.map(([, list, place]) => cursorOf(list, place, alice)));
    const lists = readable.filter(([, list]) => list !== operation && onlyReads(operation));
    const ofOtherLists = await Promise.all(lists.map(([, list, place]) => cursorOf(list, place, mallory)));
    const own = readable.some(([, list]) => list === operation)
      ? [await cursorOf(operation, slot, mallory)]
      : [];
    const tampered = own.flatMap((cursor) =>
      [0, 8, 24, cursor.length - 1].map(
        (at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
      ),
    );
    expect(foreign.length).toBeGreaterThan(0);
    for (const cursor of [...foreign, ...ofOtherLists, ...tampered]) {
      const { response, theirs, nobodys } = await attack(cursor);
      expect(response.status).toBe(400);
      expect(theirs).toEqual(nobodys);
    }
    for (const cursor of own) expect((await attack(cursor)).response.status).toBe(200);
  },
);

test('a link to a file opens that file alone: forged, mixed and outlived ones lead to nothing', async () => {
  const { context, call } = gateway;
  const open = (token: string) => call('GET', `/v1/file-links/${token}`, { key: undefined });
  const token = alice.own['token'] ?? '';
  expect((await open(token)).text).toBe('first text\nits end');

  const { database, linkKey } = context;
  const documentOf = (world: World) =>
    database.document.findUniqueOrThrow({ where: { id: world.own['documentId'] ?? '' } });
  const his = await documentOf(mallory);
  const link = readFileLink(linkKey, token);
  if (!link || link === 'expired') throw new Error('the link of alice is not ours');
  const [claims = '', signature = ''] = token.split('.');
  const bad = [
    `${claims}.${missingLike(`${signature.slice(0, 37)}abcdef`)}`,
    writeFileLink(new Uint8Array(32), link),
    writeFileLink(linkKey, { ...link, documentId: his.id }),
    `${claims}.`,
    `${claims}.${signature}.${signature}`,
    `${(mallory.own['token'] ?? '').split('.')[0]}.${signature}`,
  ];
  const [nonsense, ...responses] = await Promise.all(['nonsense', ...bad].map(open));
  expect(nonsense).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  for (const answer of responses) expect(comparable(answer)).toEqual(comparable(nonsense as ApiResponse));
});

test('a link to a file of a deleted namespace leads to nothing', async () => {
  const bob = await createWorld(gateway, 'bob');
  const open = (token = '') => gateway.call('GET', `/v1/file-links/${token}`, { key: undefined });
  expect((await open(bob.elsewhere['token'])).status).toBe(200);
  await bob.call('DELETE', `/v1/namespaces/${bob.elsewhere['namespaceId']}`);
  const answer = await open(bob.elsewhere['token']);
  expect(comparable(answer)).toEqual(comparable(await open('nonsense')));
});

test('after all this, everything of the victim is as it was', async () => {
  for (const place of [alice.own, alice.tenant, alice.elsewhere]) {
    const { namespaceId, documentId, ingestJobRunId } = place;
    const run = await alice.call('GET', `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=${namespaceId}`);
    expect(run.body.data.documents.completed).toEqual([{ id: documentId, status: 'SUCCESS', error: null }]);
    expect((await alice.call('GET', `/v1/documents/${documentId}/content`)).text).toBe('first text\nits end');
  }
});

import { AppError } from '@docfleet/errors';
import { startConfluenceFake, startNotionFake, type VendorFault } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { box, connectionId } from '../test/box-connection.fixture.ts';
import { connect, context, log } from '../test/connector-sync.fixture.ts';
import { createChannelOpener, createConnectionOpener } from './open-connection.ts';

const { signal } = new AbortController();
type Changes = Partial<Parameters<typeof createConnectionOpener>[0]>;

/** Openers of a process of its own; notes whom it lets rest, at which pace it asks, and which calls it reports. */
function openProcess(changes: Changes = {}) {
  const [rests, paces, calls]: [unknown[][], unknown[][], string[]] = [[], [], []];
  const dependencies = {
    ...context,
    markup: { toMarkdown: async (_form: unknown, text: string) => text },
    providerSettings: {
      ...context.providerSettings,
      onCall: ({ port, vendor, operation }: { port: string; vendor: string; operation: string }) =>
        void calls.push(`${port} ${vendor} ${operation}`),
    },
    pace: {
      of: (key: string, waitTimeoutMs: number) => {
        paces.push([key, waitTimeoutMs]);
        return async () => undefined;
      },
      rest: async (...order: [string, number]) => void rests.push(order),
    },
    ...changes,
  };
  return {
    rests,
    paces,
    calls,
    open: createConnectionOpener(dependencies),
    openChannels: createChannelOpener(dependencies),
  };
}

async function accountOf(id: string) {
  const connection = await context.database.connection.findUniqueOrThrow({ where: { id } });
  const { connector, authorizations, clientId, siteId, settings } = connection;
  return { connectionId: id, connector, authorizations, clientId, siteId, settings };
}

const stateOf = (id: string) =>
  context.database.connection.findUniqueOrThrow({
    where: { id },
    select: { status: true, statusReason: true },
  });

test.each([
  ['asks for fewer requests', { status: 429 }, 1_000],
  ['says until when', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  ['is out for a time', { status: 500, headers: { 'retry-after': '7' } }, 7_000],
  ['is out, and does not say how long', { status: 503 }, undefined],
  ['has locked an item for a time', { status: 423, headers: { 'retry-after': '7' } }, undefined],
  ['has lost an item', { status: 404, headers: { 'retry-after': '7' } }, undefined],
  [
    'has the last request answered',
    {
      status: 200,
      headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '5' },
      body: { id: '1', name: 'Ada' },
    },
    5_000,
  ],
] as const)('a vendor that %s lets the connection rest or not', async (_name, fault, restMs) => {
  const { open, rests } = openProcess();
  box.fault = () => ({ kind: 'status', ...fault }) as VendorFault;
  await open(await accountOf(connectionId), 5)
    .whoAmI(signal)
    .catch(() => undefined);
  expect(rests).toEqual(restMs === undefined ? [] : [[connectionId, restMs]]);
  expect((await stateOf(connectionId)).status).toBe('ACTIVE');
});

/** Counts the log lines that the connection has to be authorized again. */
const timesSaid = () =>
  log.filter(
    (line) => line.includes('a connection has to be authorized again') && line.includes(connectionId),
  ).length;

test('a fresh token that is refused makes the connection FAILED, and says why', async () => {
  const { open, rests } = openProcess();
  box.fault = () => ({ kind: 'status', status: 401 });
  const account = await accountOf(connectionId);
  const asking = open(account, 5).list(undefined, undefined, signal);
  await expect(asking).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  const { status, statusReason } = await stateOf(connectionId);
  expect([status, statusReason]).toEqual([
    'FAILED',
    expect.stringContaining('Box no longer accepts this connection'),
  ]);
  expect(timesSaid()).toBe(1);
  await expect(open(account, 5).whoAmI(signal)).rejects.toBeDefined();
  expect(timesSaid()).toBe(1);
  expect(rests).toEqual([]);
});

test.each([
  ['of an earlier consent', { before: 1 }],
  ['that is not from the vendor', { before: 0 }],
])('a refusal %s says nothing of the connection', async (_name, { before }) => {
  const refused = new AppError('CONNECTION_UNAUTHORIZED', 'The connection is not active');
  const own = { ...context.accessTokens, of: () => () => Promise.reject(refused) };
  const { open } = openProcess(before > 0 ? {} : { accessTokens: own });
  box.fault = () => ({ kind: 'status', status: 401 });
  const account = await accountOf(connectionId);
  const earlier = { ...account, authorizations: account.authorizations - before };
  await expect(open(earlier, 5).whoAmI(signal)).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(await stateOf(connectionId)).toEqual({ status: 'ACTIVE', statusReason: null });
  expect(timesSaid()).toBe(0);
});

test('a connection is opened once, and anew for another consent, client, site, timeout or way of reading', async () => {
  const { open, paces } = openProcess();
  const account = await accountOf(connectionId);
  for (let time = 0; time < 3; time += 1) await open(account, 5).whoAmI(signal);
  expect(paces).toEqual([[connectionId, 5]]);
  const others = [
    { ...account, authorizations: account.authorizations + 1 },
    { ...account, clientId: 'another' },
    { ...account, siteId: 'another' },
  ];
  for (const other of others) open(other, 5);
  open(account, 6);
  open(account, 5, { leavesFailing: true });
  open(account, 5, { leavesFailing: false });
  expect(paces.slice(1)).toEqual([
    [connectionId, 5],
    [connectionId, 5],
    [connectionId, 5],
    [connectionId, 6],
    [connectionId, 5],
  ]);
});

test.each([
  ['an item', 403, 1],
  ['the moment', 503, 1],
  ['what is asked', 400, 2],
])('after a refusal of %s (%i) a connection has been opened so often: %i', async (_name, status, opened) => {
  const { open, paces } = openProcess();
  const account = await accountOf(connectionId);
  box.fault = () => ({ kind: 'status', status });
  await expect(open(account, 5).whoAmI(signal)).rejects.toBeDefined();
  box.fault = undefined;
  await open(account, 5).whoAmI(signal);
  expect(paces).toHaveLength(opened);
});

test('connections of one application at one site share a pace where their vendor counts them together', async () => {
  const { open, paces } = openProcess();
  const confluence = await startConfluenceFake();
  const account = await accountOf(await connect('CONFLUENCE', confluence));
  open({ ...account, clientId: 'app', siteId: 'site' }, 5);
  open({ ...account, clientId: null, siteId: 'site' }, 5);
  open({ ...account, clientId: 'app', siteId: null }, 5);
  open({ ...(await accountOf(connectionId)), clientId: 'app', siteId: 'site' }, 5);
  const { connectionId: own } = account;
  expect(paces.map(([key]) => key)).toEqual(['CONFLUENCE:app:site', own, own, connectionId]);
  await confluence.close();
});

test('listings and downloads are reported under their connector, where someone asks for reports', async () => {
  const { open, calls } = openProcess();
  box.put('/a.txt', 'hello');
  const account = await accountOf(connectionId);
  const { list, fetch, find } = open(account, 5);
  const { items, nextCursor } = await list(undefined, undefined, signal);
  const [item] = [...items, ...(nextCursor ? (await list(nextCursor, undefined, signal)).items : [])];
  if (!item || !find) throw new Error('There is no item');
  expect(await find(item.externalId, signal)).toMatchObject({ name: 'a.txt' });
  const { body } = await fetch(item, signal);
  expect(Buffer.concat(await Array.fromAsync(body)).toString()).toBe('hello');
  expect(new Set(calls)).toEqual(new Set(['connector BOX list', 'connector BOX fetch']));
  const silent = openProcess({ providerSettings: { ...context.providerSettings, onCall: undefined } });
  expect((await silent.open(account, 5).list(undefined, undefined, signal)).items).toEqual(items);
  expect(silent.calls).toEqual([]);
});

test('channels are opened where a vendor has them, for each connection', async () => {
  const { openChannels } = openProcess();
  const account = await accountOf(connectionId);
  expect(openChannels(account, 5)).toHaveProperty('create');
  expect(openChannels({ ...account, connector: 'S3' }, 5)).toBeUndefined();
  const notion = await startNotionFake();
  expect(openChannels(await accountOf(await connect('NOTION', notion)), 5)).toBeUndefined();
  await notion.close();
});

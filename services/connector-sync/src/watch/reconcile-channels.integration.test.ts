import type { ChannelApi } from '@docfleet/connectors';
import { claimWatch, confirmChannel, insertChannel, listChannels } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import { beforeEach, expect, test } from '@jest/globals';
import { connectionId } from '../../test/box-connection.fixture.ts';
import { context, log } from '../../test/connector-sync.fixture.ts';
import { reconcileChannels } from './watch-connection.ts';

const { signal } = new AbortController();
const base = 'https://docs.example/v1/connector-notifications/box';
const day = 86_400_000;
const refused = (code: 'ITEM_FORBIDDEN' | 'ITEM_NOT_FOUND' | 'PROVIDER_UNAVAILABLE', message = 'No') =>
  new AppError(code, message);

/** Calls of the vendor, and what was counted, in their order. */
let calls: unknown[][];
let counted: string[];
beforeEach(() => {
  calls = [];
  counted = [];
});

/** A vendor whose channels live for a day; `changes` replace what it does, and each call is noted. */
function vendorOf(resources: readonly string[], changes: Partial<ChannelApi> = {}): ChannelApi {
  const opened = async () => ({ vendorId: `vendor-${calls.length}`, expiresAt: new Date(Date.now() + day) });
  const api = { resources: async () => resources, create: opened, remove: async () => undefined, ...changes };
  const noted = Object.entries(api).map(([name, call]: [string, (...order: never[]) => unknown]) => [
    name,
    (...order: never[]) => {
      calls.push([name, ...order]);
      return call(...order);
    },
  ]);
  return Object.fromEntries(noted) as ChannelApi;
}

const called = (name: string) => calls.filter(([one]) => one === name);

/** Reconciles the channels of the connection, whose account is known and which has a schedule unless `changes` say otherwise. */
async function reconcile(
  api: ChannelApi,
  changes: { base?: undefined; accountId?: undefined; isScheduled?: false } = {},
) {
  const claimed = await claimWatch(context.database, connectionId);
  await context.database.connectionWatch.updateMany({
    where: { connectionId },
    data: { dueAt: new Date(0) },
  });
  if (!claimed) throw new Error('Another worker has the watch');
  const watch = { ...claimed, accountId: 'me', isScheduled: true, feeds: ['drive'], ...changes };
  const metrics = {
    ...context.metrics,
    channelChanged: (connector: string, outcome: string) => void counted.push(`${connector} ${outcome}`),
  };
  const order = { context: { ...context, metrics }, watch, api, signal };
  return reconcileChannels({ ...order, base: 'base' in changes ? undefined : base });
}

const stored = () => listChannels(context.database, connectionId);

/** Stores a channel that the vendor has, unless `vendorId` is null; its life began and ends at these times from now. */
async function store(
  resource: string,
  { vendorId = `of-${resource}` as string | null, at = base, beganMs = -day / 2, endsMs = day / 2 } = {},
) {
  const { database, vault } = context;
  const { namespaceId } = await database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  const owner = { connector: 'BOX', namespaceId, connectionId };
  const { id } = await insertChannel(database, vault, { ...owner, resource, base: at });
  const [openedAt, expiresAt] = [new Date(Date.now() + beganMs), new Date(Date.now() + endsMs)];
  if (vendorId !== null) await confirmChannel(database, { connector: 'BOX', id }, { vendorId, expiresAt });
  await database.notificationChannel.updateMany({ where: { id }, data: { openedAt } });
  return { id, vendorId, openedAt, expiresAt };
}

/** In the last quarter of its life. */
const due = { beganMs: -0.8 * day, endsMs: 0.2 * day };

test('a channel is created for each resource, known here before the vendor hears of it', async () => {
  const api = vendorOf(['one', 'two'], {
    async create({ id, address }) {
      expect(await stored()).toContainEqual(expect.objectContaining({ id, address, vendorId: null }));
      return { vendorId: `of-${id}`, expiresAt: null };
    },
  });
  expect(await reconcile(api)).toEqual({ renewAt: undefined, isUnfinished: false, refusal: undefined });
  expect(called('resources')).toEqual([
    ['resources', expect.objectContaining({ feeds: ['drive'], accountId: 'me' }), signal],
  ]);
  const rows = (await stored()).toReversed();
  expect(rows.map(({ resource }) => resource)).toEqual(['one', 'two']);
  expect(called('create')).toEqual(
    rows.map(({ id, resource }) => [
      'create',
      { id, resource, address: `${base}/${id}`, secret: expect.any(String) },
      signal,
    ]),
  );
  for (const row of rows) expect(row).toMatchObject({ vendorId: `of-${row.id}`, expiresAt: null });
  expect(counted).toEqual(['BOX created', 'BOX created']);
});

test('a channel in the first three quarters of its life is left alone, and its renewal is due at their end', async () => {
  const first = await store('one', { beganMs: -1_000, endsMs: 3 * day });
  const { openedAt, expiresAt } = await store('two');
  const { renewAt } = await reconcile(vendorOf(['one', 'two']));
  const life = expiresAt.getTime() - openedAt.getTime();
  expect(renewAt?.getTime()).toBe(openedAt.getTime() + 0.75 * life);
  expect(called('create').length + called('remove').length).toBe(0);
  expect((await stored()).map(({ id }) => id)).toContain(first.id);
});

test('a channel that has just been created or renewed is due after three quarters of its new life', async () => {
  const created = await reconcile(vendorOf(['one']));
  const isNear = (time: Date | undefined) => Math.abs(Number(time) - Date.now() - 0.75 * day) < 60_000;
  expect(isNear(created.renewAt)).toBe(true);
  await context.database.notificationChannel.updateMany({
    where: { connectionId },
    data: { openedAt: new Date(0), expiresAt: new Date(Date.now() + 1_000) },
  });
  const expiresAt = new Date(Date.now() + day);
  const renewed = await reconcile(
    vendorOf(['one'], { renew: async () => ({ vendorId: 'renewed', expiresAt }) }),
  );
  expect(isNear(renewed.renewAt)).toBe(true);
  expect(await stored()).toMatchObject([{ vendorId: 'renewed', expiresAt }]);
});

test.each([
  ['renewed where the vendor renews', async () => ({ vendorId: 'next', expiresAt: null }), true],
  ['replaced where the vendor knows it no more', () => Promise.reject(refused('ITEM_NOT_FOUND')), false],
  ['replaced where the vendor renews none', undefined, false],
] as const)('a channel in the last quarter of its life is %s', async (_name, renew, isKept) => {
  const { id, vendorId } = await store('one', due);
  const result = await reconcile(vendorOf(['one'], renew && { renew }));
  expect(result.refusal).toBeUndefined();
  if (renew) expect(called('renew')).toEqual([['renew', vendorId, signal]]);
  const rows = await stored();
  expect(rows.map((row) => row.id === id)).toEqual([isKept]);
  expect(called('create')).toHaveLength(isKept ? 0 : 1);
  expect(called('remove')).toEqual(isKept ? [] : [['remove', { id, vendorId }, signal]]);
  expect(counted).toEqual(isKept ? ['BOX renewed'] : ['BOX created', 'BOX removed']);
});

test.each([
  ['a renewal', true],
  ['the channel that would follow', false],
])('a vendor that refuses %s leaves the previous one as it is', async (_name, renews) => {
  const { id, expiresAt } = await store('one', due);
  const no = () => Promise.reject(refused('ITEM_FORBIDDEN', 'Not allowed'));
  const result = await reconcile(vendorOf(['one'], { create: no, ...(renews && { renew: no }) }));
  expect(result).toMatchObject({ isUnfinished: false, refusal: { message: 'Not allowed' } });
  expect(result.renewAt?.getTime()).toBeLessThan(Date.now());
  expect(await stored()).toMatchObject([{ id, expiresAt }]);
  expect(called('renew')).toHaveLength(renews ? 1 : 0);
  expect(called('create')).toHaveLength(renews ? 0 : 1);
  expect(called('remove')).toEqual([]);
  expect(counted).toEqual(['BOX refused']);
});

test('after three refusals the others are not tried; the first is named, and no refused channel is stored', async () => {
  const kept = await store('five', due);
  let refusals = 0;
  const create = () => {
    refusals += 1;
    return Promise.reject(refused('ITEM_FORBIDDEN', `Refusal ${refusals}`));
  };
  const result = await reconcile(vendorOf(['one', 'two', 'three', 'four', 'five'], { create }));
  expect(result).toMatchObject({ isUnfinished: false, refusal: { message: 'Refusal 1' } });
  expect(called('create')).toHaveLength(3);
  expect((await stored()).map(({ id }) => id)).toEqual([kept.id]);
  expect(counted).toEqual(['BOX refused', 'BOX refused', 'BOX refused']);
});

test('a vendor that is away ends the check, and what it was not heard to create is not stored', async () => {
  await store('two');
  const create = () => Promise.reject(refused('PROVIDER_UNAVAILABLE', 'Away'));
  await expect(reconcile(vendorOf(['one', 'three'], { create }))).rejects.toMatchObject({ message: 'Away' });
  expect(called('create')).toHaveLength(1);
  expect((await stored()).map(({ resource }) => resource)).toEqual(['two']);
  expect(counted).toEqual([]);
});

test.each([
  [39, 39, false],
  [40, 40, true],
  [41, 40, true],
])(
  'of %i channels %i are created by one check, which says whether it is due again: %s',
  async (wanted, created, isUnfinished) => {
    const resources = Array.from({ length: wanted }, (_, number) => `folder ${number}`);
    expect(await reconcile(vendorOf(resources))).toMatchObject({ isUnfinished, refusal: undefined });
    expect(called('create')).toHaveLength(created);
    expect(await stored()).toHaveLength(created);
  },
);

test('a connection has two hundred channels, and what lies beyond is polled', async () => {
  const resources = Array.from({ length: 201 }, (_, number) => `folder ${number}`);
  for (const resource of resources) await store(resource);
  await reconcile(vendorOf(resources));
  expect(called('create')).toEqual([]);
  expect(called('remove').map(([, channel]) => channel)).toMatchObject([{ vendorId: 'of-folder 200' }]);
  expect(await stored()).toHaveLength(200);
});

test.each([
  ['of a resource that is no longer watched', 'other', {}, {}, []],
  ['at an earlier address', 'one', { at: `${base}-before` }, {}, ['one']],
  ['of an earlier consent', 'one', {}, { accountId: undefined }, ['one']],
  ['that no setting asks for', 'one', {}, { base: undefined }, []],
  ['of a connection without a schedule', 'one', {}, { isScheduled: false }, []],
] as const)('a channel %s is ended', async (_name, resource, channel, changes, created) => {
  const wanted = resource === 'one' ? ['one'] : [];
  const { id, vendorId } = await store(resource, channel);
  await reconcile(vendorOf(wanted), changes);
  expect(called('remove')).toEqual([['remove', { id, vendorId }, signal]]);
  expect(called('resources')).toHaveLength('base' in changes || 'isScheduled' in changes ? 0 : 1);
  const rows = await stored();
  expect(rows.map((row) => row.resource)).toEqual(created);
  expect(rows.map((row) => row.id)).not.toContain(id);
  expect(counted.at(-1)).toBe('BOX removed');
});

test('of several channels of a resource the newest that the vendor has stays', async () => {
  const older = await store('one', { beganMs: -3_000, vendorId: 'older' });
  const newer = await store('one', { beganMs: -2_000, vendorId: 'newer' });
  await store('one', { beganMs: -1_000, vendorId: null });
  await reconcile(vendorOf(['one']));
  expect((await stored()).map(({ id }) => id)).toEqual([newer.id]);
  // The vendor has never heard of the newest.
  expect(called('remove')).toEqual([['remove', { id: older.id, vendorId: 'older' }, signal]]);
});

test.each([
  ['refuses to end it', 'ITEM_FORBIDDEN', 0],
  ['is away', 'PROVIDER_UNAVAILABLE', 1],
] as const)('a channel whose vendor %s is known here or not', async (_name, code, left) => {
  const { id } = await store('other');
  const reconciling = reconcile(vendorOf([], { remove: () => Promise.reject(refused(code)) }));
  if (left > 0) await expect(reconciling).rejects.toMatchObject({ code });
  else await reconciling;
  expect(await stored()).toHaveLength(left);
  const isSaid = log.some((line) => line.includes('could not be ended at the vendor') && line.includes(id));
  expect(isSaid).toBe(left === 0);
});

test('a channel of a connection that is revoked while it is created is ended at the vendor', async () => {
  const create = async ({ id }: { id: string }) => {
    await context.database.notificationChannel.deleteMany({ where: { id } });
    return { vendorId: 'orphan', expiresAt: null };
  };
  await reconcile(vendorOf(['one'], { create }));
  const [, order] = called('create')[0] ?? [];
  expect(called('remove')).toEqual([
    ['remove', { id: (order as { id: string }).id, vendorId: 'orphan' }, signal],
  ]);
});

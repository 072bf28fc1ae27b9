import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../test/conformance-subject.ts';
import { asEarlierVersion } from '../../test/earlier-cursor.fixture.ts';
import { graphTenants } from '../../test/graph.fixture.ts';
import { listAll } from '../../test/list-all.fixture.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';

const start = graphTenants(openOneDrive);
const closed = { status: 403, body: { error: { code: 'accessDenied', message: 'Access denied' } } };

test.each([
  ['a folder', { kind: 'folder' as const }],
  ['a notebook', { kind: 'oneNote' as const }],
])('%s that is looked up by itself is there, and no file', async (_what, item) => {
  const { store, connector } = await start();
  store.put('own', { id: 'a', name: 'a', ...item });
  expect(await rejection(connector.find!('own:a', signal))).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('only an item that Graph does not have is gone', async () => {
  const { connector } = await start();
  expect(await connector.find!('own:gone', signal)).toBeUndefined();
  const other = await start({ fault: () => closed });
  expect(await rejection(other.connector.find!('own:a', signal))).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('an id that names no item is neither found nor read', async () => {
  const { emulator, connector } = await start();
  expect(await rejection(connector.find!('own', signal))).toMatchObject({ code: 'ITEM_FORBIDDEN' });
  const unnamed = connector.fetch({ externalId: 'own', versionKey: 'any' }, signal);
  expect(await rejection(unnamed)).toMatchObject({ code: 'ITEM_NOT_FOUND' });
  expect(emulator.requests).toEqual([]);
});

test.each([
  [{ displayName: 'Ada', userPrincipalName: 'ada@example.org' }, 'ada@example.org'],
  [{ displayName: 'Ada' }, 'Ada'],
  [{}, null],
])('an account with %j is called %s', async (user, name) => {
  const { connector } = await start({ fault: () => ({ body: { id: '7', ...user } }) });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: '7', name });
});

test('a drive that is selected by its root is read to the bottom', async () => {
  const { store, connector } = await start();
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  store.put('own', { id: 'in', name: 'in.txt', parent: 'top' });
  store.put('own', { id: 'a', name: 'a.txt' });
  expect((await listAll(connector, undefined, ['own:root'])).ids).toEqual(['own:a', 'own:in']);
});

test('several files of a drive are selected with one look at its feed, and named in their order', async () => {
  const { emulator, store, connector } = await start();
  for (const id of ['a', 'b']) store.put('own', { id, name: id });
  const { items } = await listAll(connector, undefined, ['own:b', 'own:a']);
  expect(items.map(({ externalId }) => externalId)).toEqual(['own:b', 'own:a']);
  const { skipped } = await listAll(connector, undefined, ['own:y', 'own:x']);
  expect(skipped.map(({ externalId }) => externalId)).toEqual(['own:y', 'own:x']);
  expect(emulator.requests.filter(({ path }) => path.endsWith('/delta'))).toHaveLength(2);
});

test.each([
  ['a selected file that is closed', '/items/single', ['own:single']],
  ['a selected folder whose children are out of reach', '/items/top/children', ['own:top']],
])('%s for a while proves nothing', async (_what, path, selection) => {
  let isClosed = false;
  const { store, connector } = await start({
    fault: (request) => (isClosed && request.path.endsWith(path) ? closed : undefined),
  });
  store.put('own', { id: 'single', name: 'single.txt' });
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  store.put('own', { id: 'in', name: 'in.txt', parent: 'top' });
  const before = await listAll(connector, undefined, selection);
  expect([before.ids.length, before.skipped]).toEqual([1, []]);
  isClosed = true;
  expect(await listAll(connector, undefined, selection)).toMatchObject({
    ids: [],
    isUnproven: true,
    // No feed says that it was opened again: the next sync lists anew.
    syncCursor: undefined,
    skipped: [{ externalId: selection[0], reason: expect.stringContaining('Access denied') }],
  });
});

test('a shortcut that is new leads to a whole listing, which has what it leads to', async () => {
  const { store, connector } = await start({ sharedDrives: ['theirs'] });
  store.put('theirs', { id: 'single', name: 'single.txt' });
  store.put('own', { id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  store.put('own', { id: 's', name: 'single.txt', remote: { drive: 'theirs', id: 'single' } });
  expect(await listAll(connector, syncCursor)).toMatchObject({
    ids: ['own:a', 'theirs:single'],
    isComplete: true,
  });
});

test('of an empty selection the next sync asks for nothing, and ends', async () => {
  const { emulator, connector } = await start();
  const { syncCursor } = await listAll(connector, undefined, []);
  const next = await listAll(connector, syncCursor, []);
  expect(next).toMatchObject({ ids: [], isComplete: false, syncCursor: expect.any(String) });
  expect(emulator.requests).toEqual([]);
});

test('a sync in which nothing has changed is one request and one page', async () => {
  const { emulator, store, connector } = await start();
  store.put('own', { id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  const before = emulator.requests.length;
  const page = await connector.list(syncCursor, undefined, signal);
  expect(page).toMatchObject({ nextCursor: undefined, syncCursor: expect.any(String) });
  expect(emulator.requests.length - before).toBe(1);
});

test('files of one name in two folders are two files', async () => {
  const { store, connector } = await start();
  for (const id of ['a', 'b']) store.put('own', { id, name: 'same.txt' });
  const { syncCursor, ids } = await listAll(connector);
  expect(ids).toEqual(['own:a', 'own:b']);
  for (const id of ['a', 'b']) store.put('own', { id, name: 'same.txt', content: 'more' });
  expect((await listAll(connector, syncCursor)).ids).toEqual(['own:a', 'own:b']);
});

test('a folder that is gone when it is to be read was gone before: it is not named, and proves nothing', async () => {
  const missing = { status: 404, body: { error: { code: 'itemNotFound', message: 'Item not found' } } };
  const { store, connector } = await start({
    fault: ({ path }) => (path.endsWith('/items/sub/children') ? missing : undefined),
  });
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  for (const id of ['before', 'sub', 'behind']) {
    store.put('own', { id, name: id, kind: 'folder', parent: 'top' });
    store.put('own', { id: `in-${id}`, name: 'a.txt', parent: id });
  }
  store.put('own', { id: 'a', name: 'a.txt', parent: 'top' });
  expect(await listAll(connector, undefined, ['own:top'])).toMatchObject({
    ids: ['own:a', 'own:in-before', 'own:in-behind'],
    skipped: [],
    isUnproven: true,
    syncCursor: expect.any(String),
  });
});

test('a listing that an earlier version began proves nothing', async () => {
  const { store, connector } = await start({ pageSize: 1 });
  for (const id of ['a', 'b']) store.put('own', { id, name: id });
  const { nextCursor = '' } = await connector.list(undefined, undefined, signal);
  const earlier = asEarlierVersion(nextCursor, ['isCut', 'distant', 'collections', 'isUnproven']);
  expect(await listAll(connector, earlier)).toMatchObject({ ids: ['own:b'], isUnproven: true });
});

test.each([1, 200])(
  'a folder that several shortcuts lead to is read once, %i items a page',
  async (pageSize) => {
    const { store, connector } = await start({ sharedDrives: ['theirs'], pageSize });
    store.put('theirs', { id: 'folder', name: 'Shared', kind: 'folder' });
    store.put('theirs', { id: 'in', name: 'in.txt', parent: 'folder' });
    for (const id of ['s1', 's2'])
      store.put('own', { id, name: id, remote: { drive: 'theirs', id: 'folder' } });
    expect((await listAll(connector)).ids).toEqual(['theirs:in']);
  },
);

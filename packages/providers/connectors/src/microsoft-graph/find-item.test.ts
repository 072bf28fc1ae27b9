import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../test/conformance-subject.ts';
import { graphTenants } from '../../test/graph.fixture.ts';
import { listAll } from '../../test/list-all.fixture.ts';
import { type Covered, noFeeds } from '../provider.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';
import { openSharePoint } from '../providers/sharepoint/index.ts';

const startOneDrive = graphTenants(openOneDrive);
const startSharePoint = graphTenants(openSharePoint);

/** A listing whose feeds are these. */
const covered = (selection: readonly string[] | undefined, more: Partial<Covered> = {}): Covered => ({
  selection,
  proof: 'NONE',
  feeds: noFeeds,
  ...more,
});
const feedsOf = (...drives: string[]) => ({
  ...noFeeds,
  find: async (drive: string) => (drives.includes(drive) ? 'read' : undefined),
});

async function startTree() {
  const { store, ...tenant } = await startOneDrive();
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  store.put('own', { id: 'deep', name: 'Deep', kind: 'folder', parent: 'top' });
  store.put('own', { id: 'beside', name: 'Beside', kind: 'folder' });
  store.put('own', { id: 'a', name: 'a.txt', parent: 'deep' });
  store.put('own', { id: 'b', name: 'b.txt', parent: 'deep' });
  return { store, ...tenant };
}

test('an item of a selected folder is there, however deep it lies', async () => {
  const { connector } = await startTree();
  expect(await connector.find!('own:a', signal, covered(['own:top']))).toMatchObject({ name: 'a.txt' });
});

test.each(['NONE', 'STATED'] as const)(
  'an item that was moved out of a selected folder is none of it, also after a listing that is %s',
  async (proof) => {
    const { store, connector } = await startTree();
    store.edit('own', 'a', { parent: 'beside' });
    expect(await connector.find!('own:a', signal, covered(['own:top'], { proof }))).toBeUndefined();
  },
);

test('folders above missing items are asked for once', async () => {
  const { emulator, connector } = await startTree();
  for (const id of ['a', 'b', 'a']) await connector.find!(`own:${id}`, signal, covered(['own:top']));
  expect(emulator.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['a', 'deep', 'b', 'a']);
});

test('a file that is selected itself is there', async () => {
  const { connector } = await startTree();
  expect(await connector.find!('own:a', signal, covered(['own:a']))).toMatchObject({ name: 'a.txt' });
});

test('an item of a drive that was read whole is there', async () => {
  const { connector } = await startTree();
  const whole = covered(undefined, { proof: 'STATED', feeds: feedsOf('own') });
  expect(await connector.find!('own:a', signal, whole)).toMatchObject({ name: 'a.txt' });
});

test('an item behind a shortcut is there while the shortcut is', async () => {
  const { store, connector } = await startOneDrive({ sharedDrives: ['theirs'] });
  store.put('theirs', { id: 'folder', name: 'Shared', kind: 'folder' });
  store.put('theirs', { id: 'in', name: 'in.txt', parent: 'folder' });
  const followed = covered(undefined, { feeds: feedsOf('own', '~jump theirs:folder') });
  expect(await connector.find!('theirs:in', signal, followed)).toMatchObject({ name: 'in.txt' });
  const removed = covered(undefined, { proof: 'STATED', feeds: feedsOf('own') });
  const { connector: other } = await startOneDrive();
  expect(await other.find!('theirs:in', signal, removed)).toBeUndefined();
});

test('of an item in a drive that was not read, a listing without proof says nothing', async () => {
  const { store, connector } = await startOneDrive();
  store.put('theirs', { id: 'single', name: 'single.txt' });
  const asked = connector.find!('theirs:single', signal, covered(undefined, { feeds: feedsOf('own') }));
  expect(await rejection(asked)).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a page of a site is there where pages of the site are selected, and nowhere in what is read as a whole', async () => {
  const { connector } = await startSharePoint();
  expect(await connector.find!('page:a,b,c:1', signal, covered(undefined))).toBeUndefined();
  expect(await connector.find!('page:a,b,c:1', signal, covered(['pages:d,e,f']))).toBeUndefined();
});

test('an item of which Graph does not say where it lies costs no second request', async () => {
  const item = { id: 'x', name: 'x.txt', file: {}, parentReference: { driveId: 'own' } };
  const { emulator, connector } = await startOneDrive({
    fault: ({ path }) => (path.endsWith('/items/x') ? { body: item } : undefined),
  });
  expect(await connector.find!('own:x', signal, covered(['own:top'], { proof: 'STATED' }))).toBeUndefined();
  expect(emulator.requests).toHaveLength(1);
});

test('an item whose site is locked may be there', async () => {
  const blocked = {
    status: 423,
    body: { error: { code: 'notAllowed', message: 'Access to this site has been blocked.' } },
  };
  const { connector } = await startSharePoint({ fault: () => blocked });
  const error = await rejection(connector.find!('b!1:x', signal, covered(undefined)));
  expect(error).toMatchObject({ code: 'ITEM_FORBIDDEN', message: 'Access to this site has been blocked.' });
});

test('the OneDrive of a person is no part of all sites', async () => {
  const { store, connector } = await startSharePoint();
  store.put('b!my-ada', { id: 'x', name: 'x.txt' });
  expect(await connector.find!('b!my-ada:x', signal, covered(undefined))).toBeUndefined();
});

test('the feeds that a listing leaves name the folders that its shortcuts lead to', async () => {
  const { store, connector } = await startOneDrive({ sharedDrives: ['theirs'] });
  store.put('theirs', { id: 'folder', name: 'Shared', kind: 'folder' });
  store.put('theirs', { id: 'in', name: 'in.txt', parent: 'folder' });
  store.put('own', { id: 's', name: 'Shared', remote: { drive: 'theirs', id: 'folder' } });
  const feeds: Record<string, string> = {};
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const page = await connector.list(cursor, undefined, signal);
    Object.assign(feeds, page.feeds);
    cursor = page.nextCursor;
    isOver = cursor === undefined;
  }
  expect(Object.keys(feeds)).toContain('~jump theirs:folder');
});

test('personal sites are neither read nor offered among all sites', async () => {
  const { store, connector } = await startSharePoint();
  store.sites.set('contoso.sharepoint.com,1,1', ['b!1']);
  store.sites.set('contoso-my.sharepoint.com,2,2', ['b!my-ada']);
  for (const drive of ['b!1', 'b!my-ada']) store.put(drive, { id: 'x', name: 'x.txt' });
  expect((await listAll(connector)).ids).toEqual(['b!1:x']);
  const offered: string[] = [];
  for await (const { externalId } of connector.choices!(signal)) offered.push(externalId);
  expect(offered).toEqual(['contoso.sharepoint.com,1,1']);
});

test.each(['root', '01ROOT'])(
  'an item whose folder is named %s is there where the root of its drive is selected, by either name',
  async (above) => {
    const parentReference = { driveId: 'own', id: above };
    const item = { id: 'x', name: 'x.txt', file: {}, parentReference };
    const root = { id: '01ROOT', name: 'root', root: {}, folder: {}, parentReference: { driveId: 'own' } };
    const { connector } = await startOneDrive({
      fault: ({ path }) => ({ body: path.endsWith('/items/x') ? item : root }),
    });
    const find = (selected: string) =>
      connector.find!('own:x', signal, covered([selected], { feeds: { ...noFeeds } }));
    for (const selected of ['own:root', 'own:01ROOT'])
      expect(await find(selected)).toMatchObject({ name: 'x.txt' });
    expect(await find('own:other')).toBeUndefined();
  },
);

test.each([
  ['page', 423, 'notAllowed', 'ITEM_FORBIDDEN'],
  ['list', 403, 'accessDenied', 'ITEM_FORBIDDEN'],
  ['page', 503, 'serviceNotAvailable', 'PROVIDER_UNAVAILABLE'],
])('of a %s that answers %i it is not said that it is gone', async (kind, status, code, expected) => {
  const { connector } = await startSharePoint({
    fault: () => ({ status, body: { error: { code, message: 'Not now' } } }),
  });
  const asked = connector.find!(`${kind}:a,b,c:1`, signal, covered([`${kind}s:a,b,c`]));
  const error = await rejection(asked);
  expect(error).toMatchObject({ code: expected });
  if (expected === 'ITEM_FORBIDDEN') expect(error).toMatchObject({ message: 'Not now' });
});

test.each([
  ['of a library that was not read may still belong to what is', 'b!1', undefined, 'NONE', 'ITEM_FORBIDDEN'],
  ['of a library that was not read is no part of a proven listing', 'b!1', undefined, 'STATED', undefined],
  [
    "of a person's drive that is selected beside it may stand there",
    'b!my-ada',
    ['b!2'],
    'NONE',
    'ITEM_FORBIDDEN',
  ],
] as const)('an item %s', async (_what, drive, selection, proof, code) => {
  const { store, connector } = await startSharePoint();
  store.put(drive, { id: 'x', name: 'x.txt' });
  const asked = connector.find!(`${drive}:x`, signal, covered(selection, { proof }));
  if (code === undefined) expect(await asked).toBeUndefined();
  else expect(await rejection(asked)).toMatchObject({ code });
});

test("an item of a consumer's drive is there however the selection writes the drive", async () => {
  const { store, connector } = await startOneDrive();
  store.put('d4648f06c91d9d3d', { id: 'x', name: 'x.txt' });
  const found = connector.find!('d4648f06c91d9d3d:x', signal, covered(['D4648F06C91D9D3D:x']));
  expect(await found).toMatchObject({ name: 'x.txt' });
});

test('where Graph does not say what is above a folder, nothing is said of what lies in it', async () => {
  const folder = { id: 'f', name: 'F', folder: {}, parentReference: { driveId: 'own' } };
  const { store, connector } = await startOneDrive({
    fault: ({ path }) => (path.endsWith('/items/f') ? { body: folder } : undefined),
  });
  store.put('own', { id: 'x', name: 'x.txt', parent: 'f' });
  const asked = connector.find!('own:x', signal, covered(['own:top']));
  expect(await rejection(asked)).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a drive whose feed is only watched was not read whole', async () => {
  const { connector } = await startTree();
  const feeds = { ...noFeeds, find: async (drive: string) => (drive === 'own' ? 'watched link' : undefined) };
  const find = (selected: string) =>
    connector.find!('own:a', signal, covered([selected], { feeds: { ...feeds } }));
  expect(await find('own:top')).toMatchObject({ name: 'a.txt' });
  expect(await find('own:beside')).toBeUndefined();
});

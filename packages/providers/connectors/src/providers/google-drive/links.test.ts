import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';

const start = googleDrives();
const folder = `${google}.folder`;
const shortcut = `${google}.shortcut`;

test('files and folders behind links of before September 2021 are listed and read with their keys', async () => {
  const { store, connector } = await start();
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  const link = { mimeType: shortcut, parent: 'top' };
  store.put({ id: 's1', name: 'a', ...link, shortcutTo: 'a', shortcutKey: '0-key-a' });
  store.put({ id: 's2', name: 'Old', ...link, shortcutTo: 'old', shortcutKey: '0-key-old' });
  store.put({ id: 'a', name: 'a.txt', resourceKey: '0-key-a', content: 'bytes' });
  store.put({ id: 'old', name: 'Old', mimeType: folder, resourceKey: '0-key-old' });
  const document = { mimeType: `${google}.document`, parent: 'old', resourceKey: '0-key-doc' };
  store.put({ id: 'doc', name: 'doc', ...document, content: 'exported' });
  const { ids, items } = await listAll(connector, undefined, ['top']);
  expect(ids).toEqual(['a', 'doc']);
  expect(items.map(({ versionKey }) => versionKey.split(' key=')[1]).toSorted()).toEqual([
    '0-key-a',
    '0-key-doc',
  ]);
  const contents: Record<string, string> = {};
  for (const item of items)
    for (const name of [item.name, undefined]) {
      const { externalId, versionKey } = item;
      const fetched = await connector.fetch({ externalId, versionKey, ...(name && { name }) }, signal);
      expect(fetched.versionKey).toBe(versionKey);
      contents[`${externalId} ${name}`] = await textOf(fetched.body);
    }
  expect(contents).toEqual({
    'a a.txt': 'bytes',
    'a undefined': 'bytes',
    'doc doc': 'exported',
    'doc undefined': 'exported',
  });
});

test('a query of folders names the keys of those that have one, and of no others', async () => {
  const { emulator, store, connector } = await start();
  store.put({ id: 'plain', name: 'Plain', mimeType: folder });
  store.put({ id: 'old', name: 'Old', mimeType: folder });
  store.put({ id: 's', name: 's', mimeType: shortcut, shortcutTo: 'keyed', shortcutKey: 'k', parent: 'old' });
  store.put({ id: 'keyed', name: 'Keyed', mimeType: folder, resourceKey: 'k' });
  await listAll(connector, undefined, ['plain', 'old']);
  const keys = emulator.requests.map(({ path, headers }) => [
    path.split('/').at(-1),
    headers['x-goog-drive-resource-keys'],
  ]);
  expect(keys).toEqual([
    ['startPageToken', undefined],
    ['plain', undefined],
    ['old', undefined],
    ['files', undefined],
    ['keyed', 'keyed/k'],
    ['files', undefined],
    ['files', 'keyed/k'],
  ]);
});

test('what another has shared by a link is read once below the shortcuts to its folder, also without a selection', async () => {
  const { emulator, store, connector } = await start();
  store.addDrive('team');
  store.put({ id: 'theirs', name: 'Theirs', mimeType: folder, isOthers: true });
  store.put({ id: 'deep', name: 'Deep', mimeType: folder, isOthers: true, parent: 'theirs' });
  store.put({ id: 'x', name: 'x.txt', isOthers: true, parent: 'deep' });
  for (const id of ['s', 't']) store.put({ id, name: 'Theirs', mimeType: shortcut, shortcutTo: 'theirs' });
  store.put({ id: 'a', name: 'a.txt' });
  const first = await listAll(connector);
  expect(first).toMatchObject({ ids: ['a', 'x'], isComplete: true, isUnproven: false });
  expect(first.items.find(({ externalId }) => externalId === 'x')?.path).toBe('/Theirs/Deep/x.txt');
  const queries = emulator.requests
    .map(({ query }) => query.get('q'))
    .filter((q) => q?.includes(' in parents'));
  expect(queries).toEqual([
    "('theirs' in parents) and trashed=false",
    "('deep' in parents) and trashed=false",
  ]);
  // The logs of drives are read from then on, too.
  store.put({ id: 'new', name: 'new.txt', driveId: 'team', parent: 'team' });
  expect(await listAll(connector, first.syncCursor)).toMatchObject({ ids: ['new'], isComplete: false });
});

test('a shortcut to an own folder, or to one of a shared drive, has nothing listed twice', async () => {
  const { store, connector } = await start();
  store.addDrive('team');
  store.put({ id: 'mine', name: 'Mine', mimeType: folder });
  store.put({ id: 'ours', name: 'Ours', mimeType: folder, driveId: 'team', parent: 'team' });
  store.put({ id: 'a', name: 'a.txt', parent: 'mine' });
  store.put({ id: 'b', name: 'b.txt', parent: 'ours', driveId: 'team' });
  for (const target of ['mine', 'ours'])
    store.put({ id: `to-${target}`, name: target, mimeType: shortcut, shortcutTo: target });
  expect((await listAll(connector)).ids).toEqual(['a', 'b']);
});

test('a shortcut that is new leads to a whole listing where its folder is of another', async () => {
  const { store, connector } = await start();
  store.put({ id: 'a', name: 'a.txt' });
  store.put({ id: 'mine', name: 'Mine', mimeType: folder });
  const { syncCursor } = await listAll(connector);
  store.put({ id: 'theirs', name: 'Theirs', mimeType: folder, isOthers: true });
  store.put({ id: 'x', name: 'x.txt', isOthers: true, parent: 'theirs' });
  store.put({ id: 's', name: 'Theirs', mimeType: shortcut, shortcutTo: 'theirs' });
  const page = await connector.list(syncCursor, undefined, signal);
  expect(page).toMatchObject({ items: [], isRestart: true });
  const whole = await listAll(connector, page.nextCursor);
  expect(whole.ids).toEqual(['a', 'x']);
  store.put({ id: 't', name: 'Mine', mimeType: shortcut, shortcutTo: 'mine' });
  store.put({ id: 'u', name: 'nowhere', mimeType: shortcut, shortcutTo: 'nowhere' });
  expect(await listAll(connector, whole.syncCursor)).toMatchObject({
    ids: [],
    skipped: [{ externalId: 'u' }],
    isComplete: false,
  });
});

test.each([
  ['everything', undefined],
  ['a selection', ['top']],
])(
  'a shortcut whose target is closed for a while is named, and a listing of %s proves nothing',
  async (_what, selection) => {
    const errors = [{ reason: 'insufficientFilePermissions', message: 'Closed', domain: 'global' }];
    const closed = { status: 403, body: { error: { code: 403, message: 'Closed', errors } } };
    const { store, connector } = await start({
      fault: ({ path }) => (path.endsWith('/files/target') ? closed : undefined),
    });
    store.put({ id: 'top', name: 'Top', mimeType: folder });
    store.put({ id: 'a', name: 'a.txt', parent: 'top' });
    store.put({ id: 's', name: 'shared.txt', mimeType: shortcut, shortcutTo: 'target', parent: 'top' });
    store.put({ id: 'target', name: 'shared.txt' });
    const { ids, skipped, isUnproven } = await listAll(connector, undefined, selection);
    expect(skipped.map(({ externalId, name }) => [externalId, name])).toEqual([['s', 'shared.txt']]);
    expect([ids.includes('a'), isUnproven]).toEqual([true, true]);
  },
);

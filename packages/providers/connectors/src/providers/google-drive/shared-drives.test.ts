import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { asEarlierVersion } from '../../../test/earlier-cursor.fixture.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { noFeeds } from '../../provider.ts';

const start = googleDrives();
type Start = typeof start;

const closed = {
  status: 403,
  body: {
    error: {
      code: 403,
      message: 'Closed',
      errors: [{ reason: 'insufficientFilePermissions', message: 'Closed', domain: 'global' }],
    },
  },
};

/** An account that lists its shared drives in two pages and their files in three. */
async function startWithDrives(options: Parameters<Start>[0] = {}) {
  const opened = await start({ pageSize: 2, ...options });
  const add = (drive: string) => {
    opened.store.addDrive(drive);
    for (const number of [1, 2, 3, 4])
      opened.store.put({ id: `${drive}${number}`, name: `${number}.txt`, driveId: drive, parent: drive });
  };
  return { ...opened, add };
}
const filesOf = (drive: string) => [1, 2, 3, 4].map((number) => `${drive}${number}`);

test('the log of a drive is opened once, before its first page: what changes meanwhile is seen', async () => {
  const { emulator, store, connector, add } = await startWithDrives();
  add('team');
  let cursor: string | undefined;
  let first: Awaited<ReturnType<typeof connector.list>>;
  do {
    first = await connector.list(cursor, undefined, signal);
    cursor = first.nextCursor;
  } while (first.items.length === 0);
  store.put({ id: 'team1', name: '1.txt', driveId: 'team', parent: 'team', content: 'more' });
  const { ids, syncCursor } = await listAll(connector, cursor);
  expect([...first.items.map(({ externalId }) => externalId), ...ids]).toEqual(filesOf('team'));
  const opened = emulator.requests.filter(({ path }) => path.endsWith('/startPageToken'));
  expect(opened.map(({ query }) => query.get('driveId'))).toEqual([null, 'team']);
  expect((await listAll(connector, syncCursor)).ids).toEqual(['team1']);
});

test('drives that are new are found on every page of their list, and read to the last page', async () => {
  const { connector, add } = await startWithDrives();
  add('a');
  const { syncCursor } = await listAll(connector);
  for (const drive of ['b', 'c', 'd']) add(drive);
  const second = await listAll(connector, syncCursor);
  expect(second).toMatchObject({ ids: ['b', 'c', 'd'].flatMap(filesOf), isComplete: false });
  expect(await listAll(connector, second.syncCursor)).toMatchObject({ ids: [], deleted: [] });
});

test('items are in the order in which Google names them', async () => {
  const { store, connector } = await start();
  const own = ['c', 'a', 'b'];
  for (const id of own) store.put({ id, name: id });
  for (const id of ['z', 'y']) store.put({ id, name: id, mimeType: `${google}.form` });
  const { items, skipped } = await listAll(connector);
  expect(items.map(({ externalId }) => externalId)).toEqual(own);
  expect(skipped.map(({ externalId }) => externalId)).toEqual(['z', 'y']);
});

test('a drive whose log opens and whose files are refused is named, and proves nothing', async () => {
  const { connector, add } = await startWithDrives({
    fault: ({ path, query }) =>
      path.endsWith('/files') && query.get('driveId') === 'a' ? closed : undefined,
  });
  for (const drive of ['a', 'b']) add(drive);
  expect(await listAll(connector)).toMatchObject({
    ids: filesOf('b'),
    skipped: [{ externalId: 'a', name: 'Shared drive a', isRefused: true }],
    isUnproven: true,
  });
});

test('a listing of everything that an earlier version began goes on', async () => {
  const { connector, add } = await startWithDrives();
  add('a');
  const { items, nextCursor = '' } = await connector.list(undefined, undefined, signal);
  const earlier = asEarlierVersion(nextCursor, ['isCut', 'distant', 'shown', 'isWatching', 'isUnproven']);
  expect(items).toEqual([]);
  expect(await listAll(connector, earlier)).toMatchObject({ ids: filesOf('a'), isUnproven: false });
});

test('a sync ends where the drive that it was to go on with has been forgotten', async () => {
  const { connector, add } = await startWithDrives();
  add('a');
  const feeds = {
    ...noFeeds,
    find: async () => 'known',
    after: async (drive: string | undefined) =>
      drive === undefined ? { drive: 'a', cursor: 'known' } : undefined,
  };
  const { syncCursor } = await listAll(connector);
  const { nextCursor } = await connector.list(syncCursor, undefined, signal, feeds);
  const { nextCursor: behindDrives } = await connector.list(nextCursor, undefined, signal, feeds);
  expect(behindDrives).toBeDefined();
  expect(await connector.list(behindDrives, undefined, signal, noFeeds)).toMatchObject({
    items: [],
    nextCursor: undefined,
    syncCursor: expect.any(String),
  });
});

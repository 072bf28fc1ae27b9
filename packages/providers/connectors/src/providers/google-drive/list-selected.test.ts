import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { asEarlierVersion } from '../../../test/earlier-cursor.fixture.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';

const start = googleDrives();
type Options = NonNullable<Parameters<typeof start>[0]>;
type Fault = NonNullable<Options['fault']>;
const folder = `${google}.folder`;

/** Three folders below one, with a file each, of a Drive that answers some requests in another way. */
async function startTree(fault: Fault = () => undefined) {
  const opened = await start({ fault });
  const { store } = opened;
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  for (const number of [1, 2, 3]) {
    store.put({ id: `d${number}`, name: `D${number}`, mimeType: folder, parent: 'top' });
    store.put({ id: `f${number}`, name: `f${number}.txt`, parent: `d${number}` });
  }
  return opened;
}

const queryOf = ({ query }: Parameters<Fault>[0]) => query.get('q') ?? '';
const namesSeveral = (request: Parameters<Fault>[0]) => queryOf(request).split(' in parents').length > 2;
const refusalOf = (status: number, reason: string, message: string) => ({
  status,
  body: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
});
const gone = refusalOf(404, 'notFound', 'File not found: .');
const closed = refusalOf(403, 'insufficientFilePermissions', 'No permission for this file');

test.each([
  ['nothing', []],
  ['one folder of several', [{ id: 'f1', name: 'f1.txt', mimeType: 'text/plain', parents: ['d1'] }]],
])(
  'of a query of several folders that shows %s the others are asked for by themselves',
  async (_what, files) => {
    const { connector } = await startTree((request) =>
      namesSeveral(request) ? { body: { files } } : undefined,
    );
    const { items, ids, isComplete, isUnproven } = await listAll(connector, undefined, ['top']);
    expect(ids).toEqual(['f1', 'f2', 'f3']);
    expect(items.map(({ path }) => path).toSorted()).toEqual(
      [1, 2, 3].map((number) => `/Top/D${number}/f${number}.txt`),
    );
    expect([isComplete, isUnproven]).toEqual([true, false]);
  },
);

test('folders that show something on any page of a query are not asked for again', async () => {
  const { emulator, store, connector } = await start({ pageSize: 1 });
  for (const id of ['one', 'two']) {
    store.put({ id, name: id, mimeType: folder });
    store.put({ id: `in-${id}`, name: `${id}.txt`, parent: id });
  }
  expect((await listAll(connector, undefined, ['one', 'two'])).ids).toEqual(['in-one', 'in-two']);
  const queries = emulator.requests.filter(({ path }) => path.endsWith('/files')).map(queryOf);
  expect(new Set(queries)).toEqual(new Set(["('two' in parents or 'one' in parents) and trashed=false"]));
});

test.each([
  ['gone', gone, []],
  [
    'closed',
    closed,
    [
      {
        externalId: 'd2',
        name: 'D2',
        reason: 'It is closed to the connection at the moment: No permission for this file',
        isRefused: true,
      },
    ],
  ],
])(
  'one folder of a query that is %s takes no other along, and proves nothing',
  async (_what, refusal, skipped) => {
    const { connector } = await startTree((request) =>
      queryOf(request).includes("'d2' in parents") ? refusal : undefined,
    );
    const listing = await listAll(connector, undefined, ['top']);
    expect(listing.ids).toEqual(['f1', 'f3']);
    expect([listing.skipped, listing.isUnproven]).toEqual([skipped, true]);
  },
);

test('a selected id that is gone, in the trash or closed is named, and a closed one proves nothing', async () => {
  let isClosed = false;
  const { store, connector } = await startTree(({ path }) =>
    isClosed && path.endsWith('/files/d2') ? closed : undefined,
  );
  store.put({ id: 't', name: 't.txt', trashed: true });
  const first = await listAll(connector, undefined, ['d1', 'd2', 'nowhere', 't']);
  const reason = 'It is selected, and is gone or was never shared with the connection';
  expect(first).toMatchObject({
    ids: ['f1', 'f2'],
    skipped: [
      { externalId: 'nowhere', name: 'nowhere', reason, isMissing: true },
      { externalId: 't', name: 't.txt', reason, isMissing: true },
    ],
    isComplete: true,
    isUnproven: false,
  });
  isClosed = true;
  for (const selection of [
    ['d1', 'd2'],
    ['d2', 'd1'],
  ]) {
    const second = await listAll(connector, undefined, selection);
    expect(second).toMatchObject({ ids: ['f1'], skipped: [{ externalId: 'd2' }], isUnproven: true });
    expect(second.skipped[0]).not.toHaveProperty('isMissing');
  }
});

test('a selected shortcut that leads to something closed proves nothing', async () => {
  const { store, connector } = await startTree(({ path }) =>
    path.endsWith('/files/d2') ? closed : undefined,
  );
  store.put({ id: 's', name: 's', mimeType: `${google}.shortcut`, shortcutTo: 'd2' });
  const { ids, isComplete, isUnproven } = await listAll(connector, undefined, ['d1', 's']);
  expect({ ids, isComplete, isUnproven }).toEqual({ ids: ['f1'], isComplete: true, isUnproven: true });
  expect(await listAll(connector, undefined, ['d1'])).toMatchObject({ ids: ['f1'], isUnproven: false });
});

test('folders of two drives are asked for with a query for each, in their drives', async () => {
  const { emulator, store, connector } = await start();
  store.addDrive('team');
  for (const [id, driveId] of [
    ['own1', undefined],
    ['own2', undefined],
    ['team1', 'team'],
    ['team2', 'team'],
  ] as const) {
    const place = driveId ? { driveId, parent: driveId } : {};
    store.put({ id, name: id, mimeType: folder, ...place });
    store.put({ id: `in-${id}`, name: `${id}.txt`, parent: id, ...(driveId && { driveId }) });
  }
  const selection = ['own1', 'own2', 'team1', 'team2'];
  const { ids } = await listAll(connector, undefined, selection);
  expect(ids).toEqual(selection.map((id) => `in-${id}`));
  const asked = emulator.requests
    .filter(({ path }) => path.endsWith('/files'))
    .map(({ query }) => [query.get('corpora'), query.get('driveId'), query.get('q')]);
  expect(asked).toEqual([
    ['drive', 'team', "('team2' in parents or 'team1' in parents) and trashed=false"],
    [null, null, "('own2' in parents or 'own1' in parents) and trashed=false"],
  ]);
});

test('the change log of a drive is opened before what lies in it is read, once', async () => {
  const { emulator, store, connector } = await start();
  store.addDrive('team');
  store.put({ id: 'top', name: 'Top', mimeType: folder, driveId: 'team', parent: 'team' });
  store.put({ id: 'a', name: 'a.txt', driveId: 'team', parent: 'top' });
  const first = await connector.list(undefined, ['top'], signal);
  expect(first).toMatchObject({ items: [], feeds: { team: expect.any(String) } });
  expect((await listAll(connector, first.nextCursor, ['top'])).ids).toEqual(['a']);
  const opened = emulator.requests.filter(({ path }) => path.endsWith('/startPageToken'));
  expect(opened.map(({ query }) => query.get('driveId'))).toEqual([null, 'team']);
});

test('the change log of the drive that a single selected file lies in is opened', async () => {
  const { store, connector } = await start();
  store.addDrive('team');
  store.put({ id: 'a', name: 'a.txt', driveId: 'team', parent: 'team' });
  const page = await connector.list(undefined, ['a'], signal);
  expect(page).toMatchObject({ items: [], feeds: { team: expect.any(String) } });
  const { items } = await listAll(connector, page.nextCursor, ['a']);
  expect(items).toMatchObject([{ externalId: 'a', path: '/a.txt' }]);
});

test('a folder that a selected shortcut leads to is kept as one that was entered', async () => {
  const { store, connector } = await start();
  for (const id of ['one', 'target']) store.put({ id, name: id, mimeType: folder });
  store.put({ id: 's', name: 's', mimeType: `${google}.shortcut`, shortcutTo: 'target' });
  const page = await connector.list(undefined, ['one', 's'], signal);
  expect(page.feeds).toEqual({ '~jump target': 'entered' });
});

test('each folder that a shortcut leads to is kept with the page that has found it', async () => {
  const { store, connector } = await start();
  for (const id of ['one', 'target', 'deep']) store.put({ id, name: id, mimeType: folder });
  const shortcut = { mimeType: `${google}.shortcut` };
  store.put({ id: 's', name: 's', ...shortcut, shortcutTo: 'target' });
  store.put({ id: 't', name: 't', ...shortcut, shortcutTo: 'deep', parent: 'one' });
  const kept: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await connector.list(cursor, ['one', 's'], signal);
    kept.push(page.feeds ?? {});
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const [first, ...others] = kept;
  expect(first).toEqual({ '~jump target': 'entered' });
  expect(others.filter((feeds) => Object.keys(feeds as object).length > 0)).toEqual([
    { '~jump deep': 'entered' },
  ]);
});

test('a single file of a drive without a log is read all the same', async () => {
  const { store, connector } = await start();
  store.put({ id: 'a', name: 'a.txt', driveId: 'elsewhere' });
  expect(await listAll(connector, undefined, ['a'])).toMatchObject({ ids: ['a'], isUnproven: false });
});

test('a shared drive that is new and closed is named by the next sync, and one that is gone is passed over', async () => {
  let answer: typeof gone | undefined;
  const { store, connector } = await start({
    fault: ({ query }) => (query.get('driveId') === 'ghost' ? answer : undefined),
  });
  store.put({ id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  store.addDrive('ghost');
  answer = closed;
  const second = await listAll(connector, syncCursor);
  expect(second).toMatchObject({
    ids: [],
    skipped: [{ externalId: 'ghost', name: 'ghost', reason: expect.stringContaining('No permission') }],
    isComplete: false,
  });
  answer = gone;
  expect(await listAll(connector, second.syncCursor)).toMatchObject({ ids: [], skipped: [] });
});

test('a listing of a selection that an earlier version began goes on', async () => {
  const { connector } = await startTree();
  const { nextCursor = '' } = await connector.list(undefined, ['top'], signal);
  expect(
    await listAll(
      connector,
      asEarlierVersion(nextCursor, ['isCut', 'distant', 'shown', 'isWatching', 'isUnproven']),
      ['top'],
    ),
  ).toMatchObject({
    ids: ['f1', 'f2', 'f3'],
    isUnproven: false,
  });
});

test('of a new shared drive whose log is closed nothing is read: what changes there would not be seen', async () => {
  const { store, connector } = await start({
    fault: ({ path, query }) =>
      path.endsWith('/startPageToken') && query.get('driveId') === 'team' ? closed : undefined,
  });
  const { syncCursor } = await listAll(connector);
  store.addDrive('team');
  store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: [], skipped: [{ externalId: 'team' }] });
});

test('a new shared drive whose search is cut short leads to a whole listing', async () => {
  const { store, connector } = await start();
  store.put({ id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  store.addDrive('team');
  store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
  store.cutsSearches.add('drive');
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['a', 'inside'], isComplete: false });
});

test('folders that wait are read after a query that is refused, too', async () => {
  const { connector, store } = await startTree((request) =>
    queryOf(request).includes("'d2' in parents") ? gone : undefined,
  );
  const others = Array.from({ length: 25 }, (_, number) => `e${number}`);
  for (const id of others) {
    store.put({ id, name: id, mimeType: folder });
    store.put({ id: `in-${id}`, name: `${id}.txt`, parent: id });
  }
  const { ids } = await listAll(connector, undefined, [
    ...others.slice(0, 20),
    'd1',
    ...others.slice(20),
    'd2',
  ]);
  expect(ids).toEqual(['f1', ...others.map((id) => `in-${id}`)].toSorted());
});

import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { graphTenants } from '../../../test/graph.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openOneDrive } from './index.ts';

const start = graphTenants(openOneDrive);
const links = z
  .object({ '@odata.nextLink': z.string().optional(), '@odata.deltaLink': z.string().optional() })
  .catch({});

const refused = { status: 403, body: { error: { code: 'accessDenied', message: 'Access denied' } } };

describe('everything', () => {
  test('is listed to the last page, folders below folders included', async () => {
    const { store, connector } = await start({ pageSize: 3 });
    store.put('own', { id: 'a', name: 'a', kind: 'folder' });
    store.put('own', { id: 'b', name: 'b', kind: 'folder', parent: 'a' });
    for (let number = 0; number < 10; number += 1)
      store.put('own', { id: `f${number}`, name: `${number}.txt`, parent: 'b' });
    const { ids, isComplete } = await listAll(connector);
    expect(ids).toHaveLength(10);
    expect(ids).toContain('own:f9');
    expect(isComplete).toBe(true);
  });

  test('skips notebooks and malware, with a reason for each', async () => {
    const { store, connector } = await start();
    store.put('own', { id: 'n', name: 'Notebook', kind: 'oneNote' });
    store.put('own', { id: 'v', name: 'bad.exe', malware: true });
    const { ids, skipped } = await listAll(connector);
    expect(ids).toEqual([]);
    expect(skipped).toEqual([
      {
        externalId: 'own:n',
        name: 'Notebook',
        reason: 'OneNote notebooks are not files and cannot be downloaded',
      },
      { externalId: 'own:v', name: 'bad.exe', reason: 'Microsoft has found malware in it' },
    ]);
  });

  test('includes what shortcuts lead to in other drives, and is then listed by every sync', async () => {
    const { store, connector } = await start({ sharedDrives: ['theirs'] });
    store.put('theirs', { id: 'folder', name: 'Shared', kind: 'folder' });
    store.put('theirs', { id: 'in', name: 'in.txt', parent: 'folder' });
    store.put('theirs', { id: 'single', name: 'single.txt' });
    store.put('own', { id: 's1', name: 'Shared', remote: { drive: 'theirs', id: 'folder' } });
    store.put('own', { id: 's2', name: 'single.txt', remote: { drive: 'theirs', id: 'single' } });
    store.put('own', { id: 's3', name: 'lost', remote: { drive: 'theirs', id: 'gone' } });
    const { ids, skipped, syncCursor, isComplete } = await listAll(connector);
    expect(ids).toEqual(['theirs:in', 'theirs:single']);
    expect(skipped).toMatchObject([{ externalId: 'own:s3' }]);
    expect({ syncCursor, isComplete }).toEqual({ syncCursor: undefined, isComplete: true });
  });
});

test('a shortcut whose target is closed for a while proves nothing of what it leads to', async () => {
  let isClosed = false;
  const { store, connector } = await start({
    sharedDrives: ['theirs'],
    fault: ({ path }) => (isClosed && path.endsWith('/items/single') ? refused : undefined),
  });
  store.put('theirs', { id: 'single', name: 'single.txt' });
  store.put('theirs', { id: 'open', name: 'open.txt' });
  for (const id of ['single', 'open'])
    store.put('own', { id: `s-${id}`, name: id, remote: { drive: 'theirs', id } });
  expect(await listAll(connector)).toMatchObject({
    ids: ['theirs:open', 'theirs:single'],
    isUnproven: false,
  });
  isClosed = true;
  expect(await listAll(connector)).toMatchObject({
    ids: ['theirs:open'],
    isComplete: true,
    isUnproven: true,
  });
});

test.each([
  ['is refused', 0],
  ['breaks off half way', 1],
])('a drive that %s does not pass for an empty one', async (_what, pages) => {
  let asked = 0;
  const { store, connector } = await start({
    pageSize: 1,
    fault: ({ path }) => (path.endsWith('/delta') && asked++ >= pages ? refused : undefined),
  });
  for (const id of ['a', 'b']) store.put('own', { id, name: id });
  expect(await rejection(listAll(connector))).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

describe('the change feed', () => {
  test('names what is new, edited or renamed, and which files were deleted', async () => {
    const { emulator, store, connector } = await start();
    for (const id of ['same', 'edited', 'renamed', 'deleted']) store.put('own', { id, name: `${id}.txt` });
    const first = await listAll(connector);
    const versions = new Map(first.items.map((item) => [item.externalId, item.versionKey]));
    store.put('own', { id: 'edited', name: 'edited.txt', content: 'more' });
    store.put('own', { id: 'new', name: 'new.txt' });
    store.edit('own', 'renamed', { name: 'other.txt' });
    store.remove('own', 'deleted');
    const before = emulator.requests.length;
    const second = await listAll(connector, first.syncCursor);
    expect(second).toMatchObject({
      ids: ['own:edited', 'own:new', 'own:renamed'],
      deleted: ['own:deleted'],
      isComplete: false,
    });
    expect(emulator.requests.length - before).toBe(1);
    const now = new Map(second.items.map((item) => [item.externalId, item]));
    expect(now.get('own:edited')?.versionKey).not.toBe(versions.get('own:edited'));
    expect(now.get('own:renamed')).toMatchObject({
      name: 'other.txt',
      versionKey: versions.get('own:renamed'),
    });
    expect(await listAll(connector, second.syncCursor)).toMatchObject({ ids: [], deleted: [] });
  });

  test('names another version of a file without a tag of its content', async () => {
    const { store, connector } = await start();
    const put = (content: string) =>
      store.put('own', { id: 'a', name: 'a.txt', content, hasContentTag: false });
    put('one');
    const first = await listAll(connector);
    put('two');
    const second = await listAll(connector, first.syncCursor);
    expect(second.items[0]?.versionKey).toMatch(/^e/);
    expect(second.items[0]?.versionKey).not.toBe(first.items[0]?.versionKey);
  });

  test('leads to a whole listing after a folder was deleted, whose files it does not name', async () => {
    const { store, connector } = await start();
    store.put('own', { id: 'folder', name: 'folder', kind: 'folder' });
    store.put('own', { id: 'in', name: 'in.txt', parent: 'folder' });
    store.put('own', { id: 'beside', name: 'beside.txt' });
    const { syncCursor } = await listAll(connector);
    store.remove('own', 'folder');
    expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['own:beside'], isComplete: true });
  });

  test('that Graph wants to be read anew is an expired cursor', async () => {
    const { emulator, store, connector } = await start();
    store.put('own', { id: 'a', name: 'a.txt' });
    const { syncCursor } = await listAll(connector);
    emulator.expireTokens();
    expect(await rejection(listAll(connector, syncCursor))).toMatchObject({ code: 'CURSOR_EXPIRED' });
  });
});

describe('a selection', () => {
  test('of folders and files is listed to the bottom, with paths, and nothing beside it is named', async () => {
    const { store, connector } = await start({ pageSize: 2 });
    store.put('own', { id: 'top', name: 'Top 100%', kind: 'folder' });
    store.put('own', { id: 'sub', name: 'Sub', kind: 'folder', parent: 'top' });
    store.put('own', { id: 'deep', name: 'deep.txt', parent: 'sub' });
    for (let number = 0; number < 5; number += 1)
      store.put('own', { id: `f${number}`, name: `${number}.txt`, parent: 'top' });
    store.put('own', { id: 'single', name: 'single.txt' });
    store.put('own', { id: 'beside', name: 'beside.txt' });
    const { items, ids, isComplete } = await listAll(connector, undefined, [
      'own:top',
      'own:single',
      'own:gone',
    ]);
    expect(ids).toEqual(['deep', 'f0', 'f1', 'f2', 'f3', 'f4', 'single'].map((id) => `own:${id}`));
    expect(items.find(({ externalId }) => externalId === 'own:f0')?.path).toBe('/Top 100%/0.txt');
    expect(isComplete).toBe(true);
  });

  test('is not listed again while nothing has changed, and is when something has moved out', async () => {
    const { emulator, store, connector } = await start();
    store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
    store.put('own', { id: 'in', name: 'in.txt', parent: 'top' });
    const first = await listAll(connector, undefined, ['own:top']);
    const before = emulator.requests.length;
    const second = await listAll(connector, first.syncCursor, ['own:top']);
    expect(second).toMatchObject({ ids: [], isComplete: false });
    expect(emulator.requests.length - before).toBe(1);
    store.edit('own', 'in', { parent: 'elsewhere' });
    expect(await listAll(connector, second.syncCursor, ['own:top'])).toMatchObject({
      ids: [],
      isComplete: true,
    });
  });

  test('in a drive whose feed is out of reach is listed by every sync', async () => {
    const { store, connector } = await start({ sharedDrives: ['theirs'] });
    store.put('theirs', { id: 'folder', name: 'Shared', kind: 'folder' });
    store.put('theirs', { id: 'in', name: 'in.txt', parent: 'folder' });
    const { ids, syncCursor, isComplete } = await listAll(connector, undefined, ['theirs:folder']);
    expect({ ids, syncCursor, isComplete }).toEqual({
      ids: ['theirs:in'],
      syncCursor: undefined,
      isComplete: true,
    });
  });
});

test.each([
  [429, 'activityLimitReached', 'PROVIDER_RATE_LIMITED'],
  [503, 'serviceNotAvailable', 'PROVIDER_UNAVAILABLE'],
  [509, 'bandwidthLimitExceeded', 'PROVIDER_UNAVAILABLE'],
])('a %i says how long to wait', async (status, code, expected) => {
  const headers = { 'retry-after': '7' };
  const { emulator, connector } = await start({
    fault: () => ({ status, headers, body: { error: { code, message: 'Wait' } } }),
  });
  const error = await rejection(connector.list(undefined, undefined, signal));
  expect(error).toMatchObject({ code: expected, details: { reason: 'Wait', retryAfterMs: 7_000 } });
  expect(emulator.requests).toHaveLength(1);
});

test('a refused token is asked for anew once, and is in no error', async () => {
  const { emulator, connector } = await start({}, 'stale-token');
  const error = await rejection(connector.whoAmI(signal));
  expect(error).toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(emulator.requests).toHaveLength(2);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('stale-token');
});

test('links are requested as Graph wrote them, with their parameters in its order', async () => {
  const { emulator, store, connector } = await start({ pageSize: 1 });
  for (const name of ['a', 'b', 'c']) store.put('own', { id: name, name: `${name}.txt`, content: name });
  const { syncCursor } = await listAll(connector);
  await listAll(connector, syncCursor);
  const written = emulator.exchanges.flatMap(({ body }) =>
    Object.values(links.parse(body)).filter((link) => link !== undefined),
  );
  const requested = emulator.requests.map(({ path, query }) => `${path}?${query}`);
  const followed = written
    .map((link) => new URL(link))
    .map(({ pathname, searchParams }) => `${pathname}?${searchParams}`);
  expect(followed.length).toBeGreaterThan(2);
  // The last one is that of the next sync.
  expect(requested).toEqual(expect.arrayContaining(followed.slice(0, -1)));
});

test('an application reads the drive of the user that it was given', async () => {
  const { store, openAs } = await start({ isApplication: true });
  store.put('own', { id: 'a', name: 'a.txt' });
  const settings = { method: 'APP', tenantId: 'example.org', clientId: 'app', user: 'ada@contoso.com' };
  const connector = openAs({ settings });
  expect((await listAll(connector)).ids).toEqual(['own:a']);
  expect(await connector.whoAmI(signal)).toEqual({ accountId: 'own', name: 'ada@contoso.com' });
  const unknown = openAs({ settings: { ...settings, user: 'unknown@contoso.com' } });
  await expect(unknown.whoAmI(signal)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
});

test('one deletion in a selected folder is enough to list the folder again', async () => {
  const { store, connector } = await start();
  store.put('own', { id: 'f', name: 'f', kind: 'folder' });
  for (const id of ['a', 'b']) store.put('own', { id, name: `${id}.txt`, parent: 'f' });
  const first = await listAll(connector, undefined, ['own:f']);
  expect(await listAll(connector, first.syncCursor, ['own:f'])).toMatchObject({ ids: [], isComplete: false });
  store.remove('own', 'a');
  expect(await listAll(connector, first.syncCursor, ['own:f'])).toMatchObject({
    ids: ['own:b'],
    isComplete: true,
  });
});

test.each([
  ['below a selected folder', '/items/sub/children', ['own:a']],
  ['that is selected itself', '/items/f', []],
])(
  'a folder %s that is closed while it is listed proves nothing of its files',
  async (_where, closed, ids) => {
    const { store, connector } = await start({
      fault: ({ path }) => (path.endsWith(closed) ? refused : undefined),
    });
    store.put('own', { id: 'f', name: 'f', kind: 'folder' });
    store.put('own', { id: 'sub', name: 'sub', kind: 'folder', parent: 'f' });
    store.put('own', { id: 'a', name: 'a.txt', parent: 'f' });
    store.put('own', { id: 'b', name: 'b.txt', parent: 'sub' });
    expect(await listAll(connector, undefined, ['own:f'])).toMatchObject({
      ids,
      isComplete: true,
      isUnproven: true,
    });
  },
);

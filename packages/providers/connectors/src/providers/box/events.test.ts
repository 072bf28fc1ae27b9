import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { boxAccounts } from '../../../test/box.fixture.ts';
import { signal } from '../../../test/conformance-subject.ts';

const open = boxAccounts();

const positionOf = (cursor: string | undefined) =>
  z.object({ position: z.string() }).parse(JSON.parse(cursor ?? '')).position;

test('what happens during the first listing is reported by the next sync', async () => {
  const { box, connector, listAll } = await open();
  box.put('/a/one.txt', '1');
  const first = await connector.list(undefined, undefined, signal);
  const late = box.put('/late.txt', 'came after the root was listed');
  const { ids, syncCursor } = await listAll(first.nextCursor);
  expect(ids).not.toContain(late);
  // Beside it there may be what an event from before repeats.
  expect((await listAll(syncCursor)).ids).toContain(late);
});

test('what is in a folder that moved into the selection is found', async () => {
  const { box, listAll } = await open();
  const chosen = box.folderAt('/Chosen');
  const inside = box.put('/Other/deep/a.txt', 'a');
  const { ids, syncCursor } = await listAll(undefined, [chosen]);
  expect(ids).toEqual([]);
  box.move(box.folderAt('/Other'), '/Chosen/Other');
  expect((await listAll(syncCursor, [chosen])).ids).toEqual([inside]);
});

test('a file that leaves the selection is gone', async () => {
  const { box, listAll } = await open();
  const id = box.put('/Chosen/a.txt', 'a');
  const selection = [box.folderAt('/Chosen')];
  const { syncCursor } = await listAll(undefined, selection);
  box.move(id, '/Other/a.txt');
  expect(await listAll(syncCursor, selection)).toMatchObject({ ids: [], deleted: [id] });
});

test('a folder in the trash asks for a whole listing: no event says what was in it', async () => {
  const { box, listAll } = await open();
  box.put('/Folder/a.txt', 'a');
  const { syncCursor } = await listAll();
  box.remove(box.folderAt('/Folder'));
  await expect(listAll(syncCursor)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  expect((await listAll()).ids).toEqual([]);
});

test('positions of the event stream are kept to the last digit, though they are sent as numbers', async () => {
  const { box, listAll } = await open();
  box.put('/a.txt', 'a');
  const { syncCursor } = await listAll();
  const before = box.requests.length;
  await listAll(syncCursor);
  const [asked] = box.requests.slice(before);
  expect(asked?.query.get('stream_position')).toMatch(/^11529229762522908\d\d$/);
  expect(positionOf(syncCursor)).toBe(asked?.query.get('stream_position'));
});

test('a file that was restored stays, in whatever order and however often its events arrive', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  const first = await listAll();
  box.remove(id);
  box.restore(id);
  const second = await listAll(first.syncCursor);
  expect([second.ids, second.deleted]).toEqual([[id], []]);
  // Another event repeats the one before it.
  box.remove(id);
  box.restore(id);
  box.put('/b.txt', 'b');
  expect((await listAll(second.syncCursor)).deleted).toEqual([]);
});

test('a file that is no longer shared is gone', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  const { syncCursor } = await listAll();
  box.unshare(id);
  expect(await listAll(syncCursor)).toMatchObject({ ids: [], deleted: [id] });
});

test('a file whose sharing with others has ended is there as before', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  const { syncCursor } = await listAll();
  box.unshare(id, 'others');
  expect(await listAll(syncCursor)).toMatchObject({ ids: [id], deleted: [] });
});

test('a folder that is no longer shared asks for a whole listing, which does not name its files', async () => {
  const { box, listAll } = await open();
  box.put('/Folder/a.txt', 'a');
  const { syncCursor } = await listAll();
  box.unshare(box.folderAt('/Folder'));
  await expect(listAll(syncCursor)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  expect((await listAll()).ids).toEqual([]);
});

test('a folder that left the selection and was renamed asks for a whole listing', async () => {
  const { box, listAll } = await open();
  box.put('/Chosen/Sub/a.txt', 'a');
  const sub = box.folderAt('/Chosen/Sub');
  const selection = [box.folderAt('/Chosen')];
  const { syncCursor } = await listAll(undefined, selection);
  box.move(sub, '/Other/Sub');
  box.rename(sub, 'Renamed');
  await expect(listAll(syncCursor, selection)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
});

test('events that come again and again, instead of coming to an end, are an error', async () => {
  const { box, connector, listAll } = await open();
  box.put('/a.txt', 'a');
  let { syncCursor } = await listAll();
  // The events of the listing itself are read first.
  syncCursor = (await listAll(syncCursor)).syncCursor ?? '';
  box.fault = ({ path }) =>
    path.endsWith('/events')
      ? {
          kind: 'status',
          status: 200,
          body: { chunk_size: 1, next_stream_position: positionOf(syncCursor), entries: [] },
        }
      : undefined;
  await expect(connector.list(syncCursor, undefined, signal)).rejects.toMatchObject({
    code: 'LISTING_ENDLESS',
  });
  // An empty chunk is the end, wherever it leads.
  box.fault = ({ path }) =>
    path.endsWith('/events')
      ? {
          kind: 'status',
          status: 200,
          body: { chunk_size: 0, next_stream_position: 'elsewhere', entries: [] },
        }
      : undefined;
  expect(await connector.list(syncCursor, undefined, signal)).toMatchObject({
    nextCursor: undefined,
    syncCursor: expect.any(String),
  });
});
test('events are requested five hundred at once', async () => {
  const { box, listAll } = await open();
  const { syncCursor } = await listAll();
  for (let number = 0; number < 160; number += 1) box.put(`/${number}.txt`, 'a');
  const before = box.requests.length;
  expect((await listAll(syncCursor)).ids).toHaveLength(160);
  // 160 files with their repetitions, and the chunk that is empty.
  expect(box.requests.slice(before).filter(({ path }) => path.endsWith('/events'))).toHaveLength(2);
});

test('an event that is repeated after a newer one does not bring the earlier content back', async () => {
  const { box, connector, listAll } = await open();
  const id = box.put('/a.txt', 'first');
  const { syncCursor } = await listAll();
  box.put('/a.txt', 'second');
  const versions: string[] = [];
  let cursor: string | undefined = syncCursor;
  while (cursor !== undefined) {
    const page = await connector.list(cursor, undefined, signal);
    versions.push(...page.items.filter(({ externalId }) => externalId === id).map((item) => item.versionKey));
    cursor = page.nextCursor;
  }
  const [current] = (await connector.list(undefined, undefined, signal)).items;
  expect(new Set(versions)).toEqual(new Set([current?.versionKey]));
});

test.each(['ITEM_TRASH', 'ITEM_MOVE', 'COLLAB_REMOVE_COLLABORATOR'])(
  'a file of which %s is reported late is asked for, and stays where it is there',
  async (event_type) => {
    const { box, connector, listAll } = await open();
    const id = box.put('/Chosen/a.txt', 'a');
    const selection = [box.folderAt('/Chosen')];
    const { syncCursor } = await listAll(undefined, selection);
    const source = { type: 'file', id, name: 'a.txt', path_collection: { entries: [] } };
    const chunk = { chunk_size: 1, next_stream_position: 'later', entries: [{ event_type, source }] };
    box.fault = ({ path }) =>
      path.endsWith('/events') ? { kind: 'status', status: 200, body: chunk } : undefined;
    const reported = await connector.list(syncCursor, selection, signal);
    expect([reported.items, reported.deleted]).toEqual([[], []]);
    const asked = await connector.list(reported.nextCursor, selection, signal);
    expect([asked.items.map(({ externalId }) => externalId), asked.deleted]).toEqual([[id], []]);
  },
);

test('a file of which it is reported that it lies elsewhere is gone from the selection', async () => {
  const { box, connector, listAll } = await open();
  const id = box.put('/Chosen/a.txt', 'a');
  const selection = [box.folderAt('/Chosen')];
  const { syncCursor } = await listAll(undefined, selection);
  const source = { type: 'file', id, name: 'a.txt', path_collection: { entries: [] } };
  const entries = [
    { event_type: 'LOGIN', source: { type: 'user', id: '1', name: 'Ada' } },
    { event_type: 'LOGIN', source: null },
    { event_type: 'ITEM_RENAME', source },
  ];
  box.fault = ({ path }) =>
    path.endsWith('/events')
      ? { kind: 'status', status: 200, body: { chunk_size: 3, next_stream_position: 'later', entries } }
      : undefined;
  expect(await connector.list(syncCursor, selection, signal)).toMatchObject({ items: [], deleted: [id] });
});

test('a folder of which it is reported once that it lies elsewhere asks for a whole listing', async () => {
  const { box, connector, listAll } = await open();
  const selection = [box.folderAt('/Chosen')];
  const id = box.folderAt('/Chosen/Sub');
  const { syncCursor } = await listAll(undefined, selection);
  const source = { type: 'folder', id, name: 'Sub', path_collection: { entries: [] } };
  const entries = [{ event_type: 'ITEM_MOVE', source }];
  const body = { chunk_size: 1, next_stream_position: 'later', entries };
  box.fault = ({ path }) => (path.endsWith('/events') ? { kind: 'status', status: 200, body } : undefined);
  await expect(connector.list(syncCursor, selection, signal)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

test.each([
  ['file', 'ITEM_TRASH', (path: string) => path.includes('/files/')],
  ['folder', 'ITEM_CREATE', (path: string) => path.includes('/folders/')],
])(
  'a %s that Box refuses after %s is named, and neither gone nor a reason to list everything',
  async (type, event_type, isRefused) => {
    const { box, connector, listAll } = await open();
    const file = box.put('/Sub/a.txt', 'a');
    const { syncCursor } = await listAll();
    const id = type === 'file' ? file : box.folderAt('/Sub');
    const entries = [{ event_type, source: { type, id, name: 'a' } }];
    const chunk = { chunk_size: 1, next_stream_position: 'later', entries };
    box.fault = ({ path }) => {
      if (path.endsWith('/events')) return { kind: 'status', status: 200, body: chunk };
      return isRefused(path) ? { kind: 'status', status: 403 } : undefined;
    };
    const { nextCursor } = await connector.list(syncCursor, undefined, signal);
    expect(await connector.list(nextCursor, undefined, signal)).toMatchObject({
      items: [],
      deleted: [],
      skipped: [{ externalId: `part:${type}:${id}` }],
      proof: undefined,
    });
  },
);

import { expect, test } from '@jest/globals';
import { boxAccounts } from '../../../test/box.fixture.ts';
import { rejection, signal } from '../../../test/conformance-subject.ts';

const open = boxAccounts();

const isEvents = ({ path }: { readonly path: string }) => path.endsWith('/events');
const inside = { path_collection: { entries: [{ id: '0', name: 'All Files' }] } };

/** A connection that has been listed, and what its next sync says where Box reports these events. */
async function reporting(entriesOf: (ids: { file: string; folder: string }) => readonly object[]) {
  const { box, connector, listAll } = await open();
  const file = box.put('/Folder/a.txt', 'a');
  const folder = box.folderAt('/Folder');
  const { syncCursor } = await listAll();
  const entries = entriesOf({ file, folder });
  const body = { chunk_size: entries.length, next_stream_position: 'later', entries };
  box.fault = (request) => (isEvents(request) ? { kind: 'status', status: 200, body } : undefined);
  const page = () => connector.list(syncCursor, undefined, signal);
  /** Requests that follow the events. */
  const asked = async () => {
    const { nextCursor } = await page();
    const before = box.requests.length;
    await connector.list(nextCursor, undefined, signal).catch(() => undefined);
    return box.requests.slice(before).map(({ path }) => path);
  };
  return { file, folder, page, asked };
}

const event = (event_type: string, type: string, id: string, changes: object = {}) => ({
  event_type,
  source: { type, id, name: 'a.txt', etag: '1', ...inside, ...changes },
});

test('a file and a folder of one number have events of their own', async () => {
  const { file, page, asked } = await reporting(({ file: id }) => [
    event('ITEM_UPLOAD', 'file', id),
    event('ITEM_CREATE', 'folder', id),
  ]);
  expect(await page()).toMatchObject({ items: [{ externalId: file }], deleted: [] });
  expect(await asked()).toEqual([`/2.0/folders/${file}/items`]);
});

test.each([
  ['that was moved, and then renamed', ['ITEM_MOVE', 'ITEM_RENAME'], [{}, {}]],
  [
    'whose last two events agree against the first',
    ['ITEM_RENAME', 'ITEM_RENAME', 'ITEM_RENAME'],
    [{}, { etag: '2' }, { etag: '2' }],
  ],
])('a file %s is asked for', async (_, types, changes) => {
  const { file, page, asked } = await reporting(({ file: id }) =>
    types.map((type, index) => event(type, 'file', id, changes[index])),
  );
  expect(await page()).toMatchObject({ items: [], deleted: [] });
  expect(await asked()).toEqual([`/2.0/files/${file}`]);
});

test('a file of which an event says that it lies in the trash is gone', async () => {
  const { file, page } = await reporting(({ file: id }) => [
    event('ITEM_RENAME', 'file', id, { item_status: 'trashed' }),
  ]);
  expect(await page()).toMatchObject({ items: [], deleted: [file] });
});

test('a folder that was renamed twice stays where it is, and only its events from elsewhere ask for a whole listing', async () => {
  const renamed = await reporting(({ folder: id }) => [
    event('ITEM_RENAME', 'folder', id),
    event('ITEM_RENAME', 'folder', id, { name: 'b' }),
  ]);
  expect(await renamed.page()).toMatchObject({ items: [], deleted: [] });
  const moved = await reporting(({ folder: id }) => [
    event('ITEM_MOVE', 'folder', id, { name: 'b' }),
    event('ITEM_RENAME', 'folder', id),
  ]);
  expect(await rejection(moved.page())).toMatchObject({ code: 'CURSOR_EXPIRED' });
});

test('events that repeat a folder without getting on are an error', async () => {
  const { box, connector, listAll } = await open();
  const id = box.put('/Folder/a.txt', 'a') && box.folderAt('/Folder');
  const { syncCursor } = await listAll();
  const body = { chunk_size: 1, next_stream_position: 'here', entries: [event('ITEM_CREATE', 'folder', id)] };
  box.fault = (request) => (isEvents(request) ? { kind: 'status', status: 200, body } : undefined);
  const first = await connector.list(syncCursor, undefined, signal);
  const second = await connector.list(first.nextCursor, undefined, signal);
  expect(await rejection(connector.list(second.nextCursor, undefined, signal))).toMatchObject({
    code: 'LISTING_ENDLESS',
  });
});

test('events that Box cannot send now are asked for again, from where they were', async () => {
  const { box, connector, listAll } = await open();
  const { syncCursor } = await listAll();
  box.fault = (request) => (isEvents(request) ? { kind: 'status', status: 503 } : undefined);
  expect(await rejection(connector.list(syncCursor, undefined, signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test('a selected file that is deleted is gone, and not named as missing beside that', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  const { syncCursor } = await listAll(undefined, [id]);
  box.remove(id);
  expect(await listAll(syncCursor, [id])).toMatchObject({ ids: [], deleted: [id], skipped: [] });
});

test('a selected folder that is deleted while its pages are read is named as missing', async () => {
  const { box, connector } = await open();
  box.put('/Chosen/a.txt', 'a');
  const chosen = box.folderAt('/Chosen');
  const more = { entries: [], next_marker: 'more' };
  box.fault = ({ path }) =>
    path.endsWith('/items') ? { kind: 'status', status: 200, body: more } : undefined;
  const { nextCursor } = await connector.list(undefined, [chosen], signal);
  box.remove(chosen);
  box.fault = undefined;
  expect(await connector.list(nextCursor, [chosen], signal)).toMatchObject({
    skipped: [{ externalId: chosen, isMissing: true }],
    proof: 'NONE',
  });
});

test('a folder that is nowhere is not looked for among the files', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  expect(await listAll(undefined, [`folder:${id}`])).toMatchObject({
    ids: [],
    skipped: [{ externalId: `folder:${id}`, isMissing: true }],
  });
  expect(box.requests.some(({ path }) => path.includes('/files/'))).toBe(false);
});

test.each(['my-folder:1', 'xfile:1'])('%s is the id of neither a folder nor a file 1', async (selected) => {
  const { box, listAll } = await open();
  const { skipped } = await listAll(undefined, [selected]);
  expect(skipped).toMatchObject([{ externalId: selected, isMissing: true }]);
  expect(box.requests.map(({ path }) => path)).toContain(
    `/2.0/folders/${encodeURIComponent(selected)}/items`,
  );
});

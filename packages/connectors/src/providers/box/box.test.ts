import { startBoxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listPages } from '../../list-pages.ts';
import type { ListPage } from '../../provider.ts';
import { openBox } from './index.ts';

const endpoints = (url: string) => ({ api: `${url}/2.0` });

describeConnector({
  name: 'BOX',
  start: () => startBoxFake({ pageSize: 4 }),
  endpoints,
  contract: { file: 'box/openapi.json', base: '/2.0' },
  hasChangeFeed: true,
  reportsDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openBox, endpoints);

async function open() {
  const box = await startBoxFake();
  const connector = openOn(box, () => box.token);
  async function listAll(cursor?: string, selection?: readonly string[]) {
    const pages: ListPage[] = [];
    for await (const page of listPages(connector, cursor, selection, signal)) pages.push(page);
    return {
      ids: pages.flatMap(({ items }) => items.map(({ externalId }) => externalId)),
      deleted: pages.flatMap(({ deleted }) => deleted),
      skipped: pages.flatMap(({ skipped }) => skipped),
      syncCursor: pages.at(-1)?.syncCursor,
    };
  }
  return { box, connector, listAll };
}

test('what happens during the first listing is reported by the next sync', async () => {
  const { box, connector, listAll } = await open();
  box.put('/a/one.txt', '1');
  const first = await connector.list(undefined, undefined, signal);
  const late = box.put('/late.txt', 'came after the root was listed');
  const { ids, syncCursor } = await listAll(first.nextCursor);
  expect(ids).not.toContain(late);
  expect((await listAll(syncCursor)).ids).toEqual([late]);
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

test('files may be selected one by one, and a missing one is absent', async () => {
  const { box, listAll } = await open();
  const id = box.put('/a.txt', 'a');
  box.put('/b.txt', 'b');
  expect((await listAll(undefined, ['999999', id])).ids).toEqual([id]);
});

test('Box Notes are read as Markdown, those of today and those of before', async () => {
  const { box, connector, listAll } = await open();
  const text = (value: string) => ({ type: 'text', text: value });
  const paragraph = (value: string) => ({ type: 'paragraph', content: [text(value)] });
  const item = (value: string) => ({ type: 'list_item', content: [paragraph(value)] });
  const cell = (value: string) => ({ type: 'table_cell', content: [paragraph(value)] });
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Plan')] },
      paragraph('Use Postgres'),
      { type: 'bullet_list', content: [item('one'), item('two')] },
      { type: 'check_list', content: [{ ...item('done'), attrs: { checked: true } }] },
      { type: 'table', content: [{ type: 'table_row', content: [cell('a|b'), cell('c')] }] },
    ],
  };
  const id = box.put('/Minutes.boxnote', JSON.stringify({ version: 1, doc }));
  const previous = box.put('/Old.boxnote', JSON.stringify({ atext: { text: 'From before' } }));
  expect((await listAll()).ids.toSorted()).toEqual([id, previous].toSorted());
  const read = async (externalId: string) => connector.fetch({ externalId, versionKey: '1' }, signal);
  const fetched = await read(id);
  expect(fetched).toMatchObject({ mimeType: 'text/markdown', fileName: 'Minutes.boxnote.md' });
  expect(await textOf(fetched.body)).toBe(
    '## Plan\n\nUse Postgres\n\n- one\n- two\n\n- [x] done\n\n| a\\|b | c |\n| --- | --- |\n',
  );
  expect(await textOf((await read(previous)).body)).toBe('From before\n');
});

test('a file and a folder of the same number are distinguished', async () => {
  const { box, listAll } = await open();
  const inside = box.put('/Folder/in.txt', 'in');
  const folder = box.folderAt('/Folder');
  box.putTwin(folder, 'twin.txt');
  expect((await listAll(undefined, [`folder:${folder}`])).ids).toEqual([inside]);
  const { ids, syncCursor } = await listAll(undefined, [`file:${folder}`]);
  expect(ids).toEqual([folder]);
  box.put('/Folder/in.txt', 'changed');
  expect((await listAll(syncCursor, [`file:${folder}`])).ids).toEqual([]);
});

test('a file that is not ready is tried again when Box says so', async () => {
  const { box, connector } = await open();
  const id = box.put('/a.txt', 'a');
  box.unready.add(id);
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { retryAfterMs: 5_000 },
  });
});

test('the token is not sent to the host that hands out bytes', async () => {
  const { box, connector } = await open();
  const id = box.put('/a.txt', 'a');
  await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const download = box.requests.find(({ path }) => path.startsWith('/download/'));
  expect(download?.headers).not.toHaveProperty('authorization');
});

const at = (path: string) => (request: { readonly path: string }) => request.path.includes(path);
const refusing = (path: string, status: number, body: object) => (request: { readonly path: string }) =>
  at(path)(request) ? ({ kind: 'status', status, body } as const) : undefined;

test('a missing scope is distinguished from a file that is closed, in the words of Box', async () => {
  const { box, connector } = await open();
  box.put('/a.txt', 'a');
  box.fault = refusing('/items', 403, { code: 'insufficient_scope', message: 'The app lacks a scope' });
  await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    message: expect.stringContaining('permission'),
    details: { status: 403, reason: 'The app lacks a scope' },
  });
  box.fault = refusing('/items', 403, { code: 'forbidden', message: 'Closed to you' });
  await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
    code: 'ITEM_FORBIDDEN',
    details: { reason: 'Closed to you' },
  });
});

test('an item has the path of its folders and its address; each page names what is deleted, if only nothing', async () => {
  const { box, connector } = await open();
  const id = box.put('/a/b/report.txt', 'sixteen letters.');
  const note = box.put('/a/plan.boxnote', '{"atext":{"text":"x"}}');
  const items = new Map();
  for await (const page of listPages(connector, undefined, undefined, signal)) {
    expect(page.deleted).toEqual([]);
    for (const item of page.items) items.set(item.externalId, item);
  }
  expect(items.get(id)).toEqual({
    externalId: id,
    name: 'report.txt',
    path: '/a/b/report.txt',
    url: `https://app.box.com/file/${id}`,
    mimeType: null,
    sizeBytes: 16,
    modifiedAt: '2026-01-01T00:00:00Z',
    versionKey: expect.any(String),
    kind: 'file',
  });
  expect(items.get(note)).toMatchObject({ mimeType: 'text/markdown' });
});

const positionOf = (cursor: string | undefined) =>
  z.object({ position: z.string() }).parse(JSON.parse(cursor ?? '')).position;

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

import { startBoxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../conformance.ts';
import { connectorsOnFakes } from '../../connector-on-fake.fixture.ts';
import type { ListPage } from '../../provider.ts';
import { walkPages } from '../../walk-pages.ts';
import { openBox } from './index.ts';

const endpoints = (url: string) => ({ api: `${url}/2.0` });

describeConnector({
  name: 'BOX',
  start: () => startBoxFake({ pageSize: 4 }),
  endpoints,
  contract: { file: 'box/openapi.json', base: '/2.0' },
  hasChangeFeed: true,
  tellsOfDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openBox, endpoints);

async function open() {
  const box = await startBoxFake();
  const connector = openOn(box, () => box.token);
  async function walk(cursor?: string, selection?: readonly string[]) {
    const pages: ListPage[] = [];
    for await (const page of walkPages(connector, cursor, selection, signal)) pages.push(page);
    return {
      ids: pages.flatMap(({ items }) => items.map(({ externalId }) => externalId)),
      deleted: pages.flatMap(({ deleted }) => deleted),
      skipped: pages.flatMap(({ skipped }) => skipped),
      syncCursor: pages.at(-1)?.syncCursor,
    };
  }
  return { box, connector, walk };
}

test('what happens during the first walk is told by the next sync', async () => {
  const { box, connector, walk } = await open();
  box.put('/a/one.txt', '1');
  const first = await connector.list(undefined, undefined, signal);
  const late = box.put('/late.txt', 'came after the root was listed');
  const { ids, syncCursor } = await walk(first.nextCursor);
  expect(ids).not.toContain(late);
  expect((await walk(syncCursor)).ids).toEqual([late]);
});

test('what is in a folder that moved into the selection is found', async () => {
  const { box, walk } = await open();
  const chosen = box.folderAt('/Chosen');
  const inside = box.put('/Other/deep/a.txt', 'a');
  const { ids, syncCursor } = await walk(undefined, [chosen]);
  expect(ids).toEqual([]);
  box.move(box.folderAt('/Other'), '/Chosen/Other');
  expect((await walk(syncCursor, [chosen])).ids).toEqual([inside]);
});

test('a file that leaves the selection is gone', async () => {
  const { box, walk } = await open();
  const id = box.put('/Chosen/a.txt', 'a');
  const selection = [box.folderAt('/Chosen')];
  const { syncCursor } = await walk(undefined, selection);
  box.move(id, '/Other/a.txt');
  expect(await walk(syncCursor, selection)).toMatchObject({ ids: [], deleted: [id] });
});

test('a folder in the trash asks for a whole walk: no event says what was in it', async () => {
  const { box, walk } = await open();
  box.put('/Folder/a.txt', 'a');
  const { syncCursor } = await walk();
  box.remove(box.folderAt('/Folder'));
  await expect(walk(syncCursor)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  expect((await walk()).ids).toEqual([]);
});

test('files may be selected one by one, and a missing one is absent', async () => {
  const { box, walk } = await open();
  const id = box.put('/a.txt', 'a');
  box.put('/b.txt', 'b');
  expect((await walk(undefined, ['999999', id])).ids).toEqual([id]);
});

test('Box Notes are skipped with a reason, also when asked for by id', async () => {
  const { box, connector, walk } = await open();
  const id = box.put('/Minutes.boxnote', '{}');
  expect((await walk()).skipped).toMatchObject([
    { externalId: id, reason: expect.stringContaining('Box Notes') },
  ]);
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'ITEM_UNSUPPORTED',
  });
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

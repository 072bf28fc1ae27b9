import { describe, expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';

const start = googleDrives();

describe('a selection', () => {
  test('of folders is listed to the bottom, with paths, and nothing beside it is named', async () => {
    const { store, connector } = await start({ pageSize: 2 });
    const folder = `${google}.folder`;
    store.put({ id: "o'top", name: 'Top', mimeType: folder });
    store.put({ id: 'sub', name: 'Sub', mimeType: folder, parent: "o'top" });
    store.put({ id: 'deep', name: 'deep.txt', parent: 'sub' });
    for (let number = 0; number < 5; number += 1)
      store.put({ id: `f${number}`, name: `${number}.txt`, parent: "o'top" });
    store.put({ id: 'beside', name: 'beside.txt' });
    const { items, ids, isComplete } = await listAll(connector, undefined, ["o'top"]);
    expect(ids).toEqual(['deep', 'f0', 'f1', 'f2', 'f3', 'f4']);
    expect(items.find(({ externalId }) => externalId === 'deep')?.path).toBe('/Top/Sub/deep.txt');
    expect(isComplete).toBe(true);
  });

  test('may be a shared drive and single files; what is gone is not named', async () => {
    const { store, connector } = await start();
    store.addDrive('team');
    store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
    store.put({ id: 'single', name: 'single.txt' });
    const { ids, isComplete } = await listAll(connector, undefined, ['team', 'single', 'gone']);
    expect(ids).toEqual(['inside', 'single']);
    expect(isComplete).toBe(true);
  });

  test('comes to an end when shortcuts lead round in circles', async () => {
    const { store, connector } = await start();
    for (const [id, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      store.put({ id, name: id, mimeType: `${google}.folder` });
      store.put({
        id: `to-${other}`,
        name: 'again',
        parent: id,
        mimeType: `${google}.shortcut`,
        shortcutTo: other,
      });
      store.put({ id: `in-${id}`, name: `${id}.txt`, parent: id });
    }
    const { ids } = await listAll(connector, undefined, ['a']);
    expect([...new Set(ids)]).toEqual(['in-a', 'in-b']);
  });

  test('has the content of a folder once, however many shortcuts lead to it', async () => {
    const { store, connector } = await start();
    for (const id of ['top', 'target']) store.put({ id, name: id, mimeType: `${google}.folder` });
    const shortcut = { mimeType: `${google}.shortcut`, shortcutTo: 'target', parent: 'top' };
    for (const id of ['one', 'two']) store.put({ id, name: id, ...shortcut });
    store.put({ id: 'in', name: 'in.txt', parent: 'target' });
    expect((await listAll(connector, undefined, ['top'])).ids).toEqual(['in']);
  });

  test('is read twenty ids a page, and the children of twenty-five folders a request', async () => {
    const { emulator, store, connector } = await start();
    const ids = Array.from({ length: 26 }, (_, number) => `d${number}`);
    for (const id of ids) {
      store.put({ id, name: id, mimeType: `${google}.folder` });
      store.put({ id: `in-${id}`, name: `${id}.txt`, parent: id });
    }
    expect((await listAll(connector, undefined, ids)).ids).toHaveLength(26);
    const searches = emulator.requests.flatMap(({ path, query }) =>
      path.endsWith('/files') ? [query.get('q')?.match(/in parents/g)?.length] : [],
    );
    expect(searches).toEqual([25, 1]);
    for (const id of ids) store.put({ id: `f-${id}`, name: `${id}.txt` });
    const files = ids.map((id) => `f-${id}`);
    expect((await connector.list(undefined, files, signal)).items).toHaveLength(20);
    expect((await listAll(connector, undefined, files)).items.map(({ externalId }) => externalId)).toEqual(
      files,
    );
  });

  test('of nothing is complete at once', async () => {
    const { connector } = await start();
    expect(await listAll(connector, undefined, [])).toMatchObject({ ids: [], isComplete: true });
  });

  test('that was changed begins anew', async () => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt' });
    const { syncCursor } = await listAll(connector, undefined, ['a']);
    await expect(connector.list(syncCursor, ['a', 'b'], signal)).rejects.toMatchObject({
      code: 'CURSOR_EXPIRED',
    });
  });

  test('is not listed again while nothing has changed, and is when something has moved out', async () => {
    const { emulator, store, connector } = await start();
    store.put({ id: 'top', name: 'Top', mimeType: `${google}.folder` });
    store.put({ id: 'in', name: 'in.txt', parent: 'top' });
    const first = await listAll(connector, undefined, ['top']);
    const before = emulator.requests.length;
    const second = await listAll(connector, first.syncCursor, ['top']);
    expect(second).toMatchObject({ ids: [], isComplete: false });
    expect(emulator.requests.length - before).toBe(1);
    store.edit('in', { parent: 'elsewhere' });
    expect(await listAll(connector, second.syncCursor, ['top'])).toMatchObject({ ids: [], isComplete: true });
  });
});

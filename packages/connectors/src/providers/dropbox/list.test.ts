import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openDropbox } from './index.ts';

const openOn = connectorsOnFakes(openDropbox, (url) => ({ api: url, content: url }));

async function open(pageSize = 1) {
  const dropbox = await startDropboxFake({ pageSize });
  return { dropbox, connector: openOn(dropbox, () => dropbox.token) };
}

test('a move whose deletion ends a page is read with the page that follows, and both are named', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/old.txt', 'a');
  const { syncCursor } = await listAll(connector);
  dropbox.move(id, '/new.txt');
  dropbox.put('/other.txt', 'b');
  const page = await connector.list(syncCursor, undefined, signal);
  expect(page).toMatchObject({
    items: [{ externalId: id, path: '/new.txt' }],
    deletedPaths: ['/old.txt'],
    filePaths: ['/new.txt'],
  });
  expect(page.nextCursor).toBeDefined();
});

test('of many deletions five pages are read at once', async () => {
  const { dropbox, connector } = await open();
  const ids = Array.from({ length: 7 }, (_, number) => dropbox.put(`/${number}.txt`, 'a'));
  const { syncCursor } = await listAll(connector);
  for (const id of ids) dropbox.remove(id);
  const first = await connector.list(syncCursor, undefined, signal);
  expect(first.deletedPaths).toEqual([0, 1, 2, 3, 4].map((number) => `/${number}.txt`));
  const second = await connector.list(first.nextCursor, undefined, signal);
  expect(second.deletedPaths).toEqual(['/5.txt', '/6.txt']);
  expect(second.nextCursor).toBeUndefined();
});

test('a file is found in any of the folders that are selected, by path or by id', async () => {
  const { dropbox, connector } = await open();
  const [first, second, third] = ['/A/a.txt', '/B/b.txt', '/AB/c.txt'].map((path) => dropbox.put(path, 'x'));
  const folderId = await folderOf(dropbox.url, dropbox.token, '/B');
  const isFound = async (id: string | undefined, selection: readonly string[]) =>
    (await connector.find?.(id ?? '', signal, covering(selection))) !== undefined;
  expect(await isFound(first, ['/B', '/A'])).toBe(true);
  expect(await isFound(second, ['/A', folderId])).toBe(true);
  expect(await isFound(second, ['/A', 'id:gone'])).toBe(false);
  expect(await isFound(third, ['/A', '/B', folderId])).toBe(false);
  expect(await isFound(third, ['/a', '/AB/C.txt'])).toBe(true);
  expect(await isFound(first, [second ?? '', first ?? ''])).toBe(true);
});

/** The id of a folder, as a picker has it. */
async function folderOf(url: string, token: string, path: string): Promise<string> {
  const response = await fetch(`${url}/2/files/get_metadata`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
  });
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
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

test('a page of a deletion and others is read with the page that follows, and one without alone', async () => {
  const { dropbox, connector } = await open(2);
  const gone = dropbox.put('/gone.txt', 'a');
  const { syncCursor } = await listAll(connector);
  dropbox.put('/1.txt', 'a');
  dropbox.remove(gone);
  for (const number of [2, 3, 4, 5]) dropbox.put(`/${number}.txt`, 'a');
  const first = await connector.list(syncCursor, undefined, signal);
  expect(first).toMatchObject({ deletedPaths: ['/gone.txt'], items: [{}, {}, {}] });
  expect((await connector.list(first.nextCursor, undefined, signal)).items).toHaveLength(2);
});

test('a selection in another order is the same selection', async () => {
  const { dropbox, connector } = await open();
  const ids = ['/B/b.txt', '/A/a.txt'].map((path) => dropbox.put(path, 'x'));
  const { ids: found, syncCursor } = await listAll(connector, undefined, ['/B', '/A']);
  expect(found).toEqual(ids.toSorted());
  expect((await listAll(connector, syncCursor, ['/A', '/B'])).ids).toEqual([]);
});

const refusing = (part: string, error_summary: string, status = 409) => {
  const refusal = { kind: 'status', status, body: { error_summary, error: {} } } as const;
  return ({ path }: { readonly path: string }) => (path.endsWith(part) ? refusal : undefined);
};

test.each(['path/restricted_content/..', 'path/not_folder/..'])(
  'a selected folder whose changes are refused as %s is named, and not gone',
  async (summary) => {
    const { dropbox, connector } = await open();
    dropbox.put('/Chosen/a.txt', 'a');
    const { syncCursor } = await listAll(connector, undefined, ['/Chosen']);
    dropbox.fault = refusing('/continue', summary);
    expect(await connector.list(syncCursor, ['/Chosen'], signal)).toMatchObject({
      items: [],
      deleted: [],
      deletedPaths: [],
      skipped: [{ externalId: 'part:/Chosen', isRefused: true }],
    });
    expect(dropbox.requests.some(({ path }) => path.endsWith('/get_metadata'))).toBe(false);
  },
);

test('an account that is refused or nowhere as a whole is an error, and no part of a listing', async () => {
  const { dropbox, connector } = await open();
  for (const [summary, code] of [
    ['path/restricted_content/..', 'ITEM_FORBIDDEN'],
    ['path/not_found/..', 'ITEM_NOT_FOUND'],
  ]) {
    dropbox.fault = refusing('/list_folder', summary ?? '');
    expect(await rejection(connector.list(undefined, undefined, signal))).toMatchObject({ code });
  }
});

test('an account that could not be described is described by the next request', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/a.txt', 'a');
  dropbox.fault = refusing('/get_current_account', 'internal/..', 500);
  await rejection(connector.list(undefined, undefined, signal));
  dropbox.fault = undefined;
  expect((await connector.list(undefined, undefined, signal)).items).toMatchObject([{ externalId: id }]);
});

test.each(['/get_current_account', '/list_folder', '/get_metadata'])(
  'an answer to %s of another form is the fault of Dropbox, by its name',
  async (part) => {
    const { dropbox, connector } = await open();
    dropbox.fault = ({ path }) =>
      path.endsWith(part) ? { kind: 'status', status: 200, body: { entries: 'many' } } : undefined;
    const asked =
      part === '/get_metadata'
        ? connector.find!('id:a', signal)
        : connector.list(undefined, undefined, signal);
    expect(await rejection(asked)).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/^Dropbox /),
    });
  },
);

test.each(['/download', '/export'])(
  'a content of %s that is no whole one is the fault of Dropbox, by its name',
  async (part) => {
    const { dropbox, connector } = await open();
    const externalId =
      part === '/export'
        ? dropbox.putPaper('/a.paper', 'a'.repeat(40))
        : dropbox.put('/a.txt', 'a'.repeat(40));
    const fetched = () => connector.fetch({ externalId, versionKey: '' }, signal);
    dropbox.fault = ({ path }) => (path.endsWith(part) ? { kind: 'truncated' } : undefined);
    expect((await rejection(textOf((await fetched()).body))).message).toMatch(/^Dropbox /);
    dropbox.fault = ({ path }) =>
      path.endsWith(part) ? { kind: 'status', status: 200, body: 'bytes' } : undefined;
    expect((await rejection(fetched())).message).toMatch(/^Dropbox /);
  },
);

test('a file below a path that is selected is found by one request', async () => {
  const { dropbox, connector } = await open();
  const id = dropbox.put('/A/a.txt', 'a');
  const folder = await folderOf(dropbox.url, dropbox.token, '/A');
  const before = dropbox.requests.length;
  expect(await connector.find?.(id, signal, covering(['/A']))).toMatchObject({ externalId: id });
  expect(dropbox.requests.slice(before).filter(({ path }) => path.endsWith('/get_metadata'))).toHaveLength(1);
  expect(await connector.find?.(folder, signal, covering(['/A']))).toBeUndefined();
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

import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { type Covered, noFeeds } from '../../provider.ts';

const start = googleDrives();
const folder = `${google}.folder`;

const covered = (selection: readonly string[] | undefined, more: Partial<Covered> = {}): Covered => ({
  selection,
  proof: 'STATED',
  // The cache belongs to a listing, identified by its feeds.
  feeds: { ...noFeeds },
  ...more,
});

async function startTree() {
  const { store, emulator, connector } = await start();
  store.put({ id: 'top', name: 'Top', mimeType: folder });
  store.put({ id: 'deep', name: 'Deep', mimeType: folder, parent: 'top' });
  store.put({ id: 'beside', name: 'Beside', mimeType: folder });
  store.put({ id: 'a', name: 'a.txt', parent: 'deep' });
  store.put({ id: 'b', name: 'b.txt', parent: 'deep' });
  const find = (id: string, listed?: Covered) => connector.find!(id, signal, listed);
  return { store, emulator, find };
}

test('a file is as Google has it, and gone when it is deleted or in the trash', async () => {
  const { store, find } = await startTree();
  expect(await find('a')).toMatchObject({ externalId: 'a', name: 'a.txt', path: null, kind: 'file' });
  store.edit('a', { trashed: true });
  store.remove('b');
  expect([await find('a'), await find('b')]).toEqual([undefined, undefined]);
});

test.each([
  ['a folder', { mimeType: folder }, 'It is a folder'],
  ['a form', { mimeType: `${google}.form` }, 'Google Drive cannot export a file of the kind "form"'],
  ['a file that must not be downloaded', { canDownload: false }, 'Its owner does not allow downloads'],
])('of %s it is not said that it is gone', async (_what, file, message) => {
  const { store, find } = await startTree();
  store.put({ id: 'x', name: 'x', ...file });
  expect(await rejection(find('x'))).toMatchObject({ code: 'ITEM_FORBIDDEN', message });
});

test('of a file that is closed for a while it is not said that it is gone', async () => {
  const errors = [{ reason: 'insufficientFilePermissions', message: 'Closed', domain: 'global' }];
  const { connector } = await start({
    fault: () => ({ status: 403, body: { error: { code: 403, message: 'Closed', errors } } }),
  });
  expect(await rejection(connector.find!('a', signal))).toMatchObject({
    code: 'ITEM_FORBIDDEN',
    message: 'Closed',
  });
});

test('a file of a selected folder is there, however deep, and one that was moved out of it is not', async () => {
  const { store, find } = await startTree();
  expect(await find('a', covered(['top']))).toMatchObject({ name: 'a.txt' });
  store.edit('a', { parent: 'beside' });
  expect(await find('a', covered(['top']))).toBeUndefined();
  expect(await find('a', covered(['top', 'a']))).toMatchObject({ name: 'a.txt' });
  expect(await find('a', covered(undefined))).toMatchObject({ name: 'a.txt' });
});

test('after a listing without proof, a file outside of the selection may be behind a shortcut', async () => {
  const { store, find } = await startTree();
  store.edit('a', { parent: 'beside' });
  expect(await rejection(find('a', covered(['top'], { proof: 'NONE' })))).toMatchObject({
    code: 'ITEM_FORBIDDEN',
    message: 'It is there, and may still belong to what is read',
  });
  expect(await find('b', covered(['top'], { proof: 'NONE' }))).toMatchObject({ name: 'b.txt' });
});

test('a file below a folder that a shortcut leads to is there', async () => {
  const { find } = await startTree();
  const feeds = { ...noFeeds, find: async (key: string) => (key === '~jump deep' ? 'entered' : undefined) };
  expect(await find('a', covered(['beside'], { feeds }))).toMatchObject({ name: 'a.txt' });
});

test('a file of several folders, as there were before 2020, is there where one of them is read', async () => {
  const file = { id: 'a', name: 'a.txt', mimeType: 'text/plain', parents: ['hidden', 'top'] };
  const { connector } = await start({
    fault: ({ path }) => (path.endsWith('/files/a') ? { body: file } : undefined),
  });
  expect(await connector.find!('a', signal, covered(['top']))).toMatchObject({ name: 'a.txt' });
  expect(await connector.find!('a', signal, covered(['hidden']))).toMatchObject({ name: 'a.txt' });
  expect(await connector.find!('a', signal, covered(['other']))).toBeUndefined();
});

test('folders above missing files are asked for once', async () => {
  const { emulator, find } = await startTree();
  const listed = covered(['top']);
  for (const id of ['a', 'b', 'a']) await find(id, listed);
  expect(emulator.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['a', 'deep', 'b', 'a']);
});

test('a file behind a link of before September 2021 is asked for with the key that its version names', async () => {
  const { store, find } = await startTree();
  store.put({ id: 'old', name: 'old.txt', resourceKey: '0-key' });
  const { versionKey } = (await find('old', covered(undefined, { versionKey: 'r1 key=0-key' })))!;
  expect(versionKey).toMatch(/^r\d+ key=0-key$/);
  expect(await find('old', covered(undefined))).toBeUndefined();
});

test('a file of My Drive is there where that is selected as `root`, which is not its id', async () => {
  const folderOf = (id: string, parents: readonly string[]) => ({ id, name: id, mimeType: folder, parents });
  const answers: Record<string, object> = {
    a: { id: 'a', name: 'a.txt', mimeType: 'text/plain', parents: ['deep'] },
    b: { id: 'b', name: 'b.txt', mimeType: 'text/plain', parents: ['theirs'] },
    deep: folderOf('deep', ['0AMyDrive']),
    theirs: folderOf('theirs', []),
    '0AMyDrive': folderOf('0AMyDrive', []),
    root: folderOf('0AMyDrive', []),
  };
  const { emulator, connector } = await start({
    fault: ({ path }) => ({ body: answers[path.split('/').at(-1) ?? ''] ?? {} }),
  });
  const find = (id: string, selected: string) => connector.find!(id, signal, covered([selected]));
  expect(await find('a', 'root')).toMatchObject({ name: 'a.txt' });
  expect(await find('b', 'root')).toBeUndefined();
  const before = emulator.requests.length;
  expect(await find('b', 'deep')).toBeUndefined();
  expect(emulator.requests.length - before).toBe(2);
});

test('a file of My Drive lies outside of the selection where Google does not show the root', async () => {
  const answers: Record<string, object> = {
    a: { id: 'a', name: 'a.txt', mimeType: 'text/plain', parents: ['theirs'] },
    theirs: { id: 'theirs', name: 'theirs', mimeType: folder, parents: [] },
  };
  const errors = [{ reason: 'notFound', message: 'File not found: root.', domain: 'global' }];
  const gone = { status: 404, body: { error: { code: 404, message: 'File not found: root.', errors } } };
  const { connector } = await start({
    fault: ({ path }) => {
      const body = answers[path.split('/').at(-1) ?? ''];
      return body ? { body } : gone;
    },
  });
  expect(await connector.find!('a', signal, covered(['root']))).toBeUndefined();
});

test('a file whose resource key has changed has the new one in its version', async () => {
  const file = { id: 'a', name: 'a.txt', mimeType: 'text/plain', headRevisionId: 'r2', resourceKey: 'new' };
  const { connector } = await start({ fault: () => ({ body: file }) });
  const found = await connector.find!('a', signal, covered(undefined, { versionKey: 'r1 key=old' }));
  expect(found?.versionKey).toBe('r2 key=new');
});

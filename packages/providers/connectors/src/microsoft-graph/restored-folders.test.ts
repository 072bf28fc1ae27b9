import { expect, test } from '@jest/globals';
import { graphTenants } from '../../test/graph.fixture.ts';
import { listAll } from '../../test/list-all.fixture.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';

const start = graphTenants(openOneDrive);
const missing = { status: 404, body: { error: { code: 'itemNotFound', message: 'Item not found' } } };

test('the change feed brings back what lies in a restored folder, which it need not name', async () => {
  const { store, connector } = await start({ pageSize: 2 });
  store.put('own', { id: 'folder', name: 'folder', kind: 'folder' });
  store.put('own', { id: 'sub', name: 'sub', kind: 'folder', parent: 'folder' });
  for (const id of ['a', 'b', 'c']) store.put('own', { id, name: `${id}.txt`, parent: 'folder' });
  store.put('own', { id: 'deep', name: 'deep.txt', parent: 'sub' });
  store.put('own', { id: 'beside', name: 'beside.txt' });
  await listAll(connector);
  store.remove('own', 'folder');
  const { ids, syncCursor } = await listAll(connector);
  expect(ids).toEqual(['own:beside']);
  store.restore('own', 'folder');
  const restored = await listAll(connector, syncCursor);
  expect(restored).toMatchObject({ ids: ['own:a', 'own:b', 'own:c', 'own:deep'], isComplete: false });
  expect(restored.items.find(({ name }) => name === 'a.txt')?.path).toBe('/folder/a.txt');
  expect(await listAll(connector, restored.syncCursor)).toMatchObject({ ids: [], deleted: [] });
});

test('the files of a renamed folder have their new paths', async () => {
  const { store, connector } = await start();
  store.put('own', { id: 'folder', name: 'before', kind: 'folder' });
  store.put('own', { id: 'a', name: 'a.txt', parent: 'folder' });
  const { syncCursor } = await listAll(connector);
  store.edit('own', 'folder', { name: 'after' });
  const { items } = await listAll(connector, syncCursor);
  expect(items).toMatchObject([{ externalId: 'own:a', path: '/after/a.txt' }]);
});

test('a shortcut in a restored folder leads to a whole listing', async () => {
  const { store, connector } = await start({ sharedDrives: ['theirs'] });
  store.put('theirs', { id: 'single', name: 'single.txt' });
  store.put('own', { id: 'folder', name: 'folder', kind: 'folder' });
  store.put('own', {
    id: 's',
    name: 'single.txt',
    parent: 'folder',
    remote: { drive: 'theirs', id: 'single' },
  });
  store.put('own', { id: 'a', name: 'a.txt', parent: 'folder' });
  store.remove('own', 'folder');
  const { syncCursor } = await listAll(connector);
  store.restore('own', 'folder');
  expect(await listAll(connector, syncCursor)).toMatchObject({
    ids: ['own:a', 'theirs:single'],
    isComplete: true,
  });
});

test('folders above a file that was changed or deleted cost no request', async () => {
  const { emulator, store, connector } = await start();
  store.put('own', { id: 'folder', name: 'folder', kind: 'folder' });
  store.put('own', { id: 'sub', name: 'sub', kind: 'folder', parent: 'folder' });
  for (const id of ['changed', 'deleted']) store.put('own', { id, name: `${id}.txt`, parent: 'sub' });
  const first = await listAll(connector);
  store.put('own', { id: 'changed', name: 'changed.txt', content: 'more', parent: 'sub' });
  const before = emulator.requests.length;
  const second = await listAll(connector, first.syncCursor);
  store.remove('own', 'deleted');
  expect(await listAll(connector, second.syncCursor)).toMatchObject({ deleted: ['own:deleted'] });
  expect(emulator.requests.length - before).toBe(2);
});

test('a restored folder that is gone again is passed over', async () => {
  let isGone = false;
  const { store, connector } = await start({
    pageSize: 1,
    fault: ({ path }) => (isGone && path.endsWith('/items/folder/children') ? missing : undefined),
  });
  store.put('own', { id: 'folder', name: 'folder', kind: 'folder' });
  store.remove('own', 'folder');
  const { syncCursor } = await listAll(connector);
  store.restore('own', 'folder');
  store.put('own', { id: 'beside', name: 'beside.txt' });
  isGone = true;
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['own:beside'], deleted: [] });
});

test('a file that the account may see no more is named as deleted', async () => {
  const { store, connector } = await start();
  for (const id of ['a', 'b']) store.put('own', { id, name: `${id}.txt` });
  const { syncCursor } = await listAll(connector);
  store.hide('own', 'a');
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: [], deleted: ['own:a'] });
});

test('a drive whose feed is gone from where it was read is listed whole', async () => {
  const { store, connector } = await start({
    fault: ({ path, query }) => (/delta/.test(path) && query.has('token') ? missing : undefined),
  });
  store.put('own', { id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  store.put('own', { id: 'b', name: 'b.txt' });
  expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['own:a', 'own:b'], isComplete: true });
});

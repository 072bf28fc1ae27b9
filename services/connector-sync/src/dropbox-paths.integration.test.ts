import { type DropboxFake, startDropboxFake } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { connect, context, namespace, sync } from '../test/connector-sync.fixture.ts';

let dropbox: DropboxFake;
let connectionId: string;
beforeEach(async () => {
  dropbox = await startDropboxFake({ pageSize: 3 });
  connectionId = await connect('DROPBOX', dropbox);
});
afterEach(() => dropbox.close());

const live = async () =>
  (
    await context.database.document.findMany({
      where: { namespaceId: namespace.id, liveKey: { not: null } },
      orderBy: { itemPath: 'asc' },
    })
  ).map(({ externalId, itemPath }) => [itemPath, externalId]);

test('a file that a program saved over another takes its place', async () => {
  const other = dropbox.put('/docs/other.txt', 'other');
  dropbox.put('/docs/policy.txt', 'old');
  await sync(connectionId);
  dropbox.vanish('/docs/policy.txt');
  const saved = dropbox.put('/docs/policy.txt', 'new');
  await sync(connectionId);
  expect(await live()).toEqual([
    ['/docs/other.txt', other],
    ['/docs/policy.txt', saved],
  ]);
});

test('a temporary file that was listed and then renamed over another takes its place, whatever the case of the path', async () => {
  dropbox.put('/docs/policy.txt', 'old');
  const temporary = dropbox.put('/docs/~tmp.txt', 'new');
  await sync(connectionId);
  dropbox.vanish('/docs/policy.txt');
  dropbox.move(temporary, '/docs/Policy.txt');
  await sync(connectionId);
  expect(await live()).toEqual([['/docs/policy.txt', temporary]]);
});

test('a folder that takes the place of a file ends the file, and what lies in it is read', async () => {
  dropbox.put('/docs/plan', 'old');
  await sync(connectionId);
  dropbox.vanish('/docs/plan');
  const inside = dropbox.put('/docs/plan/part.txt', 'new');
  await sync(connectionId);
  expect(await live()).toEqual([['/docs/plan/part.txt', inside]]);
});

test('a file that takes the place of a folder ends all that lay in the folder', async () => {
  dropbox.put('/docs/plan/part.txt', 'old');
  dropbox.put('/docs/plan/deep/part.txt', 'old');
  await sync(connectionId);
  dropbox.vanish('/docs/plan');
  const file = dropbox.put('/docs/plan', 'new');
  await sync(connectionId);
  expect(await live()).toEqual([['/docs/plan', file]]);
});

test('a link that takes the place of a file ends the file, and is named', async () => {
  dropbox.put('/docs/policy.txt', 'old');
  await sync(connectionId);
  dropbox.vanish('/docs/policy.txt');
  dropbox.putUnsupported('/docs/policy.txt');
  const run = await sync(connectionId);
  expect(await live()).toEqual([]);
  expect(run.items).toMatchObject({ skipped: 1, deleted: 1 });
});

test('a folder that was deleted takes all that lay in it, and nothing beside it', async () => {
  for (const path of ['/docs/a.txt', '/docs/deep/b.txt', '/docs2/c.txt']) dropbox.put(path, path);
  await sync(connectionId);
  dropbox.remove('/docs');
  expect((await sync(connectionId)).items).toMatchObject({ deleted: 2 });
  expect((await live()).map(([path]) => path)).toEqual(['/docs2/c.txt']);
});

test('a file that moves keeps its document, also where its deletion ends a page', async () => {
  const ids = ['a', 'b', 'c'].map((name) => dropbox.put(`/docs/${name}.txt`, name));
  await sync(connectionId);
  const before = await context.database.document.findMany({ where: { namespaceId: namespace.id } });
  // Pages hold three changes: the deletion of the second file is the last of the first page.
  dropbox.move(ids[0] ?? '', '/docs/one.txt');
  dropbox.move(ids[1] ?? '', '/docs/two.txt');
  const run = await sync(connectionId);
  expect(run.items).toMatchObject({ deleted: 0 });
  const after = await context.database.document.findMany({ where: { namespaceId: namespace.id } });
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  expect((await live()).map(([path]) => path)).toEqual(['/docs/c.txt', '/docs/one.txt', '/docs/two.txt']);
});

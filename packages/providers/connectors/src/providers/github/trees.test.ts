import { startGithubFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openGithub } from './index.ts';

const openOn = connectorsOnFakes(openGithub, (url) => ({ api: url }));
const handbook = ['octo/handbook'];

async function open() {
  const github = await startGithubFake();
  const connector = openOn(github, () => github.token);
  const all = (cursor?: string) => listAll(connector, cursor, handbook);
  const find = async (id: string) => connector.find?.(id, signal, covering(handbook));
  /** Answers requests whose path contains a text so. */
  const answer = (part: string, body: unknown) => {
    github.fault = ({ path }) => (path.includes(part) ? { kind: 'status', status: 200, body } : undefined);
  };
  return { github, all, find, answer };
}

test('a file that a comparison wrongly calls gone is read on', async () => {
  const { github, all, answer } = await open();
  const id = github.put('/f/a.txt', 'a');
  const { syncCursor } = await all();
  const removed = { filename: 'f/a.txt', status: 'removed' };
  const renamed = { filename: 'f/b.txt', status: 'renamed', previous_filename: 'f/a.txt' };
  for (const file of [removed, renamed]) {
    github.put('/f/b.txt', file.status);
    answer('/compare/', { status: 'ahead', files: [file] });
    const { deleted, ids } = await all(syncCursor);
    expect([deleted, ids]).toEqual([[], expect.arrayContaining([id])]);
  }
});

test('a file that is missing from a tree alone does not count as gone', async () => {
  const { github, find, answer } = await open();
  const id = github.put('/f/a.txt', 'a');
  answer('/git/trees/', { truncated: false, tree: [] });
  await expect(find(id)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a folder that is refused is named, and those beside it are read', async () => {
  const { github, all } = await open();
  const ids = ['a', 'b', 'c'].map((name) => github.put(`/${name}/1.txt`, name));
  github.maxEntries = 2;
  const { git } = github.repository;
  const refused = git.tree(git.head ?? '', false)?.find(({ path }) => path === 'b')?.sha;
  github.fault = ({ path }) => (path.endsWith(`/${refused}`) ? { kind: 'status', status: 403 } : undefined);
  const listing = await all();
  expect(listing.ids).toEqual([ids[0], ids[2]]);
  expect([listing.skipped.map(({ name }) => name), listing.isUnproven]).toEqual([['octo/handbook/b'], true]);
});

test('a damaged entry of a tree neither fails the look-up of a file beside it nor counts as gone', async () => {
  const { github, find, answer } = await open();
  const ids = ['a', 'b', 'c'].map((name) => github.put(`/${name}.txt`, name));
  const { git } = github.repository;
  const tree = git.tree(git.head ?? '', false)?.map((entry) => (entry.path === 'b.txt' ? null : entry));
  answer('/git/trees/', { truncated: false, tree });
  expect(await find(ids[0] ?? '')).toMatchObject({ externalId: ids[0] });
  await expect(find(ids[1] ?? '')).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

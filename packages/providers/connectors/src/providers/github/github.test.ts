import { startGithubFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import type { ConnectorContext } from '../../provider.ts';
import { openGithub } from './index.ts';

const endpoints = (url: string) => ({ api: url });
const handbook = ['octo/handbook'];

describeConnector({
  name: 'GITHUB',
  account: 'https://api.github.com/user',
  contract: {
    file: 'github/github-slice.json',
    // Names of branches have slashes, and numbers of repositories are known to work alone.
    isLeftOut: (path) =>
      path.includes('/git/ref/') || path.includes('/contents/') || path.startsWith('/repositories/'),
  },
  selection: () => handbook,
  hostile: { selection: handbook },
  reportsDeletions: true,
  cursorsExpire: false,
  isTrashReadable: true,
  keepsIds: false,
  hasTimes: false,
  // The repository, its branch, the comparison, two folders, issues, releases.
  maxRequests: 7,
});

const openOn = connectorsOnFakes(openGithub, endpoints);

async function open(pageSize = 100, changes: Partial<ConnectorContext> = {}) {
  const github = await startGithubFake({ pageSize });
  const connector = openOn(github, () => github.token, changes);
  const all = (cursor?: string, selection: readonly string[] | undefined = handbook) =>
    listAll(connector, cursor, selection);
  const read = async (externalId: string) =>
    textOf((await connector.fetch({ externalId, versionKey: '' }, signal)).body);
  const find = (id: string, selection = handbook) => connector.find?.(id, signal, covering(selection));
  return { github, connector, all, read, find };
}

test('issues, pull requests and releases that are no drafts are items', async () => {
  const { github, all } = await open(2);
  const ids = [1, 2, 3, 4, 5].map((number) => github.putIssue(number, { isPull: number === 2 }));
  ids.push(github.putRelease(1), github.putRelease(2), github.putRelease(3));
  github.putRelease(4, { isDraft: true });
  expect((await all()).ids.filter((id, at, found) => found.indexOf(id) === at)).toEqual(ids.toSorted());
});

test('issues of one second are read over as many pages as there are', async () => {
  const { github, all } = await open(2);
  const ids = [1, 2, 3, 4, 5, 6, 7].map((number) =>
    github.putIssue(number, { updatedAt: '2026-01-01T00:00:00Z' }),
  );
  expect(new Set((await all()).ids)).toEqual(new Set(ids));
});

test('a pull request is a text with its state, labels, comments, reviews and comments on lines', async () => {
  const { github, read } = await open(1);
  const comments = ['First', 'Second'];
  const id = github.putIssue(7, { title: 'Faster', body: 'Why', isPull: true, labels: ['speed'], comments });
  expect(await read(id)).toBe(
    [
      '# Faster',
      '- State: open\n- Author: ada\n- Created: 2026-01-01T00:00:00Z\n- Labels: speed',
      'Why',
      '## Comments',
      '**ghost**, 2026-01-01T00:00:00Z',
      'First',
      '---',
      '**ghost**, 2026-01-01T00:00:00Z',
      'Second',
      '## Reviews',
      '**grace**, 2026-01-01T00:00:00Z',
      'Well done',
      '## Comments on changes',
      '**grace**, 2026-01-01T00:00:00Z, `src/a.ts`',
      'On this line\n',
    ].join('\n\n'),
  );
});

test('release notes are a text', async () => {
  const { github, read } = await open();
  expect(await read(github.putRelease(3, { body: 'Better' }))).toBe(
    '# Release 3\n\n- Tag: v3\n- Author: ada\n- Published: 2026-01-01T00:00:00Z\n\nBetter\n',
  );
});

test('an issue that changes is listed by the next sync, and with a comment that is deleted by a whole one', async () => {
  const { github, all } = await open();
  for (let number = 1; number < 9; number += 1) github.putIssue(number, { comments: ['a'] });
  const first = await all();
  const changed = github.putIssue(3, { title: 'Other', updatedAt: '2026-01-02T00:00:00Z' });
  const second = await all(first.syncCursor);
  expect(second.ids).toContain(changed);
  expect(second.ids.length).toBeLessThan(4);
  github.putIssue(1, { comments: [] });
  const versionOf = ({ items }: typeof first) => items.find(({ name }) => name === '#1 Issue 1')?.versionKey;
  expect(versionOf(await all())).not.toBe(versionOf(first));
});

test('an issue that was changed within the last seconds has another version when it has settled', async () => {
  const { github, all } = await open();
  github.putIssue(1, { updatedAt: new Date().toISOString().replace(/\.\d+Z/, 'Z') });
  const [first, second] = [(await all()).items[0], (await all()).items[0]];
  expect(first?.versionKey.split(' ')).toHaveLength(3);
  expect(second?.modifiedAt).toBe(first?.modifiedAt);
});

test('a tree that GitHub cuts off is read folder by folder', async () => {
  const { github, all } = await open();
  const paths = ['a.txt', 'b/1.txt', 'b/c/2.txt', 'b/c/d/3.txt', 'b/e/4.txt', 'f/5.txt', 'f/6.txt', 'z.txt'];
  const ids = paths.map((path) => github.put(`/${path}`, path));
  for (const most of [1, 2, 3, 4, 6]) {
    github.maxEntries = most;
    const { ids: found, isUnproven } = await all();
    expect([found, isUnproven]).toEqual([ids.toSorted(), false]);
  }
});

test('after history was rewritten everything is listed again, and nothing counts as deleted for that', async () => {
  const { github, all } = await open();
  const ids = ['a', 'b'].map((name) => github.put(`/${name}.txt`, name));
  const { syncCursor } = await all();
  github.expireCursors();
  const second = await all(syncCursor);
  expect([second.ids, second.deleted, second.isComplete]).toEqual([ids, [], true]);
});

test('after more changes than GitHub compares everything is listed again', async () => {
  const { github, all } = await open();
  github.put('/a.txt', 'a');
  const { syncCursor } = await all();
  for (let number = 0; number < 300; number += 1) github.put(`/${number}.txt`, 'x');
  const { ids, isComplete } = await all(syncCursor);
  expect([ids.length, isComplete]).toEqual([301, true]);
});

test('a renamed file is gone under its earlier name', async () => {
  const { github, all } = await open();
  const id = github.put('/Readme.md', 'text');
  const { syncCursor } = await all();
  github.move(id, '/README.md');
  const { deleted, items } = await all(syncCursor);
  expect([deleted, items.map(({ name }) => name)]).toEqual([[id], ['README.md']]);
});

test('a symbolic link and a submodule are named and left out', async () => {
  const { github, all } = await open();
  github.putUnsupported('/module');
  github.repository.git.put('link', Buffer.from('a.txt'), '120000');
  const { items, skipped } = await all();
  expect(items).toEqual([]);
  expect(skipped.map(({ name, reason }) => [name, reason.split(':')[0]])).toEqual([
    ['link', 'It is a symbolic link'],
    ['module', 'It is a submodule'],
  ]);
});

test('a file of more than 100 MB is named and left out', async () => {
  const { github, all } = await open();
  github.put('/a.bin', 'a');
  const entry = { path: 'a.bin', mode: '100644', type: 'blob', sha: 'a', size: 200_000_000 };
  github.fault = ({ path }) =>
    path.includes('/git/trees/')
      ? { kind: 'status', status: 200, body: { sha: 'b', truncated: false, tree: [entry] } }
      : undefined;
  const { items, skipped } = await all();
  expect([items, skipped.map(({ name }) => name)]).toEqual([[], ['a.bin']]);
});

test('a tree of more entries than a page holds is read over several', async () => {
  const { github, all } = await open();
  github.put('/a.txt', 'a');
  const tree = Array.from({ length: 12_000 }, (_, number) => ({
    path: `${number}.txt`,
    mode: '100644',
    type: 'blob',
    sha: 'a',
    size: 1,
  }));
  github.fault = ({ path }) =>
    path.includes('/git/trees/')
      ? { kind: 'status', status: 200, body: { sha: 'b', truncated: false, tree } }
      : undefined;
  const { ids } = await all();
  expect([ids.length, new Set(ids).size]).toEqual([12_000, 12_000]);
});

test('a file that is kept in Git LFS is not read', async () => {
  const { github, connector, all } = await open();
  github.put('/a.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
  const [item] = (await all()).items;
  expect(await rejection(connector.fetch(item!, signal))).toMatchObject({ code: 'ITEM_UNSUPPORTED' });
});

test('a repository without commits is empty, and keeps its files when it had some', async () => {
  const { github, all } = await open();
  expect(await all()).toMatchObject({ ids: [], isComplete: true, isUnproven: false });
  github.put('/a.txt', 'a');
  await all();
  github.fault = ({ path }) =>
    path.includes('/git/ref/')
      ? { kind: 'status', status: 409, body: { message: 'Git Repository is empty.' } }
      : undefined;
  const { skipped, isUnproven } = await all();
  expect([skipped.length, isUnproven]).toEqual([1, true]);
});

test('a repository that is no longer shown is named, and nothing of it is gone', async () => {
  const { github, all, find } = await open();
  const id = github.put('/a.txt', 'a');
  const { syncCursor } = await all();
  github.repository.isHidden = true;
  for (const cursor of [undefined, syncCursor]) {
    const { deleted, skipped } = await all(cursor);
    expect([deleted, skipped.map(({ externalId }) => externalId)]).toEqual([[], handbook]);
  }
  await expect(find(id)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a repository that was renamed is named under its earlier name, and read by its number', async () => {
  const { github, all, find } = await open();
  const id = github.put('/a.txt', 'a');
  Object.assign(github.repository, { name: 'guide', earlier: ['octo/handbook'] });
  expect((await all()).skipped).toMatchObject([{ name: 'octo/handbook' }]);
  await expect(find(id)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
  expect((await all(undefined, [String(github.repository.id)])).ids).toEqual([id]);
  expect(await find(id, [String(github.repository.id)])).toMatchObject({ path: 'octo/guide/a.txt' });
});

test('an item is gone when GitHub says so in a repository that it shows', async () => {
  const { github, find } = await open();
  const ids = [github.put('/f/a.txt', 'a'), github.putIssue(1), github.putRelease(1)] as const;
  github.put('/b.txt', 'b');
  for (const id of ids) expect(await find(id)).toMatchObject({ externalId: id });
  github.remove(ids[0]);
  github.repository.issues.delete(1);
  await expect(find(ids[1])).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
  github.repository.deletedIssues.add(1);
  github.repository.releases.delete(1);
  for (const id of ids) expect(await find(id)).toBeUndefined();
  github.repository.hasIssues = false;
  await expect(find(ids[1])).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
  github.addRepository('other');
  expect(await find(ids[0], ['octo/other'])).toBeUndefined();
});

test('without a selection all repositories that the token reaches are read', async () => {
  const { github, connector } = await open();
  github.addRepository('other').git.put('b.txt', Buffer.from('b'));
  const id = github.put('/a.txt', 'a');
  const { items, isUnproven } = await listAll(connector);
  expect(items.map(({ path }) => path)).toEqual(['octo/handbook/a.txt', 'octo/other/b.txt']);
  expect([items[0]?.externalId, isUnproven]).toEqual([id, true]);
});

test('a part that the token may not read is named, and the others are read', async () => {
  const { github, all } = await open();
  github.put('/a.txt', 'a');
  github.putRelease(1);
  github.fault = ({ path }) => (path.endsWith('/issues') ? { kind: 'status', status: 403 } : undefined);
  const { items, skipped, isUnproven } = await all();
  expect([items.length, skipped.map(({ name }) => name), isUnproven]).toEqual([
    2,
    ['octo/handbook issues'],
    true,
  ]);
});

test('repositories are chosen by their names', async () => {
  const { github, connector } = await open(1);
  github.addRepository('other');
  const names: string[] = [];
  for await (const { externalId } of connector.choices!(signal)) names.push(externalId);
  expect(names).toEqual(['octo/handbook', 'octo/other']);
});

test('the repositories of an installation are those of the app', async () => {
  const { github, connector } = await open(1, { settings: { method: 'APP', appId: '1' } });
  github.put('/a.txt', 'a');
  expect(await connector.whoAmI(signal)).toEqual({ accountId: 'installation:octo', name: 'octo' });
  expect((await listAll(connector)).items).toHaveLength(1);
});

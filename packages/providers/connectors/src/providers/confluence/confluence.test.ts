import { startConfluenceFake } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll as listWhole } from '../../../test/list-all.fixture.ts';
import { listPages } from '../../list-pages.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';
import { openConfluence } from './index.ts';

const endpoints = (url: string) => ({ api: url });

describeConnector({
  name: 'CONFLUENCE',
  account: 'https://api.atlassian.com/oauth/token/accessible-resources',
  reportsDeletions: false,
  cursorsExpire: false,
  laterFields: ['isCut', 'commented'],
  contract: {
    file: 'confluence/confluence-v2-2026-05.json',
    base: '/ex/confluence/11223344-a1b2-3b33-c444-def123456789/wiki/api/v2',
  },
  hostile: {
    answers: {
      '/oauth/token/accessible-resources': [
        {
          id: '11223344-a1b2-3b33-c444-def123456789',
          name: 'Acme',
          scopes: ['read:page:confluence'],
        },
      ],
    },
    selection: ['98304', 'space:ENG'],
  },
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openConfluence, endpoints);

async function open() {
  const confluence = await startConfluenceFake({ pageSize: 4 });
  const chosen: { id: string; name: string }[] = [];
  const siteOf = (id: string | null): Pick<ConnectorContext, 'site'> => ({
    site: { id, choose: async (site) => void chosen.push(site) },
  });
  const connector = openOn(confluence, () => confluence.token);
  const connectTo = (id: string | null) => openOn(confluence, () => confluence.token, siteOf(id));
  async function listAll(selection: readonly string[]) {
    const names = new Set<string>();
    const skipped: object[] = [];
    for await (const page of listPages(connector, undefined, selection, signal)) {
      for (const { name } of page.items) names.add(name);
      skipped.push(...page.skipped);
    }
    return { names: [...names], skipped };
  }
  return { confluence, connector, connectTo, chosen, listAll };
}

test('an item is all that Confluence knows of a page', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  for await (const { items } of listPages(connector, undefined, [id], signal))
    for (const item of items)
      expect(item).toEqual({
        externalId: id,
        name: 'Plan',
        path: null,
        url: `https://acme.atlassian.net/wiki/spaces/ENG/pages/${id}`,
        mimeType: 'text/markdown',
        sizeBytes: null,
        modifiedAt: '2026-01-01T00:00:00.000Z',
        versionKey: '1',
        kind: 'page',
      });
  expect(await connector.find?.(id, signal)).toMatchObject({ externalId: id, name: 'Plan', versionKey: '1' });
});

test('a space of 250 pages takes one request, and so do as many pages below one', async () => {
  const confluence = await startConfluenceFake();
  const connector = openOn(confluence, () => confluence.token);
  const root = confluence.put('/Root', '');
  for (let number = 1; number < 250; number += 1) confluence.putBelow(root, `Page ${number}`);
  for (const [selection, least] of [
    [['space:ENG'], 3],
    [[root], 3],
  ] as const) {
    const before = confluence.requests.length;
    expect((await versionsOf(connector, selection)).size).toBe(250);
    const asked = confluence.requests.slice(before).filter(({ path }) => /pages|spaces|blogposts/.test(path));
    expect(asked).toHaveLength(least);
  }
});

test('selected pages come with all below them, through folders and deeper than one request reaches', async () => {
  const { confluence, listAll } = await open();
  const root = confluence.put('/Root', '');
  confluence.put('/Other', '');
  let parent = confluence.putBelow(root, 'Folder', 'folder');
  for (let depth = 1; depth <= 23; depth += 1) parent = confluence.putBelow(parent, `Page ${depth}`);
  const { names, skipped } = await listAll([root]);
  expect(skipped).toEqual([]);
  const below = Array.from({ length: 23 }, (_, index) => `Page ${index + 1}`);
  expect(names.toSorted()).toEqual([...below, 'Root'].toSorted());
});

test('whiteboards are skipped with a reason', async () => {
  const { confluence, listAll } = await open();
  const root = confluence.put('/Root', '');
  const id = confluence.putBelow(root, 'Sketch', 'whiteboard');
  const { skipped } = await listAll([root]);
  expect(skipped).toEqual([
    { externalId: id, name: 'Sketch', reason: expect.stringContaining('whiteboard') },
  ]);
});

test('a selected page that is gone is absent, and the others are found', async () => {
  const { confluence, listAll } = await open();
  const kept = confluence.put('/Kept', '');
  expect((await listAll(['999', kept])).names).toEqual(['Kept']);
});

test('attachments are named below the page', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  confluence.attach(id, 'plan.png');
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Plan\n\ntext\n\n## Attachments\n\n- plan.png (image/png)\n');
});

test('attachments and comments of any number come with the page', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  for (let number = 0; number < 9; number += 1) {
    confluence.attach(id, `${number}.png`);
    confluence.comment(id, `<p>Comment ${number}</p>`);
  }
  const content = await textOf((await connector.fetch({ externalId: id, versionKey: '1' }, signal)).body);
  expect(content).toContain('- 8.png (image/png)');
  expect(content).toContain('## Comments\n\nComment 0');
  expect(content).toContain('Comment 8');
});

test('replies and comments on words of the page are read with it, each below what it replies to', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  const first = confluence.comment(id, '<p>First</p>');
  confluence.comment(id, '<p>Second</p>');
  const reply = confluence.comment(id, '<p>Reply</p>', { parent: first });
  confluence.comment(id, '<p>Answer</p>', { parent: reply });
  confluence.comment(id, '<p>On a word</p>', { isInline: true });
  const content = await textOf((await connector.fetch({ externalId: id, versionKey: '1' }, signal)).body);
  const said = ['First', 'Reply', 'Answer', 'Second', 'On a word'].join('\n\n---\n\n');
  expect(content).toBe(`# Plan\n\ntext\n\n## Comments\n\n${said}\n`);
});

/** The versions of all that a listing names. */
async function versionsOf(connector: Connector, selection?: readonly string[]) {
  const versions = new Map<string, string>();
  for await (const { items } of listPages(connector, undefined, selection, signal))
    for (const { externalId, versionKey } of items) versions.set(externalId, versionKey);
  return versions;
}

test.each([
  ['below the page', {}],
  ['on its words', { isInline: true }],
])('a comment %s makes a new version of the page, and of no other', async (_, kind) => {
  const { confluence, connector } = await open();
  const [page, other] = [confluence.put('/Plan', 'text'), confluence.put('/Other', 'text')];
  const post = confluence.putBlogPost('News', '');
  const early = confluence.comment(other, '<p>Early</p>', kind);
  for (let number = 0; number < 9; number += 1) confluence.comment(other, `<p>${number}</p>`, kind);
  const first = await versionsOf(connector);
  confluence.comment(page, '<p>New</p>', kind);
  confluence.comment(post, '<p>New</p>', kind);
  const second = await versionsOf(connector);
  expect(second.get(page)).not.toBe(first.get(page));
  expect(second.get(`blog:${post}`)).not.toBe(first.get(`blog:${post}`));
  const item = { externalId: page, versionKey: second.get(page)! };
  expect((await connector.fetch(item, signal)).versionKey).toBe(item.versionKey);
  confluence.comment(other, '<p>Later</p>', { ...kind, parent: early });
  const third = await versionsOf(connector, [page, other]);
  expect(third.get(other)).not.toBe(first.get(other));
});

test('the first comment of a site is no exception', async () => {
  const { confluence, connector } = await open();
  const page = confluence.put('/Plan', 'text');
  const before = await versionsOf(connector);
  confluence.comment(page, '<p>First</p>');
  expect((await versionsOf(connector)).get(page)).not.toBe(before.get(page));
});

test('when nothing is said, versions settle and two requests are what it costs', async () => {
  const { confluence, connector } = await open();
  const ids = [confluence.put('/One', ''), confluence.put('/Two', '')];
  for (let number = 0; number < 9; number += 1) confluence.comment(ids[0]!, `<p>${number}</p>`);
  await versionsOf(connector);
  const second = await versionsOf(connector);
  const before = confluence.requests.length;
  expect(await versionsOf(connector)).toEqual(second);
  const asked = confluence.requests.slice(before).filter(({ path }) => path.endsWith('-comments'));
  expect(asked).toHaveLength(2);
});

test('a connection that may not read comments gets its pages without them', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  confluence.comment(id, '<p>No</p>');
  confluence.lacks.add('comments');
  expect((await versionsOf(connector)).get(id)).toBe('1');
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Plan\n\ntext\n');
});

test('blog posts are listed with the pages of a site, and fetched as what they are', async () => {
  const { confluence, connector } = await open();
  const page = confluence.put('/Page', 'text');
  const post = confluence.putBlogPost('News', '<p>Hello</p>');
  const ids: string[] = [];
  for await (const { items } of listPages(connector, undefined, undefined, signal))
    ids.push(...items.map(({ externalId }) => externalId));
  expect(ids).toEqual([page, `blog:${post}`]);
  const { body } = await connector.fetch({ externalId: `blog:${post}`, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# News\n\nHello\n');
});

test('a whole space is selected by its key: its pages and blog posts, and no others', async () => {
  const { confluence, listAll } = await open();
  for (let number = 0; number < 6; number += 1) confluence.putInSpace('HR', `Page ${number}`, '');
  confluence.putBlogPost('Party', '', 'HR');
  confluence.putInSpace('ENG', 'Other', '');
  const archived = confluence.putInSpace('HR', 'Old', '');
  confluence.setStatus(archived, 'archived');
  const { names } = await listAll(['space:HR']);
  expect(names.toSorted()).toEqual(['Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5', 'Party']);
  expect((await listAll(['space:NONE'])).names).toEqual([]);
});

test('a page that is in the trash is gone when it is asked for', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  confluence.setStatus(id, 'trashed');
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  });
});

describe('the site of a connection', () => {
  test('is the only one of the account, which is then kept', async () => {
    const { confluence, connectTo, chosen } = await open();
    await connectTo(null).list(undefined, undefined, signal);
    expect(chosen).toEqual(confluence.sites);
  });

  test('has to be chosen where there are several', async () => {
    const { confluence, connectTo } = await open();
    confluence.sites.push({ id: 'other-cloud', name: 'other' });
    await expect(connectTo(null).list(undefined, undefined, signal)).rejects.toMatchObject({
      code: 'INVALID_INGEST_CONFIG',
      message: expect.stringContaining('other (other-cloud)'),
    });
  });

  test('stays the chosen one, in whatever order a consent lists them', async () => {
    const { confluence, connectTo } = await open();
    confluence.put('/Plan', 'text');
    const [own] = confluence.sites;
    confluence.sites.unshift({ id: 'other-cloud', name: 'other' });
    const { items } = await listWhole(connectTo(own!.id));
    expect(items.map(({ name }) => name)).toEqual(['Plan']);
  });

  test('that a consent leaves out fails the listing, and is not taken for an empty one', async () => {
    const { confluence, connectTo } = await open();
    const [own] = confluence.sites;
    confluence.sites.splice(0, 1, { id: 'other-cloud', name: 'other' });
    await expect(connectTo(own!.id).list(undefined, undefined, signal)).rejects.toMatchObject({
      code: 'CONNECTION_UNAUTHORIZED',
      message: expect.stringContaining('does not include the site'),
    });
  });
});

test('a missing scope is no expired token', async () => {
  const { confluence, connector } = await open();
  const body = { code: 401, message: 'Unauthorized; scope does not match' };
  confluence.fault = () => ({ kind: 'status', status: 401, body });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
    message: expect.stringContaining('permission'),
  });
  expect(confluence.requests).toHaveLength(1);
});

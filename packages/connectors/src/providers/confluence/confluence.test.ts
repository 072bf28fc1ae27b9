import { startConfluenceFake } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listPages } from '../../list-pages.ts';
import type { ConnectorContext } from '../../provider.ts';
import { openConfluence } from './index.ts';

const endpoints = (url: string) => ({ api: url });

describeConnector({
  name: 'CONFLUENCE',
  start: () => startConfluenceFake({ pageSize: 4 }),
  endpoints,
  hasChangeFeed: false,
  reportsDeletions: false,
  hasFiles: false,
  cursorsExpire: false,
  skips: false,
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

test('selected pages come with all below them, through folders and deeper than one request reaches', async () => {
  const { confluence, listAll } = await open();
  const root = confluence.put('/Root', '');
  confluence.put('/Other', '');
  let parent = confluence.putBelow(root, 'Folder', 'folder');
  for (let depth = 1; depth <= 23; depth += 1) parent = confluence.putBelow(parent, `Page ${depth}`);
  const { names } = await listAll([root]);
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

test('a connection that may not read comments gets its pages without them', async () => {
  const { confluence, connector } = await open();
  const id = confluence.put('/Plan', 'text');
  confluence.comment(id, '<p>No</p>');
  confluence.lacks.add('comments');
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
    const { items } = await connectTo(own!.id).list(undefined, undefined, signal);
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

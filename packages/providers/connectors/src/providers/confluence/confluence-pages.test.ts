import { startConfluenceFake } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { openConfluence } from './index.ts';

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openConfluence, (url) => ({ api: url }));

async function open() {
  const confluence = await startConfluenceFake();
  return { confluence, connector: openOn(confluence, () => confluence.token) };
}
type Confluence = Awaited<ReturnType<typeof startConfluenceFake>>;

const failOn = (confluence: Confluence, part: string, status = 500) => {
  confluence.fault = ({ path }) => (path.endsWith(part) ? { kind: 'status', status } : undefined);
};

describe('a page', () => {
  test('is Markdown named after its title, in the version that was listed or the one that it has now', async () => {
    const { confluence, connector } = await open();
    const externalId = confluence.putInSpace('ENG', 'A/B/C', '<p>text</p>');
    const versionOf = async (versionKey: string) =>
      (await connector.fetch({ externalId, versionKey }, signal)).versionKey;
    expect(await connector.fetch({ externalId, versionKey: '1' }, signal)).toMatchObject({
      mimeType: 'text/markdown',
      fileName: 'A-B-C.md',
    });
    expect(await versionOf('1 with comments of then')).toBe('1 with comments of then');
    confluence.move(externalId, '/Other');
    expect([await versionOf('1'), await versionOf('1 with comments of then')]).toEqual(['2', '2']);
  });

  test.each(['trashed', 'archived'] as const)(
    'that is %s is gone, whichever way it is asked for',
    async (status) => {
      const { confluence, connector } = await open();
      const externalId = confluence.put('/Plan', 'text');
      expect(await connector.find?.(externalId, signal)).toMatchObject({ name: 'Plan' });
      confluence.setStatus(externalId, status);
      await expect(connector.fetch({ externalId, versionKey: '1' }, signal)).rejects.toMatchObject({
        code: 'ITEM_NOT_FOUND',
        message: `The page is ${status} at Confluence`,
      });
      expect(await connector.find?.(externalId, signal)).toBeUndefined();
      expect((await listAll(connector, undefined, [externalId])).ids).toEqual([]);
      expect((await listAll(connector)).ids).toEqual([]);
    },
  );

  test('that Confluence does not return for another reason is not taken for gone', async () => {
    const { confluence, connector } = await open();
    const id = confluence.put('/Plan', 'text');
    confluence.fault = () => ({ kind: 'status', status: 403 });
    await expect(connector.find?.(id, signal)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
    confluence.fault = undefined;
    expect(await connector.find?.('999', signal)).toBeUndefined();
    failOn(confluence, '/descendants', 500);
    await expect(listAll(connector, undefined, [id])).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    failOn(confluence, '/attachments', 403);
    await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
      code: 'ITEM_FORBIDDEN',
    });
  });

  test('has its attachments and comments with few requests', async () => {
    const { confluence, connector } = await open();
    const externalId = confluence.put('/Plan', 'text');
    for (let number = 0; number < 60; number += 1) {
      confluence.attach(externalId, `${number}.png`);
      confluence.comment(externalId, '');
    }
    await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);
    const asked = (part: string) => confluence.requests.filter(({ path }) => path.endsWith(part)).length;
    expect(['/attachments', '/footer-comments', '/inline-comments'].map(asked)).toEqual([1, 1, 1]);
  });
});

describe('comments', () => {
  test('that could not be read fail the page, and the listing', async () => {
    const { confluence, connector } = await open();
    const externalId = confluence.put('/Plan', 'text');
    for (const [status, code] of [
      [500, 'PROVIDER_UNAVAILABLE'],
      [403, 'ITEM_FORBIDDEN'],
      [401, 'CONNECTION_UNAUTHORIZED'],
    ] as const) {
      failOn(confluence, '/inline-comments', status);
      await expect(connector.fetch({ externalId, versionKey: '1' }, signal)).rejects.toMatchObject({ code });
      await expect(listAll(connector)).rejects.toMatchObject({ code });
    }
  });

  test('are read with ten levels of replies', async () => {
    const { confluence, connector } = await open();
    const externalId = confluence.put('/Plan', 'text');
    let parent: string | null = null;
    for (let level = 0; level < 13; level += 1)
      parent = confluence.comment(externalId, `<p>Level ${level}</p>`, { parent });
    const text = await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);
    expect([...text.matchAll(/Level (\d+)/g)].map(([, level]) => Number(level))).toEqual(
      Array.from({ length: 11 }, (_, level) => level),
    );
  });

  test('that are listed late are found within ten minutes', async () => {
    const { confluence, connector } = await open();
    const [first, late, later] = ['First', 'Late', 'Later'].map((name) => confluence.put(`/${name}`, '')) as [
      string,
      string,
      string,
    ];
    confluence.comment(first, '', { changedAt: '2026-01-01T01:00:00.000Z' });
    await listAll(connector);
    confluence.comment(late, '', { changedAt: '2026-01-01T00:50:00.000Z' });
    confluence.comment(later, '', { changedAt: '2026-01-01T00:49:59.999Z' });
    const { items } = await listAll(connector);
    const versionOf = (id: string) => items.find(({ externalId }) => externalId === id)?.versionKey;
    expect(versionOf(first)).toBe('1 with comments of 2026-01-01T01:00:00.000Z');
    expect(versionOf(late)).toBe('1 with comments of 2026-01-01T00:50:00.000Z');
    expect(versionOf(later)).toBe('1');
  });

  test.each([
    [500, '1'],
    [501, expect.stringContaining('with comments of')],
  ])('on %i pages make new versions of these, or of all', async (count, version) => {
    const { confluence, connector } = await open();
    const quiet = confluence.put('/Quiet', '');
    await listAll(connector);
    const ids = Array.from({ length: count }, (_, number) => confluence.put(`/Page ${number}`, ''));
    for (const id of ids) confluence.comment(id, '');
    const { items } = await listAll(connector);
    expect(items.find(({ externalId }) => externalId === quiet)?.versionKey).toEqual(version);
    const commented = items.filter(({ versionKey }) => versionKey.includes('with comments of'));
    expect(commented.length).toBeGreaterThanOrEqual(count);
  });
});

test('a space that is deleted while it is read has nothing, and a site without a list is not empty', async () => {
  const { confluence, connector } = await open();
  confluence.putInSpace('HR', 'Leave', '');
  failOn(confluence, '/spaces/102/pages', 404);
  expect((await listAll(connector, undefined, ['space:HR'])).ids).toEqual([]);
  failOn(confluence, '/api/v2/pages', 404);
  await expect(listAll(connector)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
});

test('comments are read back to those that are known, and no further', async () => {
  const confluence = await startConfluenceFake({ pageSize: 4 });
  const connector = openOn(confluence, () => confluence.token);
  const id = confluence.put('/Plan', '');
  const at = (changedAt: string) => void confluence.comment(id, '', { changedAt });
  for (let number = 0; number < 5; number += 1) at('2026-01-01T00:00:00.000Z');
  at('2026-01-01T01:00:00.000Z');
  await listAll(connector);
  for (let number = 0; number < 2; number += 1) at('2026-01-01T02:00:00.000Z');
  const before = confluence.requests.length;
  await listAll(connector);
  const asked = confluence.requests.slice(before).filter(({ path }) => path.endsWith('/footer-comments'));
  expect(asked).toHaveLength(1);
});

test('what Confluence leaves out of a page is unknown', async () => {
  const { confluence, connector } = await open();
  const externalId = confluence.put('/Plan', '');
  const body = { id: Number(externalId), title: 'Plan', version: { number: 3 } };
  confluence.fault = ({ path }) =>
    path.endsWith(`/${externalId}`) ? { kind: 'status', status: 200, body } : undefined;
  expect(await connector.find?.(externalId, signal)).toEqual({
    externalId,
    name: 'Plan',
    path: null,
    url: null,
    mimeType: 'text/markdown',
    sizeBytes: null,
    modifiedAt: null,
    versionKey: '3',
    kind: 'page',
  });
  for (const _links of [{ webui: '/x' }, { base: 'https://a.example' }]) {
    Object.assign(body, { _links });
    expect(await connector.find?.(externalId, signal)).toMatchObject({ url: null });
  }
  for (const absent of [{}, { body: {} }, { body: { storage: null } }]) {
    Object.assign(body, absent);
    const fetched = await connector.fetch({ externalId, versionKey: '3' }, signal);
    expect([fetched.versionKey, await textOf(fetched.body)]).toEqual(['3', '# Plan\n']);
  }
});

test.each([
  [{ message: 'By the gateway' }, 'By the gateway'],
  [{ errors: [{ title: 'Title', detail: 'Detail' }] }, 'Detail'],
  [{ errors: [{ title: 'Title', detail: null }] }, 'Title'],
  [{ errors: [] }, '{"errors":[]}'],
])('the words of the refusal %j are %j', async (body, words) => {
  const { confluence, connector } = await open();
  confluence.fault = () => ({ kind: 'status', status: 500, body });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({ details: { reason: words } });
});

test('a site that was chosen is not chosen again', async () => {
  const { confluence } = await open();
  const [own] = confluence.sites;
  const chosen: object[] = [];
  const site = { id: own!.id, choose: async (one: object) => void chosen.push(one) };
  const connector = openOn(confluence, () => confluence.token, { site });
  expect(await connector.whoAmI(signal)).toEqual({ accountId: own!.id, name: own!.name });
  expect(chosen).toEqual([]);
});

test.each([
  [[], 'CONNECTION_UNAUTHORIZED', 'This connection has no Confluence site: authorize it again'],
  [
    [
      { id: 'a', name: 'Acme' },
      { id: 'b', name: 'Beta' },
    ],
    'INVALID_INGEST_CONFIG',
    "The account shares several Confluence sites: choose one of Acme (a), Beta (b) as the connection's siteId",
  ],
])('an account with the sites %j is refused with %s', async (sites, code, message) => {
  const { confluence, connector } = await open();
  confluence.sites.splice(0, 1, ...sites);
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({ code, message });
});

test("requests go to Atlassian's own address, ten a second", async () => {
  const { requested, paces, context } = recordRequests();
  await expect(openConfluence(context).whoAmI(signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  const sites = 'https://api.atlassian.com/oauth/token/accessible-resources';
  expect([requested, [...paces]]).toEqual([[sites], [10]]);
});

test('a blog post is selected by itself', async () => {
  const { confluence, connector } = await open();
  confluence.putBlogPost('Other', '<p>No</p>');
  const selection = [`blog:${confluence.putBlogPost('News', '<p>Hello</p>')}`];
  expect((await listAll(connector, undefined, selection)).ids).toEqual(selection);
});

test.each(['space:NONE', 'blog:999', '999'])(
  '%s, which is selected and nowhere, is named as it was selected',
  async (selected) => {
    const { confluence, connector } = await open();
    const kept = confluence.put('/Kept', '');
    expect(await listAll(connector, undefined, [selected, kept])).toMatchObject({
      ids: [kept],
      skipped: [{ externalId: selected, name: selected, isMissing: true }],
      isUnproven: true,
    });
  },
);

test('pages or blog posts that are refused are named after what they are part of, and the rest is read', async () => {
  const { confluence, connector } = await open();
  confluence.putInSpace('HR', 'Leave', '');
  const post = `blog:${confluence.putBlogPost('Party', '', 'HR')}`;
  failOn(confluence, '/spaces/102/pages', 403);
  expect(await listAll(connector, undefined, ['space:HR'])).toMatchObject({
    ids: [post],
    skipped: [{ externalId: 'part:pages of the space 102', name: 'pages of the space 102' }],
    isUnproven: true,
  });
  failOn(confluence, '/spaces/102/blogposts', 403);
  expect((await listAll(connector, undefined, ['space:HR'])).skipped).toMatchObject([
    { externalId: 'part:blogposts of the space 102' },
  ]);
  confluence.fault = ({ path }) =>
    path.endsWith('/blogposts') ? { kind: 'status', status: 403 } : undefined;
  expect((await listAll(connector, undefined, [post])).skipped).toMatchObject([{ name: post }]);
});

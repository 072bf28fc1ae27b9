import { startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openConfluence } from './index.ts';
import { confluenceSignIns } from './sign-in.ts';

const settingsOf = (url: string) => ({
  method: 'DATA_CENTER',
  baseUrl: `${url}/confluence`,
});

describeConnector({
  name: 'CONFLUENCE',
  account: null,
  start: startDataCenterFake,
  endpoints: () => ({}),
  signIn: { secret: 'token', settings: settingsOf },
  reportsDeletions: false,
  cursorsExpire: false,
  laterFields: ['isCut'],
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openConfluence, () => ({}));
async function open() {
  const server = await startDataCenterFake({ pageSize: 4 });
  const connector = openOn(server, () => server.token, { settings: settingsOf(server.url) });
  return { server, connector };
}

test('a selected page comes with all below it, to any depth and each of them once', async () => {
  const { server, connector } = await open();
  const chosen = server.put('/Root', '');
  server.put('/Other', '');
  const names = ['Root'];
  for (let parent = chosen, depth = 1; depth <= 12; depth += 1) {
    const below = [`${depth} a`, `${depth} b`, `${depth} c`, `${depth} d`, `${depth} e`];
    const ids = below.map((name) => server.putBelow(parent, name));
    names.push(...below);
    parent = ids[4] ?? '';
  }
  const found: string[] = [];
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const page = await connector.list(cursor, [chosen], signal);
    found.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
    isOver = cursor === undefined;
  }
  expect(found.toSorted()).toEqual(names.toSorted());
});

test('spaces are read by their keys, with blog posts, and one that is gone has nothing', async () => {
  const { server, connector } = await open();
  const inside = server.putInSpace('HR', 'Leave', '');
  const post = server.putBlogPost('News', '', 'HR');
  server.put('/Elsewhere', '');
  const { ids } = await listAll(connector, undefined, ['space:HR', 'space:GONE']);
  expect(ids.toSorted()).toEqual([inside, `blog:${post}`].toSorted());
});

test('a page has its attachments and comments of any number, and its address and date', async () => {
  const { server, connector } = await open();
  const id = server.put('/Plan', 'text');
  for (let number = 0; number < 9; number += 1) {
    server.attach(id, `${number}.png`);
    server.comment(id, `<p>Comment ${number}</p>`);
  }
  const text = await textOf((await connector.fetch({ externalId: id, versionKey: '1' }, signal)).body);
  expect(text).toContain('- 8.png (image/png)');
  expect(text).toContain('Comment 8');
  expect(await connector.find?.(id, signal)).toMatchObject({
    url: `https://wiki.example.com/confluence/pages/viewpage.action?pageId=${id}`,
    modifiedAt: '2026-01-01T00:00:00.000Z',
  });
});

test('replies are read with their page, and a comment makes a new version of it and of no other', async () => {
  const { server, connector } = await open();
  const [page, other] = [server.put('/Plan', 'text'), server.put('/Other', 'text')];
  const post = server.putBlogPost('News', '');
  const first = server.comment(other, '<p>First</p>');
  server.comment(other, '<p>Reply</p>', { parent: first });
  const versionsOf = async () =>
    new Map((await listAll(connector)).items.map(({ externalId, versionKey }) => [externalId, versionKey]));
  const before = await versionsOf();
  server.comment(page, '<p>New</p>');
  server.comment(post, '<p>New</p>');
  const after = await versionsOf();
  expect([page, `blog:${post}`].map((id) => after.get(id) === before.get(id))).toEqual([false, false]);
  const text = await textOf((await connector.fetch({ externalId: other, versionKey: '1' }, signal)).body);
  expect(text).toContain('First\n\n---\n\nReply');
});

test('a listing proves nothing, as its pages shift: an item is gone when it says so itself', async () => {
  const { server, connector } = await open();
  const id = server.put('/Plan', 'text');
  expect((await listAll(connector)).isUnproven).toBe(true);
  expect(await connector.find?.(id, signal)).toMatchObject({ name: 'Plan' });
  server.setStatus(id, 'trashed');
  expect(await connector.find?.(id, signal)).toBeUndefined();
});

test("a server that takes a token for a stranger's lists nothing, where its public pages could pass for all", async () => {
  const { server } = await open();
  server.put('/Public', '');
  server.admitsStrangers = true;
  server.token = 'another';
  const stranger = openOn(server, () => 'wrong', { settings: settingsOf(server.url) });
  for (const call of [() => stranger.list(undefined, undefined, signal), () => stranger.whoAmI(signal)])
    await expect(call()).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
});

test("a redirect is followed nowhere: what another address shows without the token is not the account's", async () => {
  const { server, connector } = await open();
  server.put('/Plan', 'text');
  server.fault = ({ path }) =>
    path.endsWith('/content')
      ? { kind: 'status', status: 302, headers: { location: '/login' }, body: '' }
      : undefined;
  await expect(listAll(connector)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(server.requests.some(({ path }) => path === '/login')).toBe(false);
});

test.each([
  [{ type: 'known', userKey: '4028', username: 'ada', displayName: 'Ada' }, '4028', 'Ada'],
  [{ type: 'known', username: 'ada' }, 'ada', 'ada'],
  [{ type: 'known' }, '', undefined],
])('whose token it is, as far as the server says: %j', async (body, account, name) => {
  const { server, connector } = await open();
  server.fault = () => ({ kind: 'status', status: 200, body });
  expect(await connector.whoAmI(signal)).toEqual({
    accountId: `${server.baseUrl} ${account}`,
    name: name ?? server.baseUrl,
  });
});

test('the type of an attachment is where the version of the server has it', async () => {
  const { server, connector } = await open();
  const externalId = server.put('/Plan', 'text');
  const results = [
    { title: 'a', extensions: { mediaType: 'image/png' } },
    { title: 'b', metadata: { mediaType: 'text/css' } },
    { title: 'c' },
  ];
  server.fault = ({ path }) =>
    path.endsWith('/attachment') ? { kind: 'status', status: 200, body: { results } } : undefined;
  const text = await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);
  expect(text).toContain('- a (image/png)\n- b (text/css)\n- c\n');
});

test('a comment without a text is left out', async () => {
  const { server, connector } = await open();
  const externalId = server.put('/Plan', 'text');
  server.fault = ({ path }) =>
    path.endsWith('/comment')
      ? { kind: 'status', status: 200, body: { results: [{}, { body: { storage: { value: 'Said' } } }] } }
      : undefined;
  const text = await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);
  expect(text).toBe('# Plan\n\ntext\n\n## Comments\n\nSaid\n');
});

test('a hundred pages take a request, and a selected one has its address', async () => {
  const server = await startDataCenterFake();
  const connector = openOn(server, () => server.token, { settings: settingsOf(server.url) });
  const id = server.put('/Root', '');
  for (let number = 1; number < 100; number += 1) server.put(`/Page ${number}`, '');
  expect((await listAll(connector)).items).toHaveLength(100);
  const pages = server.requests.filter(({ query }) => query.get('type') === 'page');
  expect(pages).toHaveLength(1);
  const { items } = await listAll(connector, undefined, [id]);
  expect(items[0]?.url).toBe(`https://wiki.example.com/confluence/pages/viewpage.action?pageId=${id}`);
});

test('a space that the server does not return for another reason is not taken for gone', async () => {
  const { server, connector } = await open();
  server.fault = ({ path }) => (path.includes('/space/') ? { kind: 'status', status: 500 } : undefined);
  await expect(listAll(connector, undefined, ['space:HR'])).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test.each([
  [{}, true],
  [{ token: 'k'.repeat(1_024) }, true],
  [{ token: 'k'.repeat(1_025) }, false],
  [{ token: '' }, false],
  [{ baseUrl: 'ftp://wiki.example.com' }, false],
  [{ baseUrl: 'httpx://wiki.example.com' }, false],
  [{ baseUrl: 'xhttp://wiki.example.com' }, false],
  [{ baseUrl: 'https://ada:secret@wiki.example.com' }, false],
  [{ baseUrl: 'https://wiki.example.com/?os_authType=basic' }, false],
  [{ baseUrl: 'https://wiki.example.com/#home' }, false],
])('settings with %j are accepted: %s', (changes, isAccepted) => {
  const settings = { baseUrl: 'https://wiki.example.com/confluence//', token: 'k', ...changes };
  const read = confluenceSignIns[0]?.schema.safeParse(settings);
  expect(read?.success).toBe(isAccepted);
  if (isAccepted) expect(read?.data).toMatchObject({ baseUrl: 'https://wiki.example.com/confluence' });
  expect(confluenceSignIns).toMatchObject([{ method: 'DATA_CENTER', secret: 'token' }]);
});

test('what lies behind a page that the server cut short is listed', async () => {
  const { server, connector } = await open();
  for (let number = 0; number < 11; number += 1) server.putInSpace('HR', `Page ${number}`, '');
  const whole = await listAll(connector, undefined, ['space:HR']);
  expect(whole.items).toHaveLength(11);
});

test('comments behind a page that the server cut short are read', async () => {
  const { server, connector } = await open();
  const page = server.put('/Page', '');
  for (let number = 0; number < 7; number += 1) server.comment(page, `<p>Remark ${number}</p>`);
  const { body } = await connector.fetch({ externalId: page, versionKey: '1' }, signal);
  expect((await textOf(body)).match(/Remark \d/g)).toHaveLength(7);
});

test('a cursor is read wherever it stands in the link to the next page, and a full page without a link is the last one', async () => {
  const { server, connector } = await open();
  server.putInSpace('HR', 'First', '');
  const answers = [
    '/rest/api/content?start=1&type=page&limit=100&spaceKey=HR',
    'https://wiki.example.com/confluence/rest/api/content?limit=100&expand=version&start=2',
    undefined,
  ];
  let asked = 0;
  server.fault = ({ path, query }) => {
    if (!path.endsWith('/content') || query.get('type') !== 'page') return undefined;
    const next = answers[asked];
    asked += 1;
    const results = [{ id: asked, type: 'page', title: `Page ${asked}`, version: { number: 1 } }];
    return { kind: 'status', status: 200, body: { results, _links: { ...(next && { next }) } } };
  };
  const { items } = await listAll(connector, undefined, ['space:HR']);
  expect(items.map(({ name }) => name)).toEqual(['Page 1', 'Page 2', 'Page 3']);
});

test('people are named, each asked for once, and one that the server does not know stays without a name', async () => {
  const { server, connector } = await open();
  const mention = (key: string) => `<ac:link><ri:user ri:userkey="${key}" /></ac:link>`;
  const id = server.putInSpace(
    'HR',
    'Team',
    `<p>${mention('4028')}, ${mention('4028')} and ${mention('gone')}</p>`,
  );
  for (const _ of [1, 2]) {
    const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
    expect(await textOf(body)).toContain('@Ada Lovelace, @Ada Lovelace and @user');
  }
  expect(server.requests.filter(({ path }) => path.endsWith('/user'))).toHaveLength(2);
});

import { createHmac } from 'node:crypto';
import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openNotion } from './index.ts';
import { itemOf } from './items.ts';
import { propertyLines } from './properties.ts';
import { notionPush } from './push.ts';
import { notionSignIns } from './sign-in.ts';

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openNotion, (url) => ({ api: url }));

async function open() {
  const notion = await startNotionFake();
  return { notion, connector: openOn(notion, () => notion.token) };
}

test('a row has its properties', async () => {
  const { notion, connector } = await open();
  const status = { type: 'status', status: { name: 'Done' } };
  const tags = { type: 'multi_select', multi_select: [{ name: 'red' }, { name: 'green' }] };
  const id = notion.putRow('Tasks', 'Write', { Status: status, Tags: tags });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Write\n\n- Status: Done\n- Tags: red, green\n');
});

test('properties that refer to others are written by their names', async () => {
  const { notion, connector } = await open();
  const goal = notion.put('/Grow', '');
  const id = notion.putRow('Tasks', 'Write', {
    Goal: { type: 'relation', relation: [{ id: goal }, { id: '00000000-0000-4000-8000-000000000000' }] },
    Sum: { type: 'rollup', rollup: { type: 'number', number: 3 } },
    Names: {
      type: 'rollup',
      rollup: { type: 'array', array: [{ type: 'title', title: [{ plain_text: 'One' }] }] },
    },
    Key: { type: 'unique_id', unique_id: { prefix: 'TASK', number: 12 } },
    By: { type: 'created_by', created_by: { object: 'user', name: 'Ada' } },
  });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe(
    '# Write\n\n- Goal: Grow\n- Sum: 3\n- Names: One\n- Key: TASK-12\n- By: Ada\n',
  );
});

test('what is said about a page follows its text, of any number', async () => {
  const { notion, connector } = await open();
  const id = notion.put('/Plan', 'text');
  for (let number = 0; number < 120; number += 1) notion.comment(id, `Comment ${number}`);
  const content = await textOf((await connector.fetch({ externalId: id, versionKey: '1' }, signal)).body);
  expect(content).toMatch(/^# Plan\n\ntext\n\n## Comments\n\nComment 0\n\n---\n\nComment 1\n/);
  expect(content).toMatch(/Comment 119\n$/);
});

test('an integration that may not read comments gets its pages without them, and asks once', async () => {
  const { notion, connector } = await open();
  notion.lacks.add('comments');
  const ids = [notion.put('/One', 'text'), notion.put('/Two', 'text')];
  notion.comment(ids[0]!, 'No');
  for (const externalId of ids)
    expect(await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body)).toMatch(
      /^# \w+\n\ntext\n$/,
    );
  expect(notion.requests.filter(({ path }) => path === '/v1/comments')).toHaveLength(1);
});

test('comments that could not be read fail the page: it is not stored without them', async () => {
  const { notion, connector } = await open();
  const id = notion.put('/Plan', 'text');
  notion.fault = ({ path }) => (path === '/v1/comments' ? { kind: 'status', status: 500 } : undefined);
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test.each([
  ['a page', 'page.content_updated', 'invitation'],
  ['a database', 'database.schema_updated', 'invitation'],
  ['a data source', 'data_source.content_updated', 'invitation'],
  ['a comment', 'comment.created', 'ignored'],
  ['an event whose name only contains one', 'my_page.created', 'ignored'],
])('what becomes of an event of %s', (_, type, kind) => {
  const body = Buffer.from(JSON.stringify({ type, workspace_id: 'w' }));
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  const headers = new Headers({ 'x-notion-signature': `sha256=${signature}` });
  const secrets = { channel: 'secret', client: {} };
  const received = notionPush.receive({ headers, body, receivedAt: new Date() }, secrets);
  expect(received.kind).toBe(kind);
});

test('the titles of 25 related pages are asked for, the others are counted, and what fails with one fails the page', async () => {
  const { notion, connector } = await open();
  const goals = Array.from({ length: 26 }, (_, number) => notion.put(`/Goal ${number}`, ''));
  const relation = goals.map((goal) => ({ id: goal }));
  const id = notion.putRow('Tasks', 'Write', { Goal: { type: 'relation', relation } });
  const fetched = () => connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const names = goals.slice(0, 25).map((_, number) => `Goal ${number}`);
  expect(await textOf((await fetched()).body)).toBe(`# Write\n\n- Goal: ${names.join(', ')}, and 1 more\n`);
  notion.fault = ({ path }) => (path.includes(goals[0]!) ? { kind: 'status', status: 500 } : undefined);
  await expect(fetched()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('all people of a property are named, however many a page shows', async () => {
  const { notion, connector } = await open();
  const people = Array.from({ length: 140 }, (_, number) => ({ object: 'user', name: `P${number}` }));
  const id = notion.putRow('Tasks', 'Write', { 'Team 1': { type: 'people', people } });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const names = people.map(({ name }) => name).join(', ');
  expect(await textOf(body)).toBe(`# Write\n\n- Team 1: ${names}\n`);
});

test('a property of more than a thousand values says that there are more', async () => {
  const { notion, connector } = await open();
  const people = Array.from({ length: 1_001 }, (_, number) => ({ object: 'user', name: `P${number}` }));
  const id = notion.putRow('Tasks', 'Write', { Team: { type: 'people', people } });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toMatch(/, P999, and more\n$/);
});

test('a page is Markdown and named after its title, even without one', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  const [slashed, untitled] = ['A/B/C', ''].map((title) => notion.putChild(home, title, 'text'));
  expect(await connector.fetch({ externalId: slashed!, versionKey: 'v' }, signal)).toMatchObject({
    mimeType: 'text/markdown',
    fileName: 'A-B-C.md',
    versionKey: 'v',
  });
  const named = await connector.fetch({ externalId: untitled!, versionKey: 'v' }, signal);
  expect([named.fileName, await textOf(named.body)]).toEqual(['Untitled.md', '# Untitled\n\ntext\n']);
});

test.each([
  [{ id: 'b', name: 'Bot', bot: { workspace_id: 'w', workspace_name: 'Acme' } }, 'w', 'Acme'],
  [{ id: 'b', name: 'Bot', bot: {} }, 'b', 'Bot'],
  [{ id: 'b' }, 'b', null],
])('whose account it is, as far as Notion says: %j', async (body, accountId, name) => {
  const { notion, connector } = await open();
  notion.fault = () => ({ kind: 'status', status: 200, body });
  expect(await connector.whoAmI(signal)).toEqual({ accountId, name });
});

test.each([
  [119_999, true],
  [120_000, false],
])('a version %i ms after the minute of its edit is marked as one that may change: %s', (age, isMarked) => {
  const page = {
    object: 'page' as const,
    id: 'p',
    last_edited_time: '2026-01-01T00:00:00.000Z',
    in_trash: false,
    properties: {},
  };
  const now = Date.parse(page.last_edited_time) + age;
  const { versionKey, url } = itemOf(page, now);
  const marked = `${page.last_edited_time} at ${new Date(now).toISOString()}`;
  expect([versionKey, url]).toEqual([isMarked ? marked : page.last_edited_time, null]);
});

test.each([
  ['title', { title: [{ plain_text: 'A' }] }, ''],
  ['rich_text', { rich_text: [{ plain_text: 'A' }, { plain_text: 'B' }] }, 'AB'],
  ['select', { select: { name: 'A' } }, 'A'],
  ['status', { status: null }, ''],
  ['last_edited_by', { last_edited_by: { name: 'Ada' } }, 'Ada'],
  ['people', { people: [{ name: 'Ada' }, { name: null }, { name: 'Bob' }] }, 'Ada, Bob'],
  ['files', { files: [{ name: 'a.pdf' }] }, 'a.pdf'],
  ['unique_id', { unique_id: { prefix: null, number: 7 } }, '7'],
  ['unique_id', { unique_id: { prefix: 'T', number: null } }, 'T'],
  ['unique_id', { unique_id: { prefix: 'T', number: 7 } }, 'T-7'],
  ['place', { place: { address: '1 Road' } }, '1 Road'],
  ['date', { date: { start: '2026-01-01', end: '2026-01-02' } }, '2026-01-01 – 2026-01-02'],
  ['date', { date: { start: '2026-01-01', end: null } }, '2026-01-01'],
  ['date', { date: null }, ''],
  ['verification', { verification: { state: 'verified' } }, 'verified'],
  ['place', { place: { name: 'Office', address: '1 Road' } }, 'Office, 1 Road'],
  ['place', { place: null }, ''],
  ['unique_id', { unique_id: null }, ''],
  ['verification', { verification: null }, ''],
  ['people', { people: null }, ''],
  ['relation', { relation: null }, ''],
  ['formula', { formula: null }, ''],
  ['rollup', { rollup: { type: 'array', array: null } }, ''],
  ['rich_text', { rich_text: null }, ''],
  ['checkbox', { checkbox: true }, 'Yes'],
  ['checkbox', { checkbox: false }, 'No'],
  ['formula', { formula: { type: 'boolean', boolean: false } }, 'No'],
  ['formula', { formula: { type: 'string', string: 'text' } }, 'text'],
  ['number', { number: 0 }, '0'],
  ['url', { url: 'https://example.com' }, 'https://example.com'],
  ['button', { button: {} }, ''],
  [
    'rollup',
    {
      rollup: {
        type: 'array',
        array: [
          { type: 'number', number: 1 },
          { type: 'date', date: null },
        ],
      },
    },
    '1',
  ],
])('a property of the type %s, %j, is written as "%s"', (type, value, text) => {
  const page = {
    object: 'page' as const,
    id: 'p',
    last_edited_time: '',
    in_trash: false,
    properties: { Field: { type, ...value } },
  };
  expect(propertyLines(page, new Map())).toBe(text && `- Field: ${text}`);
});

test.each([429, 500, 503])('a request that Notion answers with %i is not repeated', async (status) => {
  const { notion, connector } = await open();
  notion.fault = () => ({ kind: 'status', status });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({ details: { status } });
  expect(notion.requests).toHaveLength(1);
});

test.each([
  [{ message: 'Down for repair' }, 'Down for repair'],
  [{ code: 'service_unavailable' }, '{"code":"service_unavailable"}'],
  ['<html>Bad gateway</html>', '<html>Bad gateway</html>'],
])('the refusal %j is in the words of Notion', async (body, reason) => {
  const { notion, connector } = await open();
  notion.fault = () => ({ kind: 'status', status: 503, body });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({ details: { reason } });
});

test("an integration's token of 1 to 512 characters is the one way to sign in without a consent", () => {
  expect(notionSignIns).toMatchObject([
    { method: 'TOKEN', label: 'Notion integration token', secret: 'token' },
  ]);
  const accepts = (length: number) =>
    notionSignIns[0]?.schema.safeParse({ token: 'n'.repeat(length) }).success;
  expect([0, 1, 512, 513].map(accepts)).toEqual([false, true, true, false]);
});

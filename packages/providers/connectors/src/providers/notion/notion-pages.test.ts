import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openNotion } from './index.ts';
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

test('comments that repeat themselves come to an end', async () => {
  const { notion, connector } = await open();
  const externalId = notion.put('/Plan', 'text');
  notion.comment(externalId, 'Said');
  notion.repeatPages = true;
  await expect(connector.fetch({ externalId, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'LISTING_ENDLESS',
  });
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

test('all values of a rollup are written, however many a page shows', async () => {
  const { notion, connector } = await open();
  const array = Array.from({ length: 140 }, (_, number) => ({
    type: 'title',
    title: [{ plain_text: `T${number}` }],
  }));
  const id = notion.putRow('Tasks', 'Write', { Names: { type: 'rollup', rollup: { type: 'array', array } } });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  const names = array.map((_, number) => `T${number}`).join(', ');
  expect(await textOf(body)).toBe(`# Write\n\n- Names: ${names}\n`);
});

test.each([
  ['24 related pages is as the page shows it', 24, 3],
  ['more related pages than a page shows is computed of all', 26, 40],
])('a number that is rolled up from %s', async (_how, count, number) => {
  const { notion, connector } = await open();
  const hidden = { id: '00000000-0000-4000-8000-000000000000' };
  const id = notion.putRow('Tasks', 'Write', {
    Goals: { type: 'relation', relation: Array.from({ length: count }, () => hidden) },
    Sum: { type: 'rollup', rollup: { type: 'number', number: 3 }, ofAll: { type: 'number', number: 40 } },
  });
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe(`# Write\n\n- Sum: ${number}\n`);
});

test.each([
  ['people', 24, 0],
  ['people', 25, 1],
  ['multi_select', 30, 0],
])('a property of %s with %i values is asked for by itself %i times', async (type, count, requests) => {
  const { notion, connector } = await open();
  const values = Array.from({ length: count }, (_, number) => ({ name: `V${number}` }));
  const externalId = notion.putRow('Tasks', 'Write', { Field: { type, [type]: values } });
  await connector.fetch({ externalId, versionKey: '1' }, signal);
  expect(notion.requests.filter(({ path }) => path.includes('/properties/'))).toHaveLength(requests);
});

test('related pages of several properties whose titles are not asked for are counted, and a hidden one is not', async () => {
  const { notion, connector } = await open();
  const relation = (name: string, length: number) => ({
    type: 'relation',
    relation: Array.from({ length }, (_, number) => ({ id: notion.put(`/${name}${number}`, '') })),
  });
  const hidden = { id: '00000000-0000-4000-8000-000000000000' };
  const first = relation('A', 20);
  const [again] = first.relation;
  first.relation.push(hidden, again!);
  const externalId = notion.putRow('Tasks', 'Write', {
    First: first,
    Second: relation('B', 6),
    Third: relation('C', 2),
  });
  const text = await textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);
  expect(text).toMatch(/^- First: A0, .*A19, A0$/m);
  expect(text).toMatch(/^- Second: B0, B1, B2, B3, and 2 more\n- Third: and 2 more$/m);
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

test('an answer that is none is one of Notion', async () => {
  const { notion, connector } = await open();
  notion.fault = () => ({ kind: 'status', status: 200, body: {} });
  await expect(connector.whoAmI(signal)).rejects.toMatchObject({
    message: expect.stringContaining('Notion'),
  });
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

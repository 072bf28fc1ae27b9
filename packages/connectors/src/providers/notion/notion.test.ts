import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { listPages } from '../../list-pages.ts';
import { openNotion } from './index.ts';

const endpoints = (url: string) => ({ api: url });

describeConnector({
  name: 'NOTION',
  start: () => startNotionFake({ pageSize: 4 }),
  endpoints,
  contract: { file: 'notion/openapi.json' },
  hasChangeFeed: true,
  reportsDeletions: false,
  hasFiles: false,
  cursorsExpire: false,
  skips: false,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openNotion, endpoints);

async function open() {
  const notion = await startNotionFake();
  const connector = openOn(notion, () => notion.token);
  async function namesOf(selection?: readonly string[]) {
    const names: string[] = [];
    for await (const { items } of listPages(connector, undefined, selection, signal))
      names.push(...items.map(({ name }) => name));
    return names;
  }
  return { notion, connector, namesOf };
}

test('the rows of databases are found though search does not show them', async () => {
  const { notion, connector, namesOf } = await open();
  const status = { type: 'status', status: { name: 'Done' } };
  const tags = { type: 'multi_select', multi_select: [{ name: 'red' }, { name: 'green' }] };
  const id = notion.putRow('Tasks', 'Write', { Status: status, Tags: tags });
  notion.putRow('Books', 'Read', {});
  expect((await namesOf()).toSorted()).toEqual(['Read', 'Write']);
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

test('a database is selected by its own id, or by the id of its data source', async () => {
  const { notion, namesOf } = await open();
  notion.putRow('Tasks', 'Write', {});
  notion.putRow('Books', 'Read', {});
  const { id, source } = notion.database('Tasks');
  expect(await namesOf([id])).toEqual(['Write']);
  expect(await namesOf([source])).toEqual(['Write']);
});

test('selected pages come with the pages below them and without others', async () => {
  const { notion, namesOf } = await open();
  const chosen = notion.put('/Chosen', '');
  const child = notion.putChild(chosen, 'Child', '');
  notion.putChild(child, 'Grandchild', '');
  notion.put('/Other', '');
  expect(await namesOf([chosen])).toEqual(['Chosen', 'Child', 'Grandchild']);
});

test('a selected page that is no longer shared is absent, and the listing is whole', async () => {
  const { notion, connector, namesOf } = await open();
  const kept = notion.put('/Kept', '');
  expect(await namesOf(['00000000-0000-0000-0000-000000000000', kept])).toEqual(['Kept']);
  const page = await connector.list(undefined, ['00000000-0000-0000-0000-000000000000'], signal);
  expect(page).toMatchObject({ items: [], isComplete: true });
});

test('a page longer than one answer is put together', async () => {
  const { notion, connector } = await open();
  notion.longestMarkdown = 5;
  const id = notion.put('/Long', 'abcdefghijkl');
  const { body } = await connector.fetch({ externalId: id, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Long\n\nabcde\n\nfghij\n\nkl\n');
});

test('a second edit within the same minute is not missed', async () => {
  const { notion, connector } = await open();
  const now = new Date();
  notion.now = () => now;
  notion.put('/Busy', 'first');
  const first = await connector.list(undefined, undefined, signal);
  notion.put('/Busy', 'second');
  const second = await connector.list(first.nextCursor, undefined, signal);
  const third = await connector.list(second.syncCursor, undefined, signal);
  expect(third.items[0]?.versionKey).not.toBe(first.items[0]?.versionKey);
});

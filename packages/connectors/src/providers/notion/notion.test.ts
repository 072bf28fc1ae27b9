import { createHmac } from 'node:crypto';
import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { listPages } from '../../list-pages.ts';
import type { Connector, ListPage } from '../../provider.ts';
import { openNotion } from './index.ts';
import { notionPush } from './push.ts';

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

/** The last page of a whole listing. */
async function lastPage(connector: Connector, selection?: readonly string[]): Promise<ListPage> {
  const pages: ListPage[] = [];
  for await (const page of listPages(connector, undefined, selection, signal)) pages.push(page);
  return pages.at(-1)!;
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

test('an item is all that Notion knows of a page', async () => {
  const { notion, connector } = await open();
  const id = notion.put('/Plan', 'text');
  const { items } = await connector.list(undefined, undefined, signal);
  expect(items).toEqual([
    {
      externalId: id,
      name: 'Plan',
      path: null,
      url: `https://www.notion.so/${id.replaceAll('-', '')}`,
      mimeType: 'text/markdown',
      sizeBytes: null,
      modifiedAt: '2026-01-01T00:01:00.000Z',
      versionKey: '2026-01-01T00:01:00.000Z',
      kind: 'page',
    },
  ]);
});

test('a data source of more rows than one query returns is read by several', async () => {
  const { notion, connector, namesOf } = await open();
  notion.mostRows = 5;
  const names = Array.from({ length: 23 }, (_, number) => `Row ${number}`);
  for (const name of names) notion.putRow('Tasks', name, {});
  // What was created in the minute in which one query ended, the next one names again.
  for (const selection of [undefined, [notion.database('Tasks').id]])
    expect(new Set(await namesOf(selection))).toEqual(new Set(names));
  const last = await lastPage(connector);
  expect(last.isComplete).toBe(true);
});

test('rows of one minute that no query returns make a listing incomplete, so that nothing is taken for deleted', async () => {
  const { notion, connector } = await open();
  notion.mostRows = 5;
  const now = new Date('2026-01-01T00:00:00Z');
  notion.now = () => now;
  for (let number = 0; number < 9; number += 1) notion.putRow('Tasks', `Row ${number}`, {});
  const { id } = notion.database('Tasks');
  for (const selection of [undefined, [id]])
    expect(await lastPage(connector, selection)).toMatchObject({ isComplete: false });
});

test('a view of a database that lies elsewhere does not end the listing of what is beside it', async () => {
  const { notion, namesOf } = await open();
  const page = notion.put('/Home', '');
  notion.putLinkedDatabase(page);
  notion.putChild(page, 'Child', '');
  expect(await namesOf([page])).toEqual(['Home', 'Child']);
});

test('databases within a wiki are read with it', async () => {
  const { notion, namesOf } = await open();
  notion.putRow('Wiki', 'Welcome', {});
  notion.putRow('Tasks', 'Write', {});
  notion.moveToWiki('Tasks', 'Wiki');
  expect((await namesOf([notion.database('Wiki').id])).toSorted()).toEqual(['Welcome', 'Write']);
});

test('pages within a block of a selected page are found', async () => {
  const { notion, namesOf } = await open();
  const page = notion.put('/Home', '');
  notion.putChild(notion.putToggle(page), 'Inside', '');
  expect(await namesOf([page])).toEqual(['Home', 'Inside']);
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

test('a page in the trash is gone, whichever way it is asked for', async () => {
  const { notion, connector, namesOf } = await open();
  const id = notion.put('/Plan', 'text');
  expect(await connector.find?.(id, signal)).toMatchObject({ externalId: id, name: 'Plan' });
  notion.trash(id);
  expect(await connector.find?.(id, signal)).toBeUndefined();
  expect(await namesOf([id])).toEqual([]);
  await expect(connector.fetch({ externalId: id, versionKey: '1' }, signal)).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  });
  notion.remove(id);
  expect(await connector.find?.(id, signal)).toBeUndefined();
  notion.fault = () => ({ kind: 'status', status: 403 });
  await expect(connector.find?.(id, signal)).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a cursor that Notion no longer knows counts as expired', async () => {
  const { notion, connector } = await open();
  for (let number = 0; number < 120; number += 1) notion.put(`/Page ${number}`, '');
  const { nextCursor } = await connector.list(undefined, undefined, signal);
  notion.fault = () => ({
    kind: 'status',
    status: 400,
    body: { code: 'validation_error', message: 'The start_cursor provided is invalid' },
  });
  await expect(connector.list(nextCursor, undefined, signal)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

test('what Notion calls incomplete is', async () => {
  const { notion, connector } = await open();
  notion.put('/Plan', '');
  notion.fault = ({ path }) =>
    path === '/v1/search'
      ? {
          kind: 'status',
          status: 200,
          body: { results: [], has_more: false, next_cursor: null, request_status: { type: 'incomplete' } },
        }
      : undefined;
  const last = await lastPage(connector);
  expect(last).toMatchObject({ isComplete: false, isUnproven: true });
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

test("requests go to Notion's own address, three a second", async () => {
  const { requested, paces, context } = recordRequests();
  await expect(openNotion(context).whoAmI(signal)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect([requested, [...paces]]).toEqual([['https://api.notion.com/v1/users/me'], [3]]);
});

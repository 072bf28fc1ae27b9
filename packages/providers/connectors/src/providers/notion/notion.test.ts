import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeConnector } from '../../../test/conformance.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { listPages } from '../../list-pages.ts';
import type { Connector, ListPage } from '../../provider.ts';
import { openNotion } from './index.ts';

const endpoints = (url: string) => ({ api: url });

describeConnector({
  name: 'NOTION',
  account: 'https://api.notion.com/v1/users/me',
  contract: { file: 'notion/openapi.json' },
  reportsDeletions: false,
  cursorsExpire: false,
  laterFields: ['isCut'],
  looksAgain: true,
});

const signal = new AbortController().signal;
const openOn = connectorsOnFakes(openNotion, endpoints);

async function open(options: Parameters<typeof startNotionFake>[0] = {}) {
  const notion = await startNotionFake(options);
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
  const { notion, namesOf } = await open();
  notion.putRow('Tasks', 'Write', {});
  notion.putRow('Books', 'Read', {});
  expect((await namesOf()).toSorted()).toEqual(['Read', 'Write']);
});

test('a database is selected by its own id, or by the id of its data source', async () => {
  const { notion, namesOf } = await open();
  notion.putRow('Tasks', 'Write', {});
  notion.putRow('Books', 'Read', {});
  const { id, source } = notion.database('Tasks');
  expect(await namesOf([id])).toEqual(['Write']);
  expect(await namesOf([source])).toEqual(['Write']);
});

test('a selected data source is read to the last page of its rows', async () => {
  const { notion, namesOf } = await open({ pageSize: 2 });
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) notion.putRow('Tasks', name, {});
  expect((await namesOf([notion.database('Tasks').source])).toSorted()).toEqual(names);
});

test('selected pages come with the pages below them and without others', async () => {
  const { notion, namesOf } = await open();
  const chosen = notion.put('/Chosen', '');
  const child = notion.putChild(chosen, 'Child', '');
  notion.putChild(child, 'Grandchild', '');
  notion.put('/Other', '');
  expect(await namesOf([chosen])).toEqual(['Chosen', 'Child', 'Grandchild']);
});

test('a selected page that is no longer shared is named, and proves nothing of what was below it', async () => {
  const { notion, connector, namesOf } = await open();
  const kept = notion.put('/Kept', '');
  expect(await namesOf(['00000000-0000-0000-0000-000000000000', kept])).toEqual(['Kept']);
  const page = await connector.list(undefined, ['00000000-0000-0000-0000-000000000000'], signal);
  expect(page).toMatchObject({ items: [], skipped: [{ isMissing: true }], proof: 'NONE' });
});

test('pages that are edited while the workspace is listed, and so move to its beginning, are listed all the same', async () => {
  const { notion, namesOf } = await open({ pageSize: 2 });
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  for (const name of names) notion.put(`/${name}`, 'text');
  let searches = 0;
  notion.fault = ({ path }) => {
    searches += Number(path === '/v1/search');
    if (searches === 3) for (const name of names.slice(0, 3)) notion.put(`/${name}`, 'edited');
    return undefined;
  };
  expect(new Set(await namesOf())).toEqual(new Set(names));
});

test('a workspace that is as it was costs one page more than it has, the first one', async () => {
  const { notion, namesOf } = await open({ pageSize: 2 });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) notion.put(`/${name}`, 'text');
  await namesOf();
  const searches = notion.requests.filter(
    ({ path, body }) => path === '/v1/search' && body.includes('"page"'),
  );
  expect(searches).toHaveLength(4);
});

test('pages of the minute in which the newest was edited are all looked at again, and then no more', async () => {
  const { notion, namesOf } = await open({ pageSize: 2 });
  const now = new Date();
  notion.now = () => now;
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) notion.put(`/${name}`, 'text');
  expect(new Set(await namesOf()).size).toBe(5);
  const searches = notion.requests.filter(
    ({ path, body }) => path === '/v1/search' && body.includes('"page"'),
  );
  expect(searches).toHaveLength(6);
});

test('a second edit within the same minute is not missed', async () => {
  const { notion, connector } = await open();
  const now = new Date();
  notion.now = () => now;
  notion.put('/Busy', 'first');
  const first = await connector.list(undefined, undefined, signal);
  notion.put('/Busy', 'second');
  const second = await connector.list(undefined, undefined, signal);
  expect(second.items[0]?.versionKey).not.toBe(first.items[0]?.versionKey);
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
  notion.maxRows = 5;
  const names = Array.from({ length: 23 }, (_, number) => `Row ${number}`);
  for (const name of names) notion.putRow('Tasks', name, {});
  // Pages created in the minute in which one query ended are in the next query again.
  for (const selection of [undefined, [notion.database('Tasks').id]])
    expect(new Set(await namesOf(selection))).toEqual(new Set(names));
  const last = await lastPage(connector);
  expect(last.proof).toBeDefined();
});

test('rows of one minute that no query returns make a listing incomplete, so that nothing is taken for deleted', async () => {
  const { notion, connector } = await open();
  notion.maxRows = 5;
  const now = new Date('2026-01-01T00:00:00Z');
  notion.now = () => now;
  for (let number = 0; number < 9; number += 1) notion.putRow('Tasks', `Row ${number}`, {});
  const { id } = notion.database('Tasks');
  for (const selection of [undefined, [id]])
    expect(await lastPage(connector, selection)).toMatchObject({ proof: undefined });
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
  expect(last).toMatchObject({ proof: undefined });
});

test("requests go to Notion's own address, three a second", async () => {
  const { requested, paces, context } = recordRequests();
  await expect(openNotion(context).whoAmI(signal)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect([requested, [...paces]]).toEqual([['https://api.notion.com/v1/users/me'], [3]]);
});

test('pages below a page, data sources and rows are read over as many pages of a list as there are', async () => {
  const { notion, namesOf } = await open({ pageSize: 2 });
  const home = notion.put('/Home', '');
  const names = Array.from({ length: 7 }, (_, number) => `Child ${number}`);
  for (const name of names) notion.putChild(home, name, '');
  expect((await namesOf([home])).toSorted()).toEqual([...names, 'Home'].toSorted());
  const rows = ['A', 'B', 'C', 'D', 'E'].flatMap((database) => [
    `${database} 1`,
    `${database} 2`,
    `${database} 3`,
  ]);
  for (const row of rows) notion.putRow(row.slice(0, 1), row, {});
  expect((await namesOf()).toSorted()).toEqual([...rows, 'Home'].toSorted());
  expect((await namesOf([notion.database('C').id])).toSorted()).toEqual(['C 1', 'C 2', 'C 3']);
});

test.each([
  ['/v1/pages/', 500, 'PROVIDER_UNAVAILABLE'],
  ['/children', 503, 'PROVIDER_UNAVAILABLE'],
  ['/v1/databases/', 500, 'PROVIDER_UNAVAILABLE'],
  ['/query', 429, 'PROVIDER_RATE_LIMITED'],
])('a selection is not listed without what %s answers with %i', async (part, status, code) => {
  const { notion, namesOf } = await open();
  const home = notion.put('/Home', '');
  notion.putRow('Tasks', 'Write', {});
  notion.fault = ({ path }) => (path.includes(part) ? { kind: 'status', status } : undefined);
  await expect(namesOf([home, notion.database('Tasks').id])).rejects.toMatchObject({ code });
});

test('an empty selection is a whole listing of nothing', async () => {
  const { connector } = await open();
  expect(await connector.list(undefined, [], signal)).toEqual({
    items: [],
    deleted: [],
    skipped: [],
    proof: 'STATED',
  });
});

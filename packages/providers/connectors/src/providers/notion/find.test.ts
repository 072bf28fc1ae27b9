import { startNotionFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { asEarlierVersion } from '../../../test/earlier-cursor.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openNotion } from './index.ts';

const openOn = connectorsOnFakes(openNotion, (url) => ({ api: url }));
async function open() {
  const notion = await startNotionFake({ pageSize: 1 });
  return { notion, connector: openOn(notion, () => notion.token) };
}

test('a page is found within what it lies in: a page, a block, a database, a data source, with hyphens or without', async () => {
  const { notion, connector } = await open();
  const [home, other] = [notion.put('/Home', ''), notion.put('/Other', '')];
  const child = notion.putChild(notion.putToggle(home), 'Child', '');
  const row = notion.putRow('Tasks', 'Write', {});
  const below = notion.putChild(row, 'Below', '');
  const { id, source } = notion.database('Tasks');
  const isFound = async (page: string, selection: string[]) =>
    (await connector.find?.(page, signal, covering(selection))) !== undefined;
  expect(await isFound(child, [other, home])).toBe(true);
  expect(await isFound(child, [home.replaceAll('-', '')])).toBe(true);
  expect(await isFound(child, [child])).toBe(true);
  expect(await isFound(below, [id])).toBe(true);
  expect(await isFound(below, [source])).toBe(true);
  expect(await isFound(row, [home, other])).toBe(false);
  expect(await isFound(child, [home.toUpperCase()])).toBe(true);
  notion.trash(child);
  expect(await isFound(child, [home])).toBe(false);
  expect(await isFound(row, [home])).toBe(false);
  notion.moveToPage('Tasks', home);
  expect(await isFound(row, [home])).toBe(true);
});

test('a row is found within the wiki that has its database', async () => {
  const { notion, connector } = await open();
  notion.putRow('Wiki', 'Welcome', {});
  const row = notion.putRow('Tasks', 'Write', {});
  notion.moveToWiki('Tasks', 'Wiki');
  const covered = covering([notion.database('Wiki').id]);
  expect(await connector.find?.(row, signal, covered)).toMatchObject({ externalId: row });
});

test('a page that lies in itself, as Notion says, is in nothing else', async () => {
  const { notion, connector } = await open();
  const [home, page] = [notion.put('/Home', ''), notion.put('/Round', '')];
  const body = {
    object: 'page',
    id: page,
    last_edited_time: '2026-01-01T00:00:00.000Z',
    parent: { page_id: page },
  };
  notion.fault = ({ path }) => (path.endsWith(page) ? { kind: 'status', status: 200, body } : undefined);
  expect(await connector.find?.(page, signal, covering([home]))).toBeUndefined();
});

test('a page of which Notion does not show what it lies in is not taken for one outside of the selection', async () => {
  const { notion, connector } = await open();
  const [home, hidden] = [notion.put('/Home', ''), notion.put('/Hidden', '')];
  const child = notion.putChild(hidden, 'Child', '');
  for (const [status, code] of [
    [404, 'ITEM_FORBIDDEN'],
    [500, 'PROVIDER_UNAVAILABLE'],
  ] as const) {
    notion.fault = ({ path }) => (path.includes(hidden) ? { kind: 'status', status } : undefined);
    await expect(connector.find?.(child, signal, covering([home]))).rejects.toMatchObject({ code });
  }
});

test('a database within a selected page is read with it', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  const row = notion.putRow('Tasks', 'Write', {});
  notion.moveToPage('Tasks', home);
  expect((await listAll(connector, undefined, [home])).ids).toEqual([home, row].toSorted());
});

test('a page stays where its blocks are refused, which are named', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  notion.fault = ({ path }) => (path.endsWith('/children') ? { kind: 'status', status: 403 } : undefined);
  const listing = await listAll(connector, undefined, [home]);
  expect(listing).toMatchObject({
    ids: [home],
    skipped: [{ externalId: `part:${home}`, name: `block ${home}` }],
    isUnproven: true,
  });
});

test('the rows of all data sources of a database are listed, and what lies in the trash is not, also where search shows it', async () => {
  const { notion, connector } = await open();
  const kept = notion.putRow('Tasks', 'Kept', {});
  const trashed = notion.put('/Trashed', '');
  notion.showsTrash = true;
  notion.trash(trashed);
  const second = notion.addSource('Tasks', 'Second');
  const { id } = notion.database('Tasks');
  expect((await listAll(connector)).ids).toEqual([kept, second].toSorted());
  expect((await listAll(connector, undefined, [id])).ids).toEqual([kept, second].toSorted());
});

test('a selected page that is refused is no database that is nowhere', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  notion.fault = ({ path }) => (path === `/v1/pages/${home}` ? { kind: 'status', status: 403 } : undefined);
  const { skipped } = await listAll(connector, undefined, [home]);
  expect(skipped).toMatchObject([{ externalId: `part:${home}`, name: home }]);
});

test('what stands in a selected page and is not shared is not named, and proves nothing', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  notion.putLinkedDatabase(home);
  expect(await listAll(connector, undefined, [home])).toMatchObject({
    ids: [home],
    skipped: [],
    isUnproven: true,
  });
});

test('a comment without words is left out', async () => {
  const { notion, connector } = await open();
  const externalId = notion.put('/Plan', 'text');
  for (const words of [' ', 'Said', '']) notion.comment(externalId, words);
  const { body } = await connector.fetch({ externalId, versionKey: '1' }, signal);
  expect(await textOf(body)).toBe('# Plan\n\ntext\n\n## Comments\n\nSaid\n');
});

test.each([
  [404, { isMissing: true, reason: 'Its search names it, and Notion answers that there is none' }],
  [403, { isRefused: true, externalId: expect.stringContaining('part:') }],
])(
  'a data source of the workspace that is answered with %i is named, and the others are read',
  async (status, named) => {
    const { notion, connector } = await open();
    notion.putRow('Tasks', 'Write', {});
    const row = notion.putRow('Books', 'Read', {});
    const { source } = notion.database('Tasks');
    notion.fault = ({ path }) => (path.includes(source) ? { kind: 'status', status } : undefined);
    const { ids, skipped } = await listAll(connector);
    expect([ids, skipped]).toMatchObject([[row], [{ name: `Data source ${source}`, ...named }]]);
  },
);

test.each([
  ['page', 404, 'ITEM_NOT_FOUND'],
  ['data_source', 403, 'ITEM_FORBIDDEN'],
])('a search for each %s that is answered with %i is no empty one', async (object, status, code) => {
  const { notion, connector } = await open();
  notion.fault = ({ body }) => (body.includes(`"${object}"`) ? { kind: 'status', status } : undefined);
  await expect(listAll(connector)).rejects.toMatchObject({ code });
});

test('a listing that an earlier version began is ended', async () => {
  const { notion, connector } = await open();
  const home = notion.put('/Home', '');
  const { nextCursor } = await connector.list(undefined, [home], signal);
  expect((await listAll(connector, asEarlierVersion(nextCursor!, ['isCut']), [home])).isComplete).toBe(true);
});

test('of a selected page, its blocks that have others in them are asked for, and of one in the trash none', async () => {
  const { notion, connector } = await open();
  const [home, trashed] = [notion.put('/Home', ''), notion.put('/Trashed', '')];
  const child = notion.putChild(notion.putToggle(home), 'Child', '');
  notion.putChild(trashed, 'Below', '');
  notion.trash(trashed);
  notion.putParagraph(home);
  expect(await listAll(connector, undefined, [home, trashed])).toMatchObject({
    ids: [child, home].toSorted(),
    isUnproven: false,
  });
});

test('a page that is found is marked as one that may change, as when it is listed', async () => {
  const { notion, connector } = await open();
  notion.now = () => new Date();
  const id = notion.put('/Plan', '');
  expect((await connector.find?.(id, signal))?.versionKey).toMatch(/^\S+ at \S+$/);
});

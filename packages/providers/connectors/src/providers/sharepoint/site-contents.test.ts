import type { GraphEmulatorOptions } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal, textOf } from '../../../test/conformance-subject.ts';
import { graphTenants } from '../../../test/graph.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';
import { openSharePoint } from './index.ts';

const start = graphTenants(openSharePoint);
const site = 'example.sharepoint.com,guid0,guid';

async function open(options: GraphEmulatorOptions = {}) {
  const closedSites = new Set<string>();
  const tenant = await start({ pageSize: 2, closedSites, ...options });
  const { store } = tenant;
  store.sites.set(site, ['b!0']);
  store.put('b!0', { id: 'x', name: 'x.txt' });
  const page = (id: string, html = '<p>Text</p>') => ({ id, title: `Page ${id}`, html, version: 1 });
  store.sitePages.set(site, [page('p1', '<h2>Leave</h2><p>30 <b>days</b></p>'), page('p2'), page('p3')]);
  const columns = [
    { name: 'Title', displayName: 'Title' },
    { name: 'Due', displayName: 'Due date' },
    { name: 'Body', displayName: 'Notes', text: { textType: 'richText' } },
    { name: 'Owner', displayName: 'Owner' },
    { name: 'ID', displayName: 'ID', readOnly: true },
    { name: '_Hidden', displayName: 'Hidden', hidden: true },
    { name: 'Attachments', displayName: 'Attachments' },
  ];
  const rows = Array.from({ length: 5 }, (_, number) => ({
    Title: `Risk ${number} | high`,
    Due: '2026-01-31',
    Body: '<div>Call <b>Ada</b></div>',
    Owner: [
      { LookupId: 6, LookupValue: 'Ada' },
      { LookupId: 7, LookupValue: 'Bob' },
    ],
    ID: number,
  }));
  const list = (id: string, more: object = {}) => ({ id, displayName: `List ${id}`, columns, rows, ...more });
  store.siteLists.set(site, [
    list('l1'),
    list('l2', { template: 'documentLibrary' }),
    list('l3', { hidden: true }),
    list('l4', { template: 'webPageLibrary' }),
    list('l5'),
  ]);
  return { ...tenant, closedSites };
}
const fetchText = async (connector: Awaited<ReturnType<typeof open>>['connector'], externalId: string) =>
  textOf((await connector.fetch({ externalId, versionKey: '1' }, signal)).body);

test('pages and lists of a site are read where they are selected, to the last page of each', async () => {
  const { connector } = await open();
  const { ids, items, isComplete, isUnproven, syncCursor } = await listAll(connector, undefined, [
    `pages:${site}`,
    `lists:${site}`,
    'b!0',
  ]);
  const contents = ['list:l1', 'list:l5', 'page:p1', 'page:p2', 'page:p3'];
  expect(ids).toEqual(['b!0:x', ...contents.map((one) => one.replace(':', `:${site}:`))]);
  expect([isComplete, isUnproven, syncCursor]).toEqual([true, false, undefined]);
  expect(items.find(({ externalId }) => externalId.endsWith(':p1'))).toMatchObject({
    name: 'Page p1',
    url: 'https://contoso.sharepoint.com/SitePages/Page%20p1.aspx',
    modifiedAt: '2026-01-01T00:00:00Z',
  });
  expect((await listAll(connector)).ids).toEqual(['b!0:x']);
});

test('a page is its title, its texts, and the words of its other web parts', async () => {
  const { connector } = await open();
  expect(await fetchText(connector, `page:${site}:p1`)).toBe(
    '# Page p1\n\n## Leave\n\n30 **days**\n\nQuick links\n\nTravel \\<policy>\n',
  );
});

test('a title with a slash is no path', async () => {
  const { connector, store } = await open();
  const [page] = store.sitePages.get(site) ?? [];
  const [list] = store.siteLists.get(site) ?? [];
  store.sitePages.set(site, [{ ...page!, title: 'Leave/Travel' }]);
  store.siteLists.set(site, [{ ...list!, displayName: 'Risks/2026' }]);
  const nameOf = async (externalId: string) =>
    (await connector.fetch({ externalId, versionKey: '1' }, signal)).fileName;
  expect(await nameOf(`page:${site}:p1`)).toBe('Leave-Travel.md');
  expect(await nameOf(`list:${site}:l1`)).toBe('Risks-2026.md');
});

test('a list whose items repeat for ever is an error', async () => {
  const { connector } = await open({ repeatsPages: () => true });
  await expect(fetchText(connector, `list:${site}:l1`)).rejects.toMatchObject({ code: 'LISTING_ENDLESS' });
});

test('a list is a table of the columns that its users fill, with all its rows', async () => {
  const { connector } = await open();
  const row = (number: number) => `| Risk ${number} \\| high | 2026-01-31 | Call Ada | Ada, Bob |\n`;
  expect(await fetchText(connector, `list:${site}:l1`)).toBe(
    `# List l1\n\n| Title | Due date | Notes | Owner |\n| --- | --- | --- | --- |\n${[0, 1, 2, 3, 4].map(row).join('')}`,
  );
});

test('a page that is edited is another version, a draft is skipped with a reason, and one that is gone says so', async () => {
  const { connector, store } = await open();
  const [first, second] = store.sitePages.get(site) ?? [];
  const select = [`pages:${site}`];
  const before = await listAll(connector, undefined, select);
  store.sitePages.set(site, [
    { ...first!, version: 2, level: 'checkout' },
    { ...second!, level: 'checkout' },
  ]);
  const after = await listAll(connector, undefined, select);
  expect(after.items[0]?.versionKey).not.toBe(before.items[0]?.versionKey);
  expect(after.ids).toEqual([`page:${site}:p1`]);
  expect(after.skipped).toEqual([
    { externalId: `page:${site}:p2`, name: 'Page p2', reason: 'The page is not published' },
  ]);
  expect(await connector.find?.(`page:${site}:p1`, signal)).toMatchObject({ name: 'Page p1' });
  expect(await connector.find?.(`page:${site}:p3`, signal)).toBeUndefined();
  await expect(fetchText(connector, `page:${site}:p3`)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
});

test('pages that break off half way prove nothing of the rest', async () => {
  let asked = 0;
  const { connector } = await open({
    fault: ({ path }) =>
      path.endsWith('/microsoft.graph.sitePage') && asked++ > 0
        ? { status: 404, body: { error: { code: 'itemNotFound', message: 'Gone' } } }
        : undefined,
  });
  const { ids, isUnproven } = await listAll(connector, undefined, [`pages:${site}`]);
  expect([ids.length, isUnproven]).toEqual([2, true]);
});

test('a site that is gone has no pages', async () => {
  const { connector } = await open({
    fault: ({ path }) =>
      path.endsWith('/microsoft.graph.sitePage')
        ? { status: 404, body: { error: { code: 'itemNotFound', message: 'Gone' } } }
        : undefined,
  });
  const { ids, isUnproven } = await listAll(connector, undefined, [`pages:${site}`]);
  expect([ids, isUnproven]).toEqual([[], false]);
});

test('a site that is closed for a while proves nothing of its pages', async () => {
  const { connector, closedSites } = await open();
  closedSites.add(site);
  expect(await listAll(connector, undefined, [`pages:${site}`])).toMatchObject({ ids: [], isUnproven: true });
});

test('a list is looked up and read by its id in its site', async () => {
  const { connector } = await open();
  const externalId = `list:${site}:l5`;
  expect(await connector.find?.(externalId, signal)).toMatchObject({ externalId, name: 'List l5' });
  expect(await connector.find?.(`list:${site}:gone`, signal)).toBeUndefined();
});

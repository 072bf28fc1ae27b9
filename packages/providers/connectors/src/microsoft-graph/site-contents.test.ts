import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { textOf } from '../../test/conformance-subject.ts';
import type { GraphApi } from './graph-api.ts';
import { siteReplies } from './replies.ts';
import {
  collectionOf,
  fetchSiteContent,
  findSiteContent,
  readCollection,
  readSiteContentId,
} from './site-contents.ts';

/** A site that answers as Graph describes it, in the form that replies are read in. */
function siteOf({
  pages = [],
  lists = [],
  columns = [],
  rows = [],
}: {
  readonly pages?: readonly object[];
  readonly lists?: readonly object[];
  readonly columns?: readonly object[];
  readonly rows?: readonly object[];
}) {
  const answered: Partial<GraphApi> = {
    sitePages: async () => siteReplies.pages.parse({ value: pages }),
    sitePage: async () => siteReplies.page.parse(pages[0]),
    lists: async () => siteReplies.lists.parse({ value: lists }),
    list: async () => siteReplies.list.parse(lists[0]),
    columns: async () => siteReplies.columns.parse({ value: columns }),
    listItems: async () => siteReplies.items.parse({ value: rows.map((fields) => ({ fields })) }),
  };
  return answered as GraphApi;
}
const pagesOf = (pages: readonly object[]) => readCollection(siteOf({ pages }), { kind: 'pages', site: 's' });
const listsOf = (lists: readonly object[]) => readCollection(siteOf({ lists }), { kind: 'lists', site: 's' });
const asIs = async (html: string) => html;

test('what Graph leaves out of a page or list is null, and its version is what there is', async () => {
  const nothing = { path: null, url: null, modifiedAt: null, sizeBytes: null };
  const kind = { mimeType: 'text/markdown', kind: 'page' };
  const page = { externalId: 'page:s:1', name: '', versionKey: '', ...nothing, ...kind };
  expect(await pagesOf([{ id: '1' }])).toEqual({ items: [page], skipped: [], link: undefined });
  const list = { ...page, externalId: 'list:s:1', name: 'L' };
  expect((await listsOf([{ id: '1', displayName: 'L', list: {} }])).items).toEqual([list]);
});

test.each([
  [{ name: 'a.aspx', title: 'A', eTag: 'e', lastModifiedDateTime: 'm', webUrl: 'u' }, 'A', 'e'],
  [{ name: 'a.aspx', title: '', lastModifiedDateTime: 'm' }, 'a.aspx', 'm'],
  [{ name: 'a.aspx', title: null, eTag: null }, 'a.aspx', ''],
])('a page with %j is called %s, in the version "%s"', async (fields, name, versionKey) => {
  const [item] = (await pagesOf([{ id: '1', ...fields }])).items;
  const { lastModifiedDateTime: modifiedAt = null, webUrl: url = null } = fields as Record<string, string>;
  expect(item).toMatchObject({ name, versionKey, modifiedAt, url });
});

test.each([
  [{ eTag: 'e', lastModifiedDateTime: 'm', webUrl: 'u' }, 'm', 'm', 'u'],
  [{ eTag: 'e' }, 'e', null, null],
])('a list with %j has the version %s', async (fields, versionKey, modifiedAt, url) => {
  const { items } = await listsOf([{ id: '1', displayName: 'L', list: {}, ...fields }]);
  expect(items).toMatchObject([{ versionKey, modifiedAt, url }]);
});

test.each([
  [undefined, true],
  [{}, true],
  [{ level: 'published' }, true],
  [{ level: 'checkout' }, false],
  [{ level: 'checkout', versionId: '0.3' }, false],
  [{ level: 'checkout', versionId: '1.0' }, true],
  [{ level: 'draft', versionId: '10.1' }, true],
])('a page in the state %j is published: %s', async (publishingState, isPublished) => {
  const { items, skipped } = await pagesOf([{ id: '1', name: 'a.aspx', publishingState }]);
  expect([items.length, skipped.length]).toEqual(isPublished ? [1, 0] : [0, 1]);
  if (!isPublished) expect(skipped[0]).toMatchObject({ externalId: 'page:s:1', name: 'a.aspx' });
});

test.each([
  [{}, true],
  [{ hidden: false, template: 'genericList' }, true],
  [{ hidden: true }, false],
  [{ template: 'documentLibrary' }, false],
  [{ template: 'PictureLIBRARY' }, false],
  [{ template: 'libraryOfLinks' }, true],
])('a list with %j is a table: %s', async (list, isTable) => {
  expect((await listsOf([{ id: '1', displayName: 'L', list }])).items).toHaveLength(isTable ? 1 : 0);
});

test('a page has its sections in their order, and then what stands beside them', async () => {
  const texts = [{ value: 'a < b & c' }, { value: null }, {}];
  const shown = {
    title: 'Links',
    serverProcessedContent: { searchablePlainTexts: texts, htmlStrings: [{ value: '<i>h</i>' }] },
  };
  const page = {
    id: '1',
    eTag: 'e',
    title: 'T & <U> & <V>',
    canvasLayout: {
      horizontalSections: [
        { columns: [{ webparts: [{ innerHtml: '<p>one</p>' }, { data: shown }] }, {}] },
        {},
      ],
      verticalSection: {
        webparts: [
          { innerHtml: '<p>beside</p>' },
          { data: null },
          {},
          { data: { serverProcessedContent: null } },
        ],
      },
    },
  };
  const id = { kind: 'page', site: 's', id: '1' };
  const { body, ...rest } = await fetchSiteContent(siteOf({ pages: [page] }), id, asIs);
  expect(await textOf(body)).toBe(
    '<h1>T &amp; &lt;U&gt; &amp; &lt;V&gt;</h1><p>one</p><p>Links</p><p>a &lt; b &amp; c</p><i>h</i><p>beside</p>',
  );
  expect(rest).toEqual({ mimeType: 'text/markdown', fileName: 'T & <U> & <V>.md', versionKey: 'e' });
  for (const canvasLayout of [null, undefined, {}, { horizontalSections: null, verticalSection: null }]) {
    const empty = siteOf({ pages: [{ id: '1', name: 'a/b/c', canvasLayout }] });
    const fetched = await fetchSiteContent(empty, id, asIs);
    expect([await textOf(fetched.body), fetched.fileName]).toEqual(['<h1>a/b/c</h1>', 'a-b-c.md']);
  }
});

test.each([
  ['text', 'text'],
  ['a | b\n\tc', 'a \\| b c'],
  [0, '0'],
  [true, 'Yes'],
  [false, 'No'],
  [null, ''],
  [undefined, ''],
  [['a', null, 'b'], 'a, b'],
  [{ LookupValue: 'Ada', Email: 'ada@example.com' }, 'Ada'],
  [{ Description: 'Words', Url: 'https://a.example' }, 'Words'],
  [{ Url: 'https://a.example', Email: 'e' }, 'https://a.example'],
  [{ Email: 'ada@example.com' }, 'ada@example.com'],
  [{ Other: 'x' }, ''],
  ['<b>kept</b>', '<b>kept</b>'],
])('a field of the value %j is written as "%s"', async (value, cell) => {
  const site = siteOf({
    lists: [{ id: '1', displayName: 'L', list: {} }],
    columns: [{ name: 'A', displayName: 'Column | A' }],
    rows: [{ A: value, B: 'no column' }],
  });
  const { body } = await fetchSiteContent(site, { kind: 'list', site: 's', id: '1' }, asIs);
  expect(await textOf(body)).toBe(`# L\n\n| Column \\| A |\n| --- |\n| ${cell} |\n`);
});

test('columns of SharePoint itself are left out, and rich text is its words', async () => {
  const column = (name: string, more: object = {}) => ({ name, displayName: name, ...more });
  const site = siteOf({
    lists: [{ id: '1', displayName: 'L', list: {} }],
    columns: [
      column('ContentType'),
      column('Attachments'),
      column('Hidden', { hidden: true }),
      column('Locked', { readOnly: true }),
      column('Rich', { text: { textType: 'richText' } }),
      column('Plain', { text: {} }),
      column('Null', { text: null }),
    ],
    rows: [{ Rich: '<p>a<br>b</p>', Plain: '<p>', Null: 'n' }],
  });
  const { body } = await fetchSiteContent(site, { kind: 'list', site: 's', id: '1' }, asIs);
  expect(await textOf(body)).toBe('# L\n\n| Rich | Plain | Null |\n| --- | --- | --- |\n| a b | <p> | n |\n');
});

test.each([
  ['page:host,1,2:3', { kind: 'page', site: 'host,1,2', id: '3' }],
  ['list:host,1,2:3', { kind: 'list', site: 'host,1,2', id: '3' }],
  ['drive:item', undefined],
  ['page:host', undefined],
])('the external id %s names %j', (externalId, expected) => {
  expect(readSiteContentId(externalId)).toEqual(expected);
});

test.each([
  ['pages:host,1,2', { kind: 'pages', site: 'host,1,2' }],
  ['lists:host,1,2', { kind: 'lists', site: 'host,1,2' }],
  ['page:host,1,2', undefined],
  ['my-pages:host,1,2', undefined],
  ['host,1,2', undefined],
])('%s selects %j', (selected, expected) => {
  expect(collectionOf(selected)).toEqual(expected);
});

test('a page or list is gone when Graph says so, and for no other reason', async () => {
  for (const kind of ['page', 'list']) {
    const failing = (code: 'ITEM_NOT_FOUND' | 'ITEM_FORBIDDEN') => {
      const refuse = () => Promise.reject(new AppError(code, 'No'));
      return { ...siteOf({}), sitePage: refuse, list: refuse } as GraphApi;
    };
    expect(await findSiteContent(failing('ITEM_NOT_FOUND'), { kind, site: 's', id: '1' })).toBeUndefined();
    await expect(
      findSiteContent(failing('ITEM_FORBIDDEN'), { kind, site: 's', id: '1' }),
    ).rejects.toMatchObject({ code: 'ITEM_FORBIDDEN' });
  }
});

test('what Graph says is null of a page, its parts, a list or its columns is as good as left out', () => {
  const fields = { webUrl: null, eTag: null, lastModifiedDateTime: null };
  const shown = { searchablePlainTexts: null, htmlStrings: null };
  const webparts = [{ data: { title: null, serverProcessedContent: shown } }];
  const canvasLayout = { verticalSection: { webparts } };
  expect(
    siteReplies.page.parse({ id: '1', title: null, publishingState: null, canvasLayout, ...fields }).parts,
  ).toEqual([{ title: '', texts: [], htmls: [] }]);
  const list = { id: '1', displayName: 'L', list: { template: null }, ...fields };
  expect(siteReplies.list.safeParse(list).success).toBe(true);
  const column = { name: 'A', displayName: 'A', text: null, lookup: null, personOrGroup: null };
  expect(siteReplies.columns.parse({ value: [column] }).value).toEqual([
    { ...column, hidden: false, readOnly: false },
  ]);
});

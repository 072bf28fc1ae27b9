import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import type { GraphApi } from './graph-api.ts';
import { tableOf } from './list-table.ts';
import { siteReplies } from './replies.ts';

const closed = new AppError('ITEM_FORBIDDEN', 'Access denied', { details: { status: 403 } });

/** The cells of a list's only row; other lists of its site have rows by their ids. */
async function rowOf(
  columns: readonly object[],
  fields: object,
  lists: Readonly<Record<string, readonly object[] | AppError>> = {},
): Promise<string[]> {
  const answered: Partial<GraphApi> = {
    columns: async () => siteReplies.columns.parse({ value: columns }),
    async listItems(_site, list) {
      const rows = list === 'own' ? [{ id: '1', fields }] : (lists[list] ?? []);
      if (rows instanceof AppError) throw rows;
      return siteReplies.items.parse({ value: rows });
    },
  };
  let text = '';
  for await (const part of tableOf(answered as GraphApi, { site: 's', id: 'own', name: 'Tasks' }))
    text += Buffer.from(part).toString();
  return text.trim().split('\n').at(-1)!.slice(2, -2).split(' | ');
}
const column = (name: string, more: object = {}) => ({ name, displayName: name, ...more });

test.each([
  ['managed metadata', { Label: 'Facilities', TermGuid: 'a', WssId: 5 }, 'Facilities'],
  ['several terms', [{ Label: 'Law' }, { Label: 'Rent' }], 'Law, Rent'],
  ['a place', { DisplayName: 'Contoso HQ', Coordinates: { Latitude: 1 } }, 'Contoso HQ'],
  ['a place in a text', '{"DisplayName":"Contoso HQ","Coordinates":{"Latitude":1}}', 'Contoso HQ'],
  ['a picture', '{"type":"thumbnail","fileName":"plan.jpg","serverUrl":"https://x"}', 'plan.jpg'],
  [
    'several people',
    [
      { LookupId: 7, LookupValue: 'Ada' },
      { LookupId: 8, LookupValue: 'Bob' },
    ],
    'Ada, Bob',
  ],
  ['a link', { Description: 'Manual', Url: 'https://x' }, 'Manual'],
  ['a text in braces', '{not JSON}', '{not JSON}'],
  ['a yes', true, 'Yes'],
  ['a no', false, 'No'],
  ['a number', 7.5, '7.5'],
  ['an address', { Address: { Street: '1 Road', City: 'Bonn' } }, '1 Road'],
  ['a place without a name', { City: 'Bonn', Coordinates: { Latitude: 1 } }, 'Bonn'],
  ['a person without a name', { LookupId: 7, LookupValue: '', Email: 'ada@contoso.com' }, 'ada@contoso.com'],
  ['a link without words', { Description: '', Url: 'https://x' }, 'https://x'],
  ['a list with an empty entry', ['a', '', 'b'], 'a, b'],
])('%s is written as people read it', async (_what, value, cell) => {
  expect(await rowOf([column('A')], { A: value })).toEqual([cell]);
});

test('bars in the names of columns and in cells are no borders', async () => {
  const answered: Partial<GraphApi> = {
    columns: async () => siteReplies.columns.parse({ value: [{ name: 'A', displayName: 'A|B|C' }] }),
    listItems: async () => siteReplies.items.parse({ value: [{ id: '1', fields: { A: 'x|y|z' } }] }),
  };
  const parts = await Array.fromAsync(tableOf(answered as GraphApi, { site: 's', id: 'own', name: 'Tasks' }));
  expect(Buffer.concat(parts).toString()).toBe('# Tasks\n\n| A\\|B\\|C |\n| --- |\n| x\\|y\\|z |\n');
});

test('rich text has its characters and no marks', async () => {
  const text = '<div>R&amp;D &lt;b&gt; caf&#233;&nbsp;&#x41; &unknown; &#9999999999;</div>';
  const columns = [column('A', { text: { textType: 'richText' } })];
  expect(await rowOf(columns, { A: text })).toEqual(['R&D <b> café A &unknown; &#9999999999;']);
  expect(await rowOf(columns, { A: 'say &quot;it&apos;s&QUOT; &#0; &#x10FFFF;' })).toEqual([
    `say "it's" &#0; \u{10ffff}`,
  ]);
});

test('a single person and a single look-up are written by their names', async () => {
  const columns = [
    column('Owner', { personOrGroup: {} }),
    column('Room', { lookup: { listId: 'rooms', columnName: 'Label' } }),
  ];
  const lists = {
    'User Information List': [{ id: '7', fields: { Title: 'Ada Lovelace' } }],
    rooms: [{ id: '3', fields: { Label: 'Blue room' } }],
  };
  const fields = { OwnerLookupId: '7', RoomLookupId: '3' };
  expect(await rowOf(columns, fields, lists)).toEqual(['Ada Lovelace', 'Blue room']);
});

test('a look-up that names no column shows titles, and one that names no list its number', async () => {
  const columns = [
    column('Room', { lookup: { listId: 'rooms' } }),
    column('Other', { lookup: {} }),
    column('Note', { text: {} }),
  ];
  const lists = { rooms: [{ id: '3', fields: { Title: 'Blue room' } }] };
  const fields = { RoomLookupId: '3', OtherLookupId: '4', Note: 'a &amp; b' };
  expect(await rowOf(columns, fields, lists)).toEqual(['Blue room', '#4', 'a &amp; b']);
});

test('of a list that is closed the numbers are written, and the rest of the row', async () => {
  const columns = [column('Title'), column('Owner', { personOrGroup: {} })];
  const fields = { Title: 'Lease', OwnerLookupId: '7' };
  expect(await rowOf(columns, fields, { 'User Information List': closed })).toEqual(['Lease', '#7']);
});

test('two look-ups into one list show a column of it each, and one that is looked up twice is read once', async () => {
  const asked: string[] = [];
  const lookUp = (name: string, columnName: string) =>
    column(name, { lookup: { listId: 'rooms', columnName } });
  const columns = [lookUp('Room', 'Label'), lookUp('Floor', 'Level'), lookUp('Spare', 'Label')];
  const rows = [{ id: '3', fields: { Label: 'Blue room', Level: 2 } }];
  const fields = { RoomLookupId: '3', FloorLookupId: '3', SpareLookupId: '3' };
  const lists = {
    get rooms() {
      asked.push('rooms');
      return rows;
    },
  };
  expect(await rowOf(columns, fields, lists)).toEqual(['Blue room', '2', 'Blue room']);
  expect(asked).toEqual(['rooms', 'rooms']);
});

test('of the names in a list twenty thousand are read', async () => {
  const pages: (string | undefined)[] = [];
  const named = Array.from({ length: 10_000 }, (_, id) => ({ id: String(id), fields: { Title: `T${id}` } }));
  const answered: Partial<GraphApi> = {
    columns: async () => siteReplies.columns.parse({ value: [column('A', { lookup: { listId: 'names' } })] }),
    async listItems(_site, list, link) {
      if (list === 'own') return siteReplies.items.parse({ value: [{ id: '1', fields: { ALookupId: 9 } }] });
      pages.push(link);
      const value = named.map(({ id, fields }) => ({ id: `${pages.length > 1 ? 'x' : ''}${id}`, fields }));
      return { value, '@odata.nextLink': `https://graph.microsoft.com/${pages.length}` };
    },
  };
  const parts = await Array.fromAsync(tableOf(answered as GraphApi, { site: 's', id: 'own', name: 'Tasks' }));
  expect(Buffer.concat(parts).toString()).toContain('| T9 |');
  expect(pages).toEqual([undefined, 'https://graph.microsoft.com/1']);
});

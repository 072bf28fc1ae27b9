import { expect, test } from '@jest/globals';
import { item } from './api.ts';
import { isSelected, sortItems } from './items.ts';

const fileOf = (fields: object = {}) => item.parse({ type: 'file', id: '7', name: 'a.txt', ...fields });
const only = (fields: object) => sortItems([fileOf(fields)]).items[0];

test.each([
  [{ sha1: 's', etag: 'e' }, 's'],
  [{ etag: 'e' }, 'e'],
  [{}, '7'],
])('the version of a file with %j is %s', (fields, version) => {
  expect(only(fields)?.versionKey).toBe(version);
});

test('what Box leaves out is null, and the time is that of the content where Box knows it', () => {
  expect(only({})).toMatchObject({ path: null, mimeType: null, sizeBytes: null, modifiedAt: null });
  expect(only({ modified_at: 'm' })?.modifiedAt).toBe('m');
  expect(only({ modified_at: 'm', content_modified_at: 'c' })?.modifiedAt).toBe('c');
});

test.each(['plan.boxnote', 'Plan.BoxNote'])('%s is read as Markdown', (name) => {
  expect(only({ name })?.mimeType).toBe('text/markdown');
});

test.each(['a.boxnote.txt', 'a.gdoc.txt', 'a.gsheet.bak', 'a.boxcanvas.pdf', 'aXgdoc'])(
  '%s is a file as any other',
  (name) => {
    expect(only({ name })).toMatchObject({ name, mimeType: null });
  },
);

test.each(['a.BOXCANVAS', 'a.Gdoc'])('%s is skipped, however it is written', (name) => {
  expect(sortItems([fileOf({ name })])).toMatchObject({ items: [], skipped: [{ name }] });
});

test('neither folders nor what lies in the trash are items', () => {
  const entries = [
    fileOf({ type: 'folder' }),
    fileOf({ item_status: 'trashed' }),
    fileOf({ item_status: 'deleted' }),
  ];
  expect(sortItems(entries)).toEqual({ items: [], skipped: [] });
});

test('a bookmark is skipped under an id of its own kind', () => {
  expect(sortItems([fileOf({ type: 'web_link' }), fileOf({ type: 'hub' })]).skipped).toMatchObject([
    { externalId: 'web_link:7', reason: expect.stringContaining('bookmark') },
    { externalId: 'hub:7', reason: expect.stringContaining('hub') },
  ]);
});

const below = (...ids: string[]) =>
  fileOf({ path_collection: { entries: ids.map((id) => ({ id, name: `folder ${id}` })) } });

test.each([
  [['7'], below('0', '1'), true],
  [['file:7'], below('0', '1'), true],
  [['folder:7'], below('0', '1'), false],
  [['1'], below('0', '1'), true],
  [['folder:1'], below('0', '1'), true],
  [['file:1'], below('0', '1'), false],
  [['2'], below('0', '1'), false],
  [['0'], fileOf(), true],
  [['1'], fileOf(), false],
])('of %j is selected: %#', (selection, file, expected) => {
  expect(isSelected(file, selection)).toBe(expected);
});

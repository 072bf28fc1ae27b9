import { expect, test } from '@jest/globals';
import { cutProperties, propertyLines, relatedPages } from './properties.ts';
import type { Page } from './replies.ts';
import { itemOf } from './tree.ts';

const pageOf = (properties: Page['properties']): Page => ({
  object: 'page',
  id: 'p',
  last_edited_time: '',
  in_trash: false,
  parent: null,
  properties,
});

test.each([
  [119_999, true],
  [120_000, false],
])('a version %i ms after the minute of its edit is marked as one that may change: %s', (age, isMarked) => {
  const page = { ...pageOf({}), last_edited_time: '2026-01-01T00:00:00.000Z' };
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
  ['place', { place: { name: 'Office' } }, 'Office'],
  ['place', { place: null }, ''],
  ['multi_select', { multi_select: [{ name: 'A' }, { name: 'B' }] }, 'A, B'],
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
          { type: 'relation', relation: [{ id: 'a' }] },
        ],
      },
    },
    '1',
  ],
])('a property of the type %s, %j, is written as "%s"', (type, value, text) => {
  expect(propertyLines(pageOf({ Field: { type, ...value } }), new Map())).toBe(text && `- Field: ${text}`);
});

test('what a property does not show is named by its number, or by that there is more', () => {
  const related = { type: 'relation', relation: [{ id: 'a' }, { id: 'hidden' }, { id: 'b' }, { id: 'c' }] };
  const people = { type: 'people', people: [{ name: 'Ada' }] };
  const titles = new Map([
    ['a', 'A'],
    ['hidden', ''],
  ]);
  const page = pageOf({
    Name: { type: 'title', title: [{ plain_text: 'Title' }] },
    Related: related,
    Team: { ...people, has_more: true },
    Owner: { ...people, has_more: false },
    None: { type: 'relation', relation: [] },
  });
  expect(propertyLines(page, titles)).toBe('- Related: A, and 2 more\n- Team: Ada, and more\n- Owner: Ada');
  expect(relatedPages(page)).toEqual(['a', 'hidden', 'b', 'c']);
});

test.each([
  ['people', 25, { id: 'x' }, true],
  ['people', 24, { id: 'x' }, false],
  ['title', 25, { id: 'x' }, true],
  ['rich_text', 25, { id: 'x' }, true],
  ['relation', 25, { id: 'x' }, true],
  ['multi_select', 25, { id: 'x' }, false],
  ['people', 25, {}, false],
  ['people', 25, { id: 'x', people: null }, false],
  ['rich_text', 0, { id: 'x', rich_text: 'a text that is longer than 25 values' }, false],
])('a property of %s with %i values and %j may be cut: %s', (type, length, fields, isCut) => {
  const values = Array.from({ length }, () => ({}));
  const page = pageOf({ Field: { type, [type]: values, ...fields } });
  expect(cutProperties(page)).toEqual(isCut ? [{ name: 'Field', id: 'x', type }] : []);
});

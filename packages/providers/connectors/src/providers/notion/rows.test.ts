import { expect, test } from '@jest/globals';
import { afterRows, firstRows } from './properties.ts';
import { listing } from './replies.ts';

const rowsOf = (fields: object) =>
  listing.parse({ results: [], has_more: false, next_cursor: null, ...fields });
const row = (created_time: string | null) => ({
  object: 'page',
  id: 'p',
  created_time,
  last_edited_time: '2026-01-01T00:00:00.000Z',
});
const incomplete = { request_status: { type: 'incomplete' } };

test('the next page of a query follows, and keeps in mind that the query is cut short', () => {
  const more = { has_more: true, next_cursor: 'c' };
  expect(afterRows(rowsOf(more), firstRows)).toEqual({ next: { ...firstRows, cursor: 'c' }, isWhole: true });
  expect(afterRows(rowsOf({ ...more, ...incomplete }), firstRows).next).toEqual({
    cursor: 'c',
    createdSince: null,
    isCapped: true,
  });
});

test('after a query that was cut short another begins where the last row was created', () => {
  const results = [
    row('2026-01-01T00:00:00.000Z'),
    row('2026-01-02T00:00:00.000Z'),
    { object: 'data_source', id: 's' },
  ];
  const next = { ...firstRows, createdSince: '2026-01-02T00:00:00.000Z' };
  expect(afterRows(rowsOf({ results, ...incomplete }), firstRows)).toEqual({ next, isWhole: true });
  expect(afterRows(rowsOf({ results }), { ...firstRows, isCapped: true })).toEqual({ next, isWhole: true });
  expect(afterRows(rowsOf({ results }), firstRows)).toEqual({ next: undefined, isWhole: true });
});

test.each([
  ['has no rows', []],
  ['has nothing but a database', [{ object: 'data_source', id: 's' }]],
  ['has rows of the minute in which it began', [row('2026-01-02T00:00:00.000Z')]],
])('a query that is cut short and %s leads no further, and shows not all', (_what, results) => {
  const position = { ...firstRows, createdSince: '2026-01-02T00:00:00.000Z', isCapped: true };
  expect(afterRows(rowsOf({ results }), position)).toEqual({ next: undefined, isWhole: false });
});

import { expect, test } from '@jest/globals';
import { blocksOf, dropCutMarks, fromBestHit } from './passage-blocks.ts';

const markdown = '# Rules\n\nNothing here.\n\n## Parking\n\nGuests park on level two.\n\nMore.';
const excerpt = (query: string) =>
  fromBestHit(blocksOf(markdown), query)
    .map(({ raw }) => raw)
    .join('')
    .trim();

test('an excerpt begins at the block with the most words of the query, with its heading', () => {
  expect(excerpt('where do guests go')).toBe('## Parking\n\nGuests park on level two.\n\nMore.');
});

test('an excerpt without a word of the query is the whole passage', () => {
  expect(excerpt('unknown')).toBe(markdown);
});

test('a heading that has the words of the query begins an excerpt', () => {
  expect(excerpt('parking')).toMatch(/^## Parking/);
});

test.each([
  ['quotes', '>', 9_000],
  ['emphasis', '_a', 4_900],
  ['brackets', '[', 10_000],
  ['a text too long to be read', '*a ', 100_000],
])('%s without end stay plain text, in less than five seconds', (_, piece, count) => {
  const startedAt = performance.now();
  const text = piece.repeat(count);
  expect(blocksOf(text).map(({ raw }) => raw)).toEqual([text]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('100 nested quotes are not nested boxes', () => {
  expect(blocksOf(`${'> '.repeat(100)}deep`)).toMatchObject([{ type: 'text' }]);
});

test.each([
  ['hangs in the [lodge](https://example.com/lo', 'hangs in the lodge'],
  ['lodge](https://example.com/lodge) of the house', 'lodge of the house'],
  ['the **spare key hangs', 'the spare key hangs'],
  [
    'the **spare** key in the [lodge](https://example.com)',
    'the **spare** key in the [lodge](https://example.com)',
  ],
  ['see [1] and (2)', 'see [1] and (2)'],
])('of marks that a quotation cuts, in %j, none is left', (quote, expected) => {
  expect(dropCutMarks(quote)).toBe(expected);
});

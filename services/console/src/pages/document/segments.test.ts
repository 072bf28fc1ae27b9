import { expect, test } from '@jest/globals';
import { segmentsOf, spanOf, splitAt } from './segments.ts';

const text = 'abcdefghij';
const chunk = (ordinal: number, start: number, end: number) => ({
  ordinal,
  start,
  end,
  tokens: 1,
  text: text.slice(start, end),
});
const shape = (chunks: Parameters<typeof segmentsOf>[0]) =>
  segmentsOf(chunks).map((segment) => [segment.text, segment.chunks, segment.begins?.ordinal]);

test('chunks that overlap share a piece of the text', () => {
  expect(shape([chunk(0, 0, 6), chunk(1, 4, 10)])).toEqual([
    ['abcd', [0], 0],
    ['ef', [0, 1], 1],
    ['ghij', [1], undefined],
  ]);
});

test('what lies between two chunks is a gap of one line', () => {
  expect(shape([chunk(0, 0, 3), chunk(1, 5, 8)])).toEqual([
    ['abc', [0], 0],
    ['\n', [], undefined],
    ['fgh', [1], 1],
  ]);
});

test('the pieces add up to the text, whatever overlaps', () => {
  const chunks = [chunk(0, 0, 5), chunk(1, 2, 7), chunk(2, 4, 9), chunk(3, 8, 10)];
  expect(
    segmentsOf(chunks)
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text);
  expect(segmentsOf([])).toEqual([]);
});

test('a quote is found in the text and cut out of the segments that it lies in', () => {
  const chunks = [chunk(0, 0, 6), chunk(1, 4, 10)];
  const span = spanOf(chunks, 'defg');
  expect(span).toBeUndefined();
  const quote = spanOf(chunks, 'cde');
  expect(quote).toEqual({ start: 2, end: 5 });
  const parts = segmentsOf(chunks).map(({ text: own, start }) => splitAt(own, start, quote));
  const quoted = parts.flat().filter(({ isQuoted }) => isQuoted);
  expect(quoted.map(({ part }) => part).join('')).toBe('cde');
  expect(
    parts
      .flat()
      .map(({ part }) => part)
      .join(''),
  ).toBe(text);
  expect(spanOf(chunks, '')).toBeUndefined();
});

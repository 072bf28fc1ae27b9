import { expect, test } from '@jest/globals';
import { excerptOf } from './excerpt.ts';

const [first, last, other] = [101, 102, 5_000];
const filler = (count: number) => Array.from({ length: count }, () => other);
const query = new Set([2_000, 9_000]);

test('a short text is compared whole', () => {
  const ids = [first, ...filler(10), last];
  expect(excerptOf({ ids, kept: 2, query, length: 12 })).toEqual(ids);
});

test('of a long text the title and the words around those of the query are compared', () => {
  const ids = [first, 7_001, 7_002, ...filler(100), 9_000, ...filler(60), last];
  const excerpt = excerptOf({ ids, kept: 2, query, length: 32 });
  expect(excerpt).toHaveLength(32);
  expect(excerpt.slice(0, 3)).toEqual([first, 7_001, 7_002]);
  expect(excerpt).toContain(9_000);
  expect(excerpt.at(-1)).toBe(last);
});

test('a rare word of the query decides, and the end of a text is reached', () => {
  const ids = [first, 2_000, 2_000, ...filler(77), 9_000, last];
  expect(excerptOf({ ids, kept: 0, query, length: 32 }).slice(-2)).toEqual([9_000, last]);
});

test('a text without any word of the query is compared by its beginning', () => {
  const ids = [first, 7_001, ...filler(20), ...Array.from({ length: 40 }, () => 6_000), last];
  expect(excerptOf({ ids, kept: 1, query, length: 12 })).toEqual([first, 7_001, ...filler(9), last]);
});

import { expect, test } from '@jest/globals';
import { trapOf } from './crawl-scope.ts';

const now = new Date('2026-11-21');
const judge = (path: string) => trapOf(new URL(path, 'https://example.com'), now);

test.each([
  '/a/b/a/b/a/b',
  '/loop/a/loop/a/loop/a',
  '/docs/en/guide/start/guide/start/guide/start/x',
  '/calendar/2087/03',
  '/events?year=2040&month=2',
  `/${'a/'.repeat(3)}`,
  '/7/7/7/7/7',
  `/search?q=${'x'.repeat(2_100)}`,
])('%s is made up as one asks', (path) => {
  expect(judge(path)).toEqual(expect.any(String));
});

test.each([
  '/',
  '/a/b/a',
  '/calendar/2027/03',
  '/blog/1987/memories',
  '/docs/v1/api/docs',
  '/p?id=1990',
  '/part/1/chapter/1/section/1',
  '/part/2/chapter/1/section/3',
  '/archive/11/11/11/',
  '/events/2012/summer',
  '/events/1969/woodstock',
  '/law/1/1/1/1',
  '/a/b/a/c/a/d',
  `/${Array.from({ length: 30 }, (_, index) => `part-${index}`).join('/')}`,
])('%s is a page like others', (path) => {
  expect(judge(path)).toBeUndefined();
});

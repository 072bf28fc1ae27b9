import { expect, test } from '@jest/globals';
import { isTrap } from './traps.ts';

const now = new Date('2026-11-21');
const judge = (path: string) => isTrap(new URL(path, 'https://example.com'), now);

test.each([
  '/a/b/a/b/a/b',
  '/loop/a/loop/a/loop/a',
  '/calendar/2087/03',
  '/events?year=1990&month=2',
  `/${'a/'.repeat(3)}`,
  `/${Array.from({ length: 17 }, (_, index) => `part-${index}`).join('/')}`,
  `/search?q=${'x'.repeat(2_000)}`,
])('%s is made up as one asks', (path) => {
  expect(judge(path)).toBe(true);
});

test.each(['/', '/a/b/a', '/calendar/2027/03', '/blog/1987/memories', '/docs/v1/api/docs', '/p?id=1990'])(
  '%s is a page like others',
  (path) => {
    expect(judge(path)).toBe(false);
  },
);

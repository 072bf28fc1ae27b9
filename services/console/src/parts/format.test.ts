import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { formatCount, shortenStart } from './format.ts';

const console = `${import.meta.dirname}/..`;

/** A number that is written in front of a plural by hand, such as `{formatNumber(found)} items`. */
const ownPlural = /formatNumber\([^`'"\n]*?\)\}? (?!ms\b)[a-z]+s\b/;

test('a number is followed by a noun in its form: 1 file, 2 files', async () => {
  expect([0, 1, 2_000].map((value) => formatCount(value, 'file'))).toEqual([
    '0 files',
    '1 file',
    '2,000 files',
  ]);
  const wrong: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: console }))
    if (!path.endsWith('.test.ts') && ownPlural.test(readFileSync(`${console}/${path}`, 'utf8')))
      wrong.push(path);
  expect(wrong).toEqual([]);
});

test('a long path keeps its end, which names the file, and shows that its start was cut', () => {
  expect(shortenStart('contracts/2026/lease.pdf', 9)).toBe('…lease.pdf');
  expect(shortenStart('lease.pdf', 9)).toBe('lease.pdf');
});

import { expect, test } from '@jest/globals';
import { plainText } from './plain-text.ts';

const lines = (markdown: string) => plainText(markdown).split(/\n+/);

test('headings, lists, quotes and rules are their words', () => {
  expect(
    lines('# Leave\n\nAsk *early*.\n\n---\n\n1. one\n2. **two**\n   - inner\n\n> said\n>\n> twice'),
  ).toEqual(['Leave', 'Ask early.', 'one', 'two', 'inner', 'said', 'twice']);
});

test('links and pictures are what a reader sees, and code is its text', () => {
  expect(plainText('See [the *guide*](https://a.example/x) ![a plan](p.png) and `npm test`.')).toBe(
    'See the guide a plan and npm test.',
  );
  expect(plainText('```sh\nnpm test\n```')).toBe('npm test');
});

test('a table is its cells', () => {
  expect(lines('| Level | Fee |\n| --- | --- |\n| two | **free** |')).toEqual(['Level | Fee', 'two | free']);
});

test('what only looks like marks is kept', () => {
  for (const text of ['2 * 3 * 4 = 24', 'snake_case_name', 'if a < b and c > d', 'R&amp;D', 'tag <b>x</b>'])
    expect(plainText(text)).toBe(text);
});

test('a text that is nested a thousand times, or very long, is left as it is', () => {
  for (const text of [`${'> '.repeat(4_900)}x`, '*'.repeat(60_000)])
    expect(plainText(text)).toContain(text.slice(-1));
});

import { expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import { tableLines } from './table.ts';

const id = '01a1ffbd-24ca-7595-8759-040aaa22c139';

test('columns stand below each other, and the widest is shortened', () => {
  const lines = tableLines(
    [
      ['ID', 'STATUS', 'NAME'],
      [id, 'SUCCESS', 'a name that is much too long for this'],
      [id, 'FAILED', '短い名前はここに収まりません、たぶん'],
    ],
    60,
  );
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(60);
  expect(lines[1]).toBe(`${id}  SUCCESS  a name that…`);
  expect(lines[2]).toMatch(/^\S+ {2}FAILED {3}短い名前はこ…$/);
});

test('an id is never cut, whatever the width', () => {
  expect(
    tableLines(
      [
        ['ID', 'NAME'],
        [id, 'a very long name'],
      ],
      20,
    )[1],
  ).toBe(`${id}  a very…`);
});

test('a name cannot add a row or move the terminal', () => {
  expect(tableLines([['NAME'], ['one\ntwo\u001b[A']], 80)).toEqual(['NAME', 'one two\\u001b[A']);
});

import { limits } from '@docfleet/runtime/config';
import { expect, test } from '@jest/globals';
import { describeBrokenJson, hasTooManyValues, parseJson } from './parse-json.ts';

const listOf = (count: number) => `[${Array.from({ length: count }, () => '0').join(',')}]`;

test('as many values as a body may have are read, and one more is named as the reason', () => {
  // The list itself is one of them.
  expect(parseJson(listOf(limits.bodyValues - 2))).toHaveLength(limits.bodyValues - 2);
  const more = listOf(limits.bodyValues);
  expect(() => parseJson(more)).toThrow(SyntaxError);
  expect(describeBrokenJson(more)).toBe(`has more than ${limits.bodyValues} values`);
});

test.each([
  ['commas', ','],
  ['brackets', '['],
  ['escaped quotes', '"'],
  ['backslashes', '\\'],
  ['backslashes before quotes', '\\"'],
])('%s within a text are no values', (_what, part) => {
  const text = part.repeat(2 * limits.bodyValues);
  expect(parseJson(JSON.stringify({ [text]: [text, text] }))).toEqual({ [text]: [text, text] });
});

test('a text without an end is no reason to look for one for ever', () => {
  expect(hasTooManyValues(`{"a":"${'\\"'.repeat(100_000)}`)).toBe(false);
});

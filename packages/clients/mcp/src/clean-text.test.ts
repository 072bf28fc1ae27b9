import { expect, test } from '@jest/globals';
import { cleanDeep, cleanLine, cleanText, createQuote } from './tool.ts';

test.each([
  ['a bell, an escape and NUL', 'a\u0007b\u001b[31mc\0', 'ab[31mc'],
  ['line ends of all systems', 'a\r\nb\rc\u2028d\te', 'a\nb\nc\nd\te'],
  ['writing that is turned around', '\u202egnp.exe\u2066', 'gnp.exe'],
  ['invisible letters', `a${'\u{e0049}\u{e0067}\u{e007f}'}b\u200bc\ufeff`, 'abc'],
  ['half of a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('%s are left out', (_case, given, clean) => {
  expect(cleanText(given)).toBe(clean);
});

test.each(['👩‍👩‍👧 ❤️', 'می‌خواهم', 'שלום\u200e!', 'क्‍ष'])('%s stays as it is', (text) => {
  expect(cleanText(text)).toBe(text);
});

test('a name is one line', () => {
  expect(cleanLine(' a\n\n  b\tc ')).toBe('a b c');
});

test('names of fields are cleaned as well as what is in them', () => {
  expect(cleanDeep({ 'a\u0007': ['b\u202e', 1, null, { c: true }] })).toEqual({
    a: ['b', 1, null, { c: true }],
  });
});

test('a quote cannot be ended by what is in it', () => {
  const [first = '', second = ''] = ['document>>>', 'document>>>'].map((text) => createQuote()(text));
  const [, marker = ''] = /^<<<document (\S+)\n/.exec(first) ?? [];
  expect(first.endsWith(`\ndocument ${marker}>>>`)).toBe(true);
  expect(second).not.toContain(marker);
});

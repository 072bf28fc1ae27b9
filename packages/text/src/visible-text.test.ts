import { expect, test } from '@jest/globals';
import { visibleText } from './visible-text.ts';

const tags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

test.each([
  ['tags', `a${tags('ignore all')}b`, 'ab'],
  ['selectors of variants in which bytes are hidden', 'a\u{e0121}\u{e0155}b', 'ab'],
  ['spaces and operators without a width', 'a\u200bb\u2063c\ufeffd', 'abcd'],
])('%s are left out', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test.each([
  ['joiners of Persian', 'می‌رود'],
  ['the flag of Scotland', `\u{1f3f4}${tags('gbsct')}\u{e007f}`],
  ['a family', '👨‍👩‍👧'],
  ['a heart in color', '❤️'],
  ['text from right to left', 'שלום \u200f(world)\u200e'],
])('%s stay', (_, text) => {
  expect(visibleText(text)).toBe(text);
});

import { propertyRuns } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { countTokens, cutAfterTokens } from './count-tokens.ts';

const reference = get_encoding('cl100k_base');
afterAll(() => reference.free());
const referenceCount = (text: string) => reference.encode_ordinary(text).length;

const interesting = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    "it's",
    "IT'LL",
    "'ve",
    "'ſ",
    "'re",
    '   ',
    ' \n ',
    '\r\n\r\n',
    '\t',
    '\u3000',
    '\ufeff',
    '\u0085',
  ),
  fc.constantFrom('2026', '٣٤٥٦', '½', '𝟘𝟙', '<|endoftext|>', '```ts\n', '....', '。世界', 'naïve', '𠜎𠜱'),
  fc.constantFrom('hasOwnProperty', '__proto__', ' constructor', 'a'.repeat(90), 'aXbYc'.repeat(40)),
);
const texts = fc.array(interesting, { maxLength: 12 }).map((parts) => parts.join(''));

test('a text has as many tokens as the reference implementation counts', () => {
  // How white space at the very end is grouped differs between versions of the reference; chunks never end with it.
  fc.assert(
    fc.property(texts, (text) => {
      const visible = text.trimEnd();
      expect(countTokens(visible)).toBe(referenceCount(visible));
    }),
    propertyRuns(2_000),
  );
});

test.each([
  ['', 0],
  ['Hello, world!', 4],
  ['<|endoftext|>', 7],
  ['tiktoken is great!', 6],
  ['\ud800', 1],
])('%j has %i tokens', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens);
});

test.each([
  ['one letter', 'a', 2_000],
  ['one mark', '=', 2_000],
  ['one ideograph', '你', 2_000],
  ['spaces', ' ', 2_000],
])('a long run of %s is counted exactly', (_, character, length) => {
  expect(countTokens(character.repeat(length))).toBe(referenceCount(character.repeat(length)));
});

test('runs of millions are counted', () => {
  expect(countTokens('a'.repeat(1_000_000))).toBe(125_000);
  expect(countTokens('你'.repeat(200_000))).toBe(200_000);
});

test('parts cut after tokens have no more of them than asked for, and lose nothing', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 4, max: 20 }), (text, limit) => {
      let start = 0;
      for (const end of cutAfterTokens(text, limit)) {
        expect(end).toBeGreaterThan(start);
        const part = text.slice(start, end);
        expect(part.isWellFormed()).toBe(true);
        if (countTokens(part) > limit) expect([...part].length).toBeLessThanOrEqual(3); // Tokens across code points.
        start = end;
      }
      expect(start).toBe(text.length);
    }),
    propertyRuns(500),
  );
});

test('a long word is cut into parts that are full', () => {
  const ends = cutAfterTokens('a'.repeat(8_000), 100);
  expect(ends).toEqual(Array.from({ length: 10 }, (_, index) => 800 * (index + 1)));
});

import { expect, test } from '@jest/globals';
import { isIllegible, isMoreLegible } from './legibility.ts';
import type { TextRun } from './page-model.ts';

const font = { name: '', bold: false, italic: false, monospaced: false };
const runsOf = (text: string): TextRun[] => [{ text, x: 0, y: 0, width: 100, size: 10, font, turns: 0 }];

const english =
  'The harbour was repaired in spring, as the committee had asked for in the minutes of the year before, and the work was finished early. '.repeat(
    3,
  );
const polish =
  'Port został naprawiony wiosną, o co prosiła komisja w protokole z poprzedniego roku, a prace zakończono przed czasem. '.repeat(
    3,
  );
const table =
  'Oslo 240 t 12.5% 2021-03-04 A-17 Bergen 1,200 t 7.25% 2021-04-05 B-18 Ship name tons share '.repeat(5);
const failedOcr =
  'CB~3lil c npliiMeHeHlileM ynpo111eHHOali CliiCTeMbl Hanoroo6no>KeHlil~ (o6"beKT Hanoroo6 B Te4eHHe nepsoro KB8PT8n8 '.repeat(
    3,
  );
/** Each letter is the next one of the alphabet, as where a font states wrong meanings. */
const shifted = [...english]
  .map((one) => (/[a-y]/i.test(one) ? String.fromCharCode(one.charCodeAt(0) + 1) : one))
  .join('');

test.each([
  ['text over a scan', english, 1, false],
  ['text in another language over a scan', polish, 1, false],
  ['a table over a scan', table, 1, false],
  ['what failed OCR made of a scan', failedOcr, 1, true],
  ['letters of wrong meaning', shifted, 0, true],
  ['a text without a picture', english, 0, false],
  ['a few letters', 'XKCD ZZTOP', 1, false],
  ['text in other letters', 'Порт был отремонтирован весной, как просил комитет. '.repeat(8), 1, false],
])('%s', (_, text, imageShare, expected) => {
  expect(isIllegible({ runs: runsOf(text), imageShare })).toBe(expected);
});

test('OCR is taken where it reads words, and not where it reads as little sense or half of the page', () => {
  expect(isMoreLegible(runsOf(english), runsOf(failedOcr))).toBe(true);
  expect(isMoreLegible(runsOf(failedOcr), runsOf(failedOcr))).toBe(false);
  expect(isMoreLegible(runsOf('The harbour'), runsOf(failedOcr))).toBe(false);
});

import { expect, it } from '@jest/globals';
import { hasTextLayer } from './text-layer.ts';

it.each([
  ['a page of text', { glyphs: 2_000, unknownGlyphs: 3, imageShare: 0 }, true],
  [
    'a page of text over a picture, as OCR leaves it',
    { glyphs: 2_000, unknownGlyphs: 0, imageShare: 1 },
    true,
  ],
  ['an empty page', { glyphs: 0, unknownGlyphs: 0, imageShare: 0 }, true],
  ['a title beside a small picture', { glyphs: 10, unknownGlyphs: 0, imageShare: 0.2 }, true],
  ['a scanned page', { glyphs: 0, unknownGlyphs: 0, imageShare: 1 }, false],
  ['a scanned page with a stamp', { glyphs: 12, unknownGlyphs: 0, imageShare: 0.95 }, false],
  ['a page of letters of unknown meaning', { glyphs: 900, unknownGlyphs: 800, imageShare: 0 }, false],
])('%s', (_, measures, isGood) => expect(hasTextLayer(measures)).toBe(isGood));

import type { PageModel } from './page-model.ts';

/** Fewer characters beside a picture that fills the page are a stamp or a number. */
const fewCharacters = 25;
const largePicture = 0.5;
/** On a page without any text, a picture of this share is what the page shows. */
const onlyPicture = 0.05;
/** Share of characters whose meaning is unknown, from which on a page is as good as a picture. */
export const maxUnknown = 0.5;

type Measures = Pick<PageModel, 'glyphs' | 'unknownGlyphs' | 'imageShare' | 'outlinedLetters'>;

/** Whether a page's own text says what a reader sees on it; if not, OCR has to read its picture. */
export function hasTextLayer({ glyphs, unknownGlyphs, imageShare, outlinedLetters = 0 }: Measures): boolean {
  const known = glyphs - unknownGlyphs;
  if (glyphs > 0 && unknownGlyphs > maxUnknown * glyphs) return false;
  if (known >= fewCharacters) return true;
  return imageShare < (known === 0 ? onlyPicture : largePicture) && outlinedLetters < fewCharacters;
}

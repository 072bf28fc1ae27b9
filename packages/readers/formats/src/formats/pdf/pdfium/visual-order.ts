import { type Matrix, transformX } from './geometry.ts';
import type { Letters } from './letter-widths.ts';
import type { Pdfium } from './load-pdfium.ts';

/** In units of the font's size: how far from the middle of a column letters would stand that are turned by a quarter. */
export const baselineOfColumn = 0.35;
/** In units of the height of a letter: so wide is its area where it is written downwards, and so far from its middle it may begin. */
const minWidth = 1.5;
const offMiddle = 0.1;

/**
 * Returns the middle of the column of a Chinese, Japanese or Korean letter that is written downwards; undefined for letters in lines.
 * PDFium places the letters of such fonts by the middle of their area, and others by its left side.
 */
export function middleOfColumn(
  { call, scratch, float, double }: Pdfium,
  textPage: number,
  { index, matrix }: { readonly index: number; readonly matrix: Matrix },
): number | undefined {
  call.FPDFText_GetLooseCharBox(textPage, index, scratch);
  const [left, top, right, bottom] = [
    float(scratch),
    float(scratch + 4),
    float(scratch + 8),
    float(scratch + 12),
  ];
  const height = top - bottom;
  if (height <= 0 || right - left < minWidth * height) return undefined;
  call.FPDFText_GetCharOrigin(textPage, index, scratch + 16, scratch + 24);
  const [x, y] = [double(scratch + 16), double(scratch + 24)];
  return Math.abs(x - (left + right) / 2) < offMiddle * height ? transformX(matrix, x, y) : undefined;
}

const mark = /^\p{M}+$/u;
/** In units of the font's size: letters that stand so far apart are of two words, and less far where PDFium has found a space. */
const wordGap = 0.2;
const minGap = 0.03;
const samePlace = 0.01;
/** The share of a letter's width. */
const minSharedShare = 0.95;

/** A letter, the marks over and below it, and where it comes in the order in which the letters were drawn. */
interface Base {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly rank: number;
  readonly marks: string[];
}

const center = ({ start, end }: Base) => (start + end) / 2;

function basesOf({ texts, starts, ends }: Letters): Base[] {
  const bases: Base[] = [];
  for (const [index, text] of texts.entries())
    if (!mark.test(text))
      bases.push({
        text,
        start: starts[index] ?? 0,
        end: ends[index] ?? 0,
        rank: index,
        marks: [],
      });
  return bases;
}

/** Whether one of two letters stands over or below the other: then where they stand does not say which of them comes first. */
function areStacked(a: Base, b: Base): boolean {
  const narrower = Math.min(a.end - a.start, b.end - b.start);
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared > 0 && shared >= minSharedShare * narrower;
}

/** Adds each mark to the letter that it stands over. */
function addMarks(bases: readonly Base[], { texts, starts, ends }: Letters): void {
  for (const [index, text] of texts.entries()) {
    if (!mark.test(text)) continue;
    const middle = ((starts[index] ?? 0) + (ends[index] ?? 0)) / 2;
    const distance = (base: Base) => Math.max(base.start - middle, middle - base.end, 0);
    let nearest: Base | undefined;
    for (const base of bases) if (!nearest || distance(base) < distance(nearest)) nearest = base;
    nearest?.marks.push(text);
  }
}

/**
 * The text of a run with Hebrew or Arabic as it is seen, from left to right: by where its letters stand, as PDFium returns some lines in
 * the order in which they are read and others in that in which they were drawn. PDFium turns those of
 * a ligature around, which have one place, but not letters that are drawn over each other.
 */
export function visualText(letters: Letters, size: number): string {
  const bases = basesOf(letters);
  if (bases.length === 0) return letters.texts.join('');
  addMarks(bases, letters);
  const isDrawnBackward = center(bases[0] as Base) > center(bases.at(-1) as Base);
  const compare = (a: Base, b: Base) => {
    const drawn = isDrawnBackward ? a.rank - b.rank : b.rank - a.rank;
    if (Math.max(Math.abs(a.start - b.start), Math.abs(a.end - b.end)) <= samePlace * size) return drawn;
    return areStacked(a, b) ? -drawn : center(a) - center(b);
  };
  const hasSpace = (a: Base, b: Base) => {
    const [first, last] = [Math.min(a.rank, b.rank), Math.max(a.rank, b.rank)];
    for (let rank = first + 1; rank <= last; rank++) if (letters.spaces.has(rank)) return true;
    return false;
  };
  let before: Base | undefined;
  let text = '';
  for (const base of bases.sort(compare)) {
    const gap = before ? base.start - before.end : 0;
    if (before && (gap > wordGap * size || (gap > minGap * size && hasSpace(before, base)))) text += ' ';
    text += base.text + base.marks.join('');
    before = base;
  }
  return text;
}

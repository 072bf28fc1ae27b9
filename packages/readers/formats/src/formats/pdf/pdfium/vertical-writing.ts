import { type Matrix, transformX } from './geometry.ts';
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

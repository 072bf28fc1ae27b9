import type { Pdfium } from './load-pdfium.ts';

export const white = 0xffffff;
/** Of 255: colors that differ less in each part are one to a reader. */
const sameColor = 10;

export const areSameColor = (a: number, b: number): boolean =>
  [16, 8, 0].every((bits) => Math.abs(((a >> bits) & 255) - ((b >> bits) & 255)) < sameColor);

/** The color of a filled or stroked object as 0xRRGGBB. */
export interface Ink {
  readonly color: number;
  readonly isTransparent: boolean;
}

/** The color that an object is filled or stroked with; undefined for patterns. */
export function inkOf({ call, scratch, int }: Pdfium, object: number, isStroked = false): Ink | undefined {
  const read = isStroked ? call.FPDFPageObj_GetStrokeColor : call.FPDFPageObj_GetFillColor;
  if (read(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 1) return undefined;
  const [red, green, blue, alpha] = [int(scratch), int(scratch + 4), int(scratch + 8), int(scratch + 12)];
  return { color: (red << 16) | (green << 8) | blue, isTransparent: alpha === 0 };
}

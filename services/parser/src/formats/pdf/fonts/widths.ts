import { type Dictionary, isArray, type PdfObject } from '../objects/types.ts';

type Resolve = (value: PdfObject | undefined) => PdfObject;
const maxRange = 70_000;

/** Widths of a simple font's codes in thousandths of its size; undefined where the PDF gives none. */
export function simpleWidths(font: Dictionary, resolve: Resolve): ReadonlyMap<number, number> | undefined {
  const listed = resolve(font.get('Widths'));
  const first = resolve(font.get('FirstChar'));
  if (!isArray(listed) || typeof first !== 'number') return undefined;
  const widths = new Map<number, number>();
  for (const [index, value] of listed.slice(0, 256).entries()) {
    const width = resolve(value);
    if (typeof width === 'number') widths.set(first + index, width);
  }
  return widths;
}

/** Widths of character ids: `first [w w w]` and `first last w` (ISO 32000-1, 9.7.4.3). */
export function characterWidths(font: Dictionary, resolve: Resolve): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const listed = resolve(font.get('W'));
  if (!isArray(listed)) return widths;
  const items = listed.map(resolve);
  for (let index = 0; index < items.length; ) {
    const [first, next, width] = [items[index], items[index + 1], items[index + 2]];
    if (typeof first !== 'number') index++;
    else if (isArray(next)) {
      for (const [offset, value] of next.entries()) {
        const own = resolve(value);
        if (typeof own === 'number') widths.set(first + offset, own);
      }
      index += 2;
    } else {
      if (typeof next === 'number' && typeof width === 'number')
        for (let id = first; id <= Math.min(next, first + maxRange); id++) widths.set(id, width);
      index += 3;
    }
  }
  return widths;
}

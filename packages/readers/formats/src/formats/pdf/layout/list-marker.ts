import type { Inline } from '../../../document-tree/tree.ts';
import type { Line } from './lines.ts';

export interface Marker {
  readonly ordered: boolean;
  readonly number: number | undefined;
  /** Whether it is a number that headings have too. */
  readonly isNumbering: boolean;
  /** Whether it is a number or a letter, which may also begin a line within a sentence. */
  readonly isCounted: boolean;
  /** The item without its marker; with a letter, which Markdown has no marker for, but the text may refer to. */
  readonly rest: Inline[];
}

const bullet = /^\s*(?:[•●○■□▪▫◦‣⁃∙·➢➤✓❖\uf0b7\uf0a7\uf0d8]\s*|[-–—*]\s+)/;
const numbered = /^\s*\(?(\d{1,3})[.)]\s+(?=\S)/;
const lettered = /^\s*\(?(?:[a-z]|[ivx]{1,4})([.)])\s+(?=\S)/;

/** Removes the first `length` characters. */
function dropText(inlines: readonly Inline[], length: number): Inline[] {
  let left = length;
  return inlines.flatMap((inline): Inline[] => {
    if (!('text' in inline) || left <= 0) return [inline];
    const dropped = Math.min(left, inline.text.length);
    left -= dropped;
    return dropped === inline.text.length ? [] : [{ ...inline, text: inline.text.slice(dropped) }];
  });
}

const rawText = (inlines: readonly Inline[]) =>
  inlines.map((inline) => ('text' in inline ? inline.text : ' ')).join('');

/** The marker of a list's item at the beginning of a line; undefined where there is none. */
export function readMarker({ inlines, isEntry }: Line): Marker | undefined {
  const item = { ordered: false, number: undefined, isNumbering: false, isCounted: false };
  if (isEntry) return { ...item, rest: [...inlines] };
  const text = rawText(inlines);
  const bulleted = bullet.exec(text);
  if (bulleted && bulleted[0].length < text.length)
    return { ...item, rest: dropText(inlines, bulleted[0].length) };
  const number = numbered.exec(text);
  if (number)
    return {
      ordered: true,
      number: Number(number[1]),
      isNumbering: true,
      isCounted: true,
      rest: dropText(inlines, number[0].length),
    };
  const letter = lettered.exec(text);
  if (!letter) return undefined;
  if (letter[1] === ')') return { ...item, isCounted: true, rest: [...inlines] };
  return { ...item, ordered: true, isCounted: true, rest: dropText(inlines, letter[0].length) };
}

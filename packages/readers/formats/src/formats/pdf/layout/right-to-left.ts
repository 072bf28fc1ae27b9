import type { TextRun } from '../../../document-tree/tree.ts';

/** A letter of Hebrew or Arabic, or a digit beside them. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Digits are read from left to right in Arabic too. */
const leftToRight = /[A-Za-z\u00c0-\u024f\u0370-\u058f\d\u0660-\u0669\u06f0-\u06f9]/;
const piecesOfDirection =
  /[A-Za-z\u00c0-\u024f\u0370-\u058f\d](?:[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]*[A-Za-z\u00c0-\u024f\u0370-\u058f\d])?|[\u0660-\u0669\u06f0-\u06f9]+|[^A-Za-z\u00c0-\u024f\u0370-\u058f\d\u0660-\u0669\u06f0-\u06f9]+/g;
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '{': '}',
  '}': '{',
};

/** Pieces of a text in which all runs in one direction. */
const cutByDirection = (text: string): readonly string[] => text.match(piecesOfDirection) ?? [];

const reverse = (text: string) =>
  [...new Intl.Segmenter('he', { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => mirrored[segment] ?? segment)
    .reverse()
    .join('');

/** Text of a line as it is seen, as it is read; and the other way round. */
function reverseRun(text: string): string {
  return [...cutByDirection(text)]
    .reverse()
    .map((piece) => (leftToRight.test(piece) ? piece : reverse(piece)))
    .join('');
}

/** A line in the order in which it is read, as it is seen from left to right. */
export const toSeenOrder = (text: string): string => reverseRun(text);

type Direction = 'left' | 'right';

/** Returns the direction of each run: a run without letters has the direction of its neighbors if they agree, else that of the line. */
function directionsOf(runs: readonly TextRun[], line: Direction): Direction[] {
  const own = runs.map(({ text }): Direction | undefined => {
    if (rightToLeft.test(text)) return 'left';
    return leftToRight.test(text) ? 'right' : undefined;
  });
  const known = (direction: Direction | undefined) => direction !== undefined;
  return own.map((direction, index) => {
    const before = own.slice(0, index).findLast(known);
    const after = own.slice(index).find(known);
    return direction ?? (before === after && before ? before : line);
  });
}

/** Pages hold lines as they are seen, from left to right; Hebrew and Arabic are read the other way. */
export function toLogicalOrder(runs: readonly TextRun[]): TextRun[] {
  if (!runs.some((run) => rightToLeft.test(run.text))) return [...runs];
  const text = runs.map((run) => run.text).join('');
  const letters = [...text].filter((character) => rightToLeft.test(character)).length;
  const line = letters * 2 < text.replace(/\s/g, '').length ? 'right' : 'left';
  const directions = directionsOf(runs, line);
  const groups: TextRun[][] = [];
  for (const [index, run] of runs.entries()) {
    if (index === 0 || directions[index] !== directions[index - 1]) groups.push([]);
    groups.at(-1)?.push(run);
  }
  let from = 0;
  const ordered = groups.map((group) => {
    const direction = directions[from];
    from += group.length;
    if (direction === 'right') return group;
    return group.map((run) => ({ ...run, text: reverseRun(run.text).normalize('NFKC') })).reverse();
  });
  return line === 'right' ? ordered.flat() : ordered.reverse().flat();
}

import type { TextRun } from '../../../document-tree/tree.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /[A-Za-z\u00c0-\u024f\u0370-\u058f\d]/;
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
function cutByDirection(text: string): string[] {
  return (
    text.match(
      /[A-Za-z\u00c0-\u024f\u0370-\u058f\d](?:[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]*[A-Za-z\u00c0-\u024f\u0370-\u058f\d])?|[^A-Za-z\u00c0-\u024f\u0370-\u058f\d]+/g,
    ) ?? []
  );
}

const reverse = (text: string) =>
  [...new Intl.Segmenter('he', { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => mirrored[segment] ?? segment)
    .reverse()
    .join('');

/** Text of a line as it is seen, as it is read; and the other way round. */
export function reverseRun(text: string): string {
  return cutByDirection(text)
    .reverse()
    .map((piece) => (leftToRight.test(piece) ? piece : reverse(piece)))
    .join('');
}

/** Pages hold lines as they are seen, from left to right; Hebrew and Arabic are read the other way. */
export function toLogicalOrder(runs: readonly TextRun[]): TextRun[] {
  if (!runs.some((run) => rightToLeft.test(run.text))) return [...runs];
  const text = runs.map((run) => run.text).join('');
  const letters = [...text].filter((character) => rightToLeft.test(character)).length;
  if (letters * 2 < text.replace(/\s/g, '').length) {
    return runs.map((run) => (rightToLeft.test(run.text) ? { ...run, text: reverseRun(run.text) } : run));
  }
  return runs.map((run) => ({ ...run, text: reverseRun(run.text).normalize('NFKC') })).reverse();
}

import type { TextRun } from '../page-model.ts';
import { isCode } from './inlines.ts';
import { minTypedSpace } from './number-gap.ts';
import type { Row, Segment } from './segments.ts';

const commentStart = /^\s*(?:#|\/\*|\/\/)/;
const commentMark = /(?:#|\/\*|\/\/)\s*$/;

/** Whether a small number stands before a line of a listing; a raised one is that of a note. */
const isLineNumber = ({ text, size, y }: TextRun, code: TextRun) =>
  /^\s*\d{1,5}\s*$/.test(text) && size < 0.9 * code.size && y > code.y - 0.15 * code.size && isCode(code);

/** A line of a listing and the number before it, which is no part of the code. */
export function withLineNumber(row: Row): { readonly row: Row; readonly lineNumber?: string } {
  const [first, ...others] = row.segments;
  const [number, ...own] = first?.runs ?? [];
  const code = own[0] ?? others[0]?.runs[0];
  if (!first || !number || !code || !isLineNumber(number, code)) return { row };
  const segments = own.length > 0 ? [{ ...first, x1: code.x, runs: own }, ...others] : others;
  const runs = segments.flatMap((segment) => segment.runs);
  return isListing(runs) ? { row: { ...row, segments }, lineNumber: number.text.trim() } : { row };
}

/** Whether a run is a quote or another sign, which some programs take from another face. */
const isSign = ({ text }: TextRun) => /^[^\p{L}\p{N}\s]{1,2}$/u.test(text.trim());

/** Whether a line is one of a listing: in letters of a typewriter, but for a comment at its end, which some programs set otherwise. */
export function isListing(runs: readonly TextRun[]): boolean {
  const written = runs.filter(({ text }) => text.trim() !== '');
  const isNumbered = written.length > 1 && isLineNumber(written[0] as TextRun, written[1] as TextRun);
  const words = isNumbered ? written.slice(1) : written;
  const other = words.findIndex((run, index) => !isCode(run) && !(index > 0 && isSign(run)));
  if (other === -1) return words.length > 0;
  return commentStart.test(words[other]?.text ?? '') || commentMark.test(words[other - 1]?.text ?? '')
    ? other > 0
    : false;
}

/** The text of a line of a listing, with as many spaces between its pieces as letters would take there. */
export function listingText(runs: readonly TextRun[]): string {
  const longest = runs.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const letter = longest.width / longest.text.length;
  let [text, right] = ['', runs[0]?.x ?? 0];
  for (const run of runs) {
    const gap = (run.x - right) / letter;
    const spaces = Math.max(run.startsWord && gap >= minTypedSpace ? 1 : 0, Math.round(gap));
    text += (text === '' ? '' : ' '.repeat(spaces)) + run.text;
    right = run.x + run.width;
  }
  return text;
}

/** Whether two columns are parts of one listing, whose lines go across both: code, and code or comments beside it. */
export function areListing(left: readonly Segment[], right: readonly Segment[]): boolean {
  const isPart = ({ runs }: Segment) => runs.every(isCode) || commentStart.test(runs[0]?.text ?? '');
  return [left, right].every((segments) => segments.filter(isPart).length > segments.length / 2);
}

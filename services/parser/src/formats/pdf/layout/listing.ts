import type { TextRun } from '../page-model.ts';
import { isCode } from './inlines.ts';
import type { Segment } from './segments.ts';

const commentStart = /^\s*(?:#|\/\*|\/\/)/;
const commentMark = /(?:#|\/\*|\/\/)\s*$/;

/** Whether a line is one of a listing: in letters of a typewriter, but for a comment at its end, which some programs set otherwise. */
export function isListing(runs: readonly TextRun[]): boolean {
  const words = runs.filter(({ text }) => text.trim() !== '');
  const other = words.findIndex((run) => !isCode(run));
  if (other === -1) return words.length > 0;
  return commentStart.test(words[other]?.text ?? '') || commentMark.test(words[other - 1]?.text ?? '')
    ? other > 0
    : false;
}

/** Whether two columns are parts of one listing, whose lines go across both: code, and code or comments beside it. */
export function areListing(left: readonly Segment[], right: readonly Segment[]): boolean {
  const isPart = ({ runs }: Segment) => runs.every(isCode) || commentStart.test(runs[0]?.text ?? '');
  return [left, right].every((segments) => segments.filter(isPart).length > segments.length / 2);
}

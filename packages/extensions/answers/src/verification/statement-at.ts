import type { Span } from './find-quote.ts';

/** Maximum number of characters around a place that are read for its statement. */
const maxReach = 1_200;
const lineEnd = /\n/u;
/** An end of a sentence: not after a digit or a short abbreviation, and not before a small letter. */
const sentenceEnd =
  /(?<!(?:\p{N}(?=\.\s+(?:\p{N}|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<!\p{L})(?:\p{Lu}|approx|bzw|ca|Dr|Mr|Mrs|No|Nr|St|vgl))(?=\.))[.!?。！？]+["')\]]*(?=\s+[^\p{Ll}\s])/gu;
const blockStart = /^\s*(?:[-*+•]\s|\d+[.)]\s|#{1,6}\s|\|)/u;

/** Lines of a paragraph that typesetting has broken are one: the next does not begin a block. */
function linesAround(text: string, { start, end }: Span): Span {
  let from = text.lastIndexOf('\n', start - 1) + 1;
  while (from > 1 && start - from < maxReach && !blockStart.test(text.slice(from, from + 20))) {
    const before = text.lastIndexOf('\n', from - 2) + 1;
    const line = text.slice(before, from - 1);
    if (line.trim() === '' || /^\s*(?:#{1,6}\s|\|)|[:.!?]\s*$/u.test(line)) break;
    from = before;
  }
  let to = nextLineEnd(text, end);
  const isHeading = /^\s*#{1,6}\s/u.test(text.slice(from, from + 20));
  while (!isHeading && to < text.length && to - end < maxReach) {
    const after = nextLineEnd(text, to + 1);
    const line = text.slice(to + 1, after);
    if (line.trim() === '' || blockStart.test(line) || /[:.!?]\s*$/u.test(text.slice(from, to))) break;
    to = after;
  }
  return { start: from, end: to };
}

function nextLineEnd(text: string, from: number): number {
  const at = text.slice(from).search(lineEnd);
  return at < 0 ? text.length : from + at;
}

/** The line that leads to a list which a line is an entry of, and the first line of a table that it is a row of. */
function leadOf(text: string, start: number): { readonly lead: string; readonly head: string } {
  const own = text.slice(start, start + 20);
  const isRow = /^\s*\|/u.test(own);
  if (!isRow && !blockStart.test(own)) return { lead: '', head: '' };
  let head = '';
  const lines = text
    .slice(Math.max(0, start - 4 * maxReach), start)
    .split('\n')
    .slice(0, -1);
  for (const line of lines.toReversed()) {
    if (isRow && !/^\s*\|/u.test(line)) return { lead: '', head };
    if (isRow) head = line;
    else if (/:\s*$/u.test(line)) return { lead: line.trim().replace(/:$/, ''), head };
    else if (line.trim() !== '' && !blockStart.test(line) && !/^\s{2,}/u.test(line)) break;
  }
  return { lead: '', head };
}

/** The sentences of a text that a place is in, with the line that leads to their list; and the head of their table. */
export function statementAt(
  text: string,
  place: Span,
): { readonly statement: string; readonly head: string } {
  const lines = linesAround(text, place);
  const block = text.slice(lines.start, lines.end);
  let [from, to] = [0, block.length];
  for (const { 0: found, index } of block.matchAll(sentenceEnd)) {
    const at = index + found.length;
    if (lines.start + at <= place.start) from = at;
    else if (lines.start + at >= place.end) {
      to = at;
      break;
    }
  }
  const { lead, head } = leadOf(text, lines.start);
  return { statement: `${lead} ${block.slice(from, to).trim()}`.trim(), head };
}

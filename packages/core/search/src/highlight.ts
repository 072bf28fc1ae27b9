import { analyzeText, type Language } from '@docfleet/text-analysis';

/** Position of a query word in a text, in UTF-16 units. */
export interface Highlight {
  readonly start: number;
  readonly end: number;
}

/** A piece of a snippet, and whether it is a word of the query. */
export interface SnippetPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const snippetLength = 240;
/** More than a reader looks at. */
const maxHighlights = 200;

/** Returns the ranges of a text that match terms of a query, inflected forms included; adjacent ranges are joined. */
export function findHighlights(
  text: string,
  terms: ReadonlySet<string>,
  language: Language | undefined,
): Highlight[] {
  const found: { start: number; end: number }[] = [];
  const known = new Map<string, boolean>();
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (!isWordLike) continue;
    let isMatch = known.get(segment);
    if (isMatch === undefined) {
      isMatch = analyzeText(segment, language).terms.some((term) => terms.has(term));
      known.set(segment, isMatch);
    }
    if (!isMatch) continue;
    const last = found.at(-1);
    const end = index + segment.length;
    if (last && /^\s*$/.test(text.slice(last.end, index))) last.end = end;
    else if (found.length < maxHighlights) found.push({ start: index, end });
    else break;
  }
  return found;
}

/** Returns the start of the snippet window with the most highlighted characters. */
function bestStart(highlights: readonly Highlight[], length: number): number {
  let best = { start: 0, covered: -1 };
  for (const { start } of highlights) {
    const covered = highlights
      .filter((other) => other.start >= start && other.end <= start + snippetLength)
      .reduce((sum, other) => sum + other.end - other.start, 0);
    if (covered > best.covered) best = { start, covered };
  }
  return Math.max(0, Math.min(best.start - snippetLength / 4, length - snippetLength));
}

/** Stand around the words of the query while marks of Markdown are taken away; no text may contain them. */
const matchStart = '\uE000';
const matchEnd = '\uE001';
const marks = /[\uE000\uE001]/g;

/** Markdown syntax without use in a snippet, with its replacement. `snake_case` and `2*3*4` contain none. */
const markup: readonly (readonly [RegExp, string])[] = [
  [/^[ \t|:]*-{2}[ \t|:-]*$/gm, ''],
  [/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1'],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)/gm, ''],
  [/(?:^|[ \t])\|(?=[ \t\n]|$)/gm, ' '],
  [/(?<![\p{L}\p{N}])(\*{1,3})(?=[^\s*])([^*]*)(?<=[^\s*])\1(?![\p{L}\p{N}])/gu, '$2'],
  [/(?<![\p{L}\p{N}])(_{1,3})(?=[^\s_])([^_]*)(?<=[^\s_])\1(?![\p{L}\p{N}])/gu, '$2'],
  // One of a pair, where the snippet begins or ends between the two.
  [/\*\*|`+/g, ''],
];

/** The part of a text that has the most of the query, as plain text in pieces. */
export function makeSnippet(text: string, highlights: readonly Highlight[]): SnippetPiece[] {
  const wanted = bestStart(highlights, text.length);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1 || wanted;
  const most = Math.min(text.length, start + snippetLength);
  const lastBlank = most < text.length ? text.lastIndexOf(' ', most) : most;
  // Languages without blanks are cut anywhere.
  const end = lastBlank > start + snippetLength / 2 ? lastBlank : most;
  const part = (from: number, to: number) => text.slice(from, to).replace(marks, ' ');
  let marked = '';
  let at = start;
  for (const { start: from, end: to } of highlights.filter((one) => one.start >= start && one.end <= end)) {
    marked += `${part(at, from)}${matchStart}${part(from, to)}${matchEnd}`;
    at = to;
  }
  marked += part(at, end);
  const plain = markup
    .reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), marked)
    .replace(/\s+/g, ' ')
    .trimStart();
  const pieces = plain.split(matchStart).flatMap((piece, index): SnippetPiece[] => {
    const [match = '', after = ''] = index === 0 ? ['', piece] : piece.split(matchEnd);
    return [
      { text: match, isMatch: true },
      { text: after, isMatch: false },
    ];
  });
  return [
    { text: start > 0 ? '… ' : '', isMatch: false },
    ...pieces,
    { text: end < text.length ? ' …' : '', isMatch: false },
  ].filter((piece) => piece.text !== '');
}

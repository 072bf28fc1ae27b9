import { analyzeText, type Language } from '@docfleet/text-analysis';

/** Where a word of the query stands in a text, in UTF-16 units. */
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
const mostHighlights = 200;

/** The places in a text where terms of a query stand, in whatever form; neighbours are joined. */
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
    else if (found.length < mostHighlights) found.push({ start: index, end });
    else break;
  }
  return found;
}

/** Where a window of the snippet's length has the most highlighted characters. */
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

/** Marks of Markdown that a reader of a snippet has no use for: of headings, emphasis, code, tables and links' targets. */
const markup =
  /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\|)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|[ \t]*\|[ \t]*|\]\([^)\s]*\)|!?\[(?=[^\]]*\]\()/gm;
const plain = (text: string): string => text.replace(markup, ' ').replace(/\s+/g, ' ');

/** The part of a text that has the most of the query, as plain text in pieces. */
export function makeSnippet(text: string, highlights: readonly Highlight[]): SnippetPiece[] {
  const wanted = bestStart(highlights, text.length);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1 || wanted;
  const end = Math.min(text.length, start + snippetLength);
  const pieces: SnippetPiece[] = start > 0 ? [{ text: '… ', isMatch: false }] : [];
  let at = start;
  for (const { start: from, end: to } of highlights.filter((one) => one.start >= start && one.end <= end)) {
    if (from > at) pieces.push({ text: plain(text.slice(at, from)), isMatch: false });
    pieces.push({ text: plain(text.slice(from, to)), isMatch: true });
    at = to;
  }
  if (at < end) pieces.push({ text: plain(text.slice(at, end)), isMatch: false });
  if (end < text.length) pieces.push({ text: ' …', isMatch: false });
  return pieces.filter((piece) => piece.text !== '');
}

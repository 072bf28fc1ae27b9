import { analyzeText, contentTerms, detectLanguage } from '@docfleet/text-analysis';

const wordsOf = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A piece of a text, and whether it is what was asked for. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Cuts a text where words of the query begin and end, as keyword search knows them: in any form, function words left out. */
export function highlight(text: string, query: string): Piece[] {
  const terms = contentTerms(query);
  const language = detectLanguage(query);
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (const { segment, isWordLike } of wordsOf.segment(text)) {
    const isMatch =
      Boolean(isWordLike) && analyzeText(segment, language).terms.some((term) => terms.has(term));
    const last = pieces.at(-1);
    if (last && last.isMatch === isMatch) last.text += segment;
    else pieces.push({ text: segment, isMatch });
  }
  return pieces;
}

/** About so many characters of a text from where the query's words stand, on one line. */
export function excerpt(text: string, query: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const [before] = highlight(line, query);
  const first = before === undefined || before.isMatch ? 0 : before.text.length;
  const found = first < line.length ? first : 0;
  const lead = Math.floor(length / 4);
  const wanted = Math.max(0, Math.min(found - lead, line.length - length));
  const start = wanted === 0 ? 0 : line.indexOf(' ', wanted) + 1 || wanted;
  const most = start + length;
  const end = most < line.length ? Math.max(line.lastIndexOf(' ', most), start + 1) : most;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end).trimEnd()}${end < line.length ? ' …' : ''}`;
}

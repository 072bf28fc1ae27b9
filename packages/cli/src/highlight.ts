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

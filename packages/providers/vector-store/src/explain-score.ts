import { isExact } from '@docfleet/text-analysis';
import { keywordShares, type TermWeight } from './keyword-weights.ts';
import type { KeywordPart, VectorHit } from './provider.ts';

/** Parts of a hit's score: `semantic` and `keyword`, already weighted as the search requested, add up to it. */
export interface ScoreExplanation {
  /** Below 0 where the store lets a negative cosine count. */
  readonly semantic: number;
  readonly keyword: number;
  /** Share of each query term in `keyword`, the largest first; terms that the chunk lacks are omitted. */
  readonly terms: readonly TermWeight[];
}

/** Stores count in 32-bit floats: a digit behind the sixth says nothing. The sum with 0 makes 0 of -0. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

/** Adds what the spelling of a word brings to what its stem does, as a reader sees one word; alone, it is shown as it is spelled. */
function withoutSpellings(shares: readonly TermWeight[]): TermWeight[] {
  const stems = shares.filter(({ term }) => !isExact(term));
  const alone = shares.filter(({ term, word }) => isExact(term) && !stems.some((stem) => stem.word === word));
  const added = (word: string) =>
    shares.find((share) => isExact(share.term) && share.word === word)?.weight ?? 0;
  const seen = new Set<string>();
  const whole = stems.map(({ term, word, weight }) => {
    const isFirst = !seen.has(word);
    seen.add(word);
    return { term, word, weight: weight + (isFirst ? added(word) : 0) };
  });
  return [...whole, ...alone.map(({ word, weight }) => ({ term: word, word, weight }))];
}

/**
 * Explains a hit's score to within 1e-6. Stores return one number, so the keyword part is computed as they do it, from the
 * chunk's whole text, and the semantic part is the rest.
 */
export function explainScore(
  hit: VectorHit,
  wholeText: string,
  keyword: KeywordPart | undefined,
): ScoreExplanation {
  if (!keyword) return { semantic: rounded(hit.score), keyword: 0, terms: [] };
  const { keywordWeight } = keyword;
  const shares = keywordShares(hit.keywordsFromText ? hit.text : wholeText, keyword);
  const sum = shares.reduce((all, { weight }) => all + weight, 0);
  // A text that has several terms of one word earns no more than the word's share of all.
  const factor = keywordWeight * Math.min(1, 1 / sum);
  const added = sum === 0 ? 0 : factor * sum;
  const terms = withoutSpellings(shares)
    .map(({ term, word, weight }) => ({ term, word, weight: rounded(factor * weight) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return { semantic: rounded(hit.score - added), keyword: rounded(added), terms };
}

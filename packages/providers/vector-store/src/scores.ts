import { analyze, encodeTerms, isExact, type SparseVector, termId } from '@docfleet/text-analysis';
import type { KeywordPart, VectorHit, VectorRecord } from './provider.ts';

/** Returns the weights of a record's terms. */
export const weightsOf = ({ weights, terms }: Pick<VectorRecord, 'weights' | 'terms'>): SparseVector =>
  weights ?? encodeTerms(terms);

/** Returns the divisor of a keyword score: the sum of the terms' IDF unless `total` is given. */
export const totalOf = ({ terms, total }: KeywordPart): number =>
  total ?? terms.reduce((sum, { idf }) => sum + idf, 0);

/** A query's weights by term id: idf / total. Their dot product with a chunk's weights, at most 1, is the keyword part. */
export function keywordWeights(keyword: KeywordPart): Map<number, number> {
  const total = totalOf(keyword);
  const weights = new Map<number, number>();
  if (total <= 0) return weights;
  for (const { term, idf } of keyword.terms) {
    const id = termId(term);
    weights.set(id, (weights.get(id) ?? 0) + idf / total);
  }
  return weights;
}

interface TermWeight {
  readonly term: string;
  /** The word of the query that it stands for. */
  readonly word: string;
  readonly weight: number;
}

/** Returns the share of each query term in a text's keyword score, which is their sum, at most 1. Terms that the text lacks are omitted. */
export function keywordShares(text: string, keyword: KeywordPart): TermWeight[] {
  const total = totalOf(keyword);
  const { indices, values } = encodeTerms(analyze(text));
  const weightOf = new Map(indices.map((id, position) => [id, values[position] as number]));
  return keyword.terms.flatMap(({ term, word = term, idf }) => {
    const weight = weightOf.get(termId(term));
    return weight !== undefined && idf > 0 ? [{ term, word, weight: (idf / total) * weight }] : [];
  });
}

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

/** Slices of at most `size`. */
export function* inChunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The dot product: the cosine, as vectors have unit length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

/** Rounding takes scores a hair past 1. */
export const clampScore = (score: number): number => Math.min(1, Math.max(0, score));

/** Hits in the port's order: by falling score, equal scores by id. */
export const bestFirst = (hits: readonly VectorHit[]): VectorHit[] =>
  hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

/** A sentence on a hybrid search that ended before it was proven that nothing better was left out. */
export const boundedNotice = (candidates: number): string =>
  `The ${candidates} nearest chunks and the ${candidates} with the most of the words were compared; a better one may be among the others`;

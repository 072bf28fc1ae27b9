import { analyze, encodeTerms, type SparseVector, termId } from '@docfleet/text-analysis';
import type { KeywordPart, VectorRecord } from './provider.ts';

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

export interface TermWeight {
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

import { termId } from '@docfleet/keyword';
import type { VectorQuery } from './provider.ts';

export type KeywordPart = NonNullable<VectorQuery['keyword']>;

/** A query's weights by term id: idf / Σ idf, so that their dot product with a chunk's weights lies in 0..1. */
export function keywordWeights({ terms }: KeywordPart): Map<number, number> {
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  const weights = new Map<number, number>();
  if (total <= 0) return weights;
  for (const { term, idf } of terms) {
    const id = termId(term);
    weights.set(id, (weights.get(id) ?? 0) + idf / total);
  }
  return weights;
}

import { encodeTerms } from '@docfleet/text-analysis';
import { expect } from '@jest/globals';
import type { VectorHit, VectorQuery, VectorRecord } from '../src/provider.ts';
import { keywordWeights } from '../src/scores.ts';
import { randomNumbers, unitVector, vectorRecord } from './conformance-records.ts';

export const vectorRecords = (count: number, changes: Partial<VectorRecord> = {}): VectorRecord[] =>
  Array.from({ length: count }, (_, index) => vectorRecord(index, changes));

export const vectorQuery = (changes: Partial<VectorQuery> = {}): VectorQuery => ({
  vector: unitVector(randomNumbers(4_711)),
  topK: 10,
  ...changes,
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** The formula of the port, computed over all records. */
export function expectedScores(
  records: readonly VectorRecord[],
  { vector, keyword }: VectorQuery,
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { id, values, terms } of records) {
    const semantic = vector ? Math.max(0, dot(values, vector)) : 0;
    if (!keyword) {
      scores.set(id, semantic);
      continue;
    }
    const weights = keywordWeights(keyword);
    const sparse = encodeTerms(terms);
    const lexical = sparse.indices.reduce(
      (sum, index, position) => sum + (weights.get(index) ?? 0) * (sparse.values[position] ?? 0),
      0,
    );
    const score = keyword.semanticWeight * semantic + keyword.keywordWeight * lexical;
    if (score > 0) scores.set(id, score);
  }
  return scores;
}

/** Hits are right when each has the score of the formula and none that was left out has a better one. */
export function expectBest(
  hits: readonly VectorHit[],
  records: readonly VectorRecord[],
  query: VectorQuery,
): void {
  const scores = expectedScores(records, query);
  const best = [...scores.values()].sort((a, b) => b - a).slice(0, query.topK);
  expect(hits).toHaveLength(best.length);
  hits.forEach((hit, rank) => {
    expect(hit.score).toBeCloseTo(scores.get(hit.id) ?? -1, 3);
    expect(hit.score).toBeCloseTo(best[rank] ?? -1, 3);
  });
}

export const idsOf = (hits: readonly VectorHit[]): string[] => hits.map(({ id }) => id).sort();

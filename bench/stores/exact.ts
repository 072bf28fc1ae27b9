import { encodeTerms } from '@docfleet/text-analysis';
import { keywordWeights, type VectorQuery, type VectorRecord } from '@docfleet/vector-store';
import { subsets } from './rows.ts';

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** The best of an exhaustive scan, by kind of search, subset and query. */
export type Best = Readonly<Record<'semantic' | 'hybrid', Scored[][][]>>;

function keep(best: Scored[], one: Scored, count: number): void {
  const last = best[count - 1];
  if (last && last.score >= one.score) return;
  const place = best.findIndex(({ score }) => score < one.score);
  best.splice(place < 0 ? best.length : place, 0, one);
  if (best.length > count) best.pop();
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis += 1) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

/** Scans rows as they are made, and keeps the best of each query. */
export function createExactScan(
  queries: readonly Pick<Required<VectorQuery>, 'vector' | 'keyword'>[],
  count: number,
) {
  const empty = () => subsets.map(() => queries.map((): Scored[] => []));
  const best: Best = { semantic: empty(), hybrid: empty() };
  const byTerm = new Map<number, { query: number; weight: number }[]>();
  for (const [query, { keyword }] of queries.entries())
    for (const [id, weight] of keywordWeights(keyword))
      byTerm.set(id, [...(byTerm.get(id) ?? []), { query, weight }]);
  const words = new Float64Array(queries.length);

  function scan({ id, values, terms }: VectorRecord, index: number): void {
    words.fill(0);
    const { indices, values: weights } = encodeTerms(terms);
    indices.forEach((term, position) => {
      for (const { query, weight } of byTerm.get(term) ?? [])
        words[query] = (words[query] as number) + weight * (weights[position] as number);
    });
    const among = [...subsets.keys()].filter((subset) => subsets[subset]?.leaves(index));
    queries.forEach(({ vector = new Float32Array(), keyword }, query) => {
      const semantic = Math.max(0, dot(values, vector));
      const lexical = Math.min(1, words[query] as number);
      const hybrid = keyword.semanticWeight * semantic + keyword.keywordWeight * lexical;
      for (const subset of among) {
        keep(best.semantic[subset]?.[query] ?? [], { id, score: semantic }, count);
        if (hybrid > 0) keep(best.hybrid[subset]?.[query] ?? [], { id, score: hybrid }, count);
      }
    });
  }

  return { best, scan };
}

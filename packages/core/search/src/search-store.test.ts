import { propertyRuns } from '@docfleet/testing';
import { encodeTerms } from '@docfleet/text-analysis';
import {
  type CandidateSource,
  type CandidateStore,
  keywordWeights,
  type VectorQuery,
  type VectorStore,
} from '@docfleet/vector-store';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchStore } from './search-store.ts';

const alive = AbortSignal.timeout(600_000);
const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'the'];

interface Row {
  readonly id: string;
  readonly vector: Float32Array;
  readonly weights: ReadonlyMap<number, number>;
  /** 0..1: how much the indexes lie about this row. */
  readonly lie: number;
}

/** How the indexes of a store lie. */
interface Lies {
  readonly isExact: boolean;
  /** The most that an estimated cosine is above the exact one, and that all of them are below. */
  readonly cosineAbove: number;
  readonly cosineBelow: number;
  /** Factor by which all keyword parts are estimated too low or too high, and the most by which one is too high besides. */
  readonly keywordFactor: number;
  readonly keywordAbove: number;
}

const honest: Lies = {
  isExact: true,
  cosineAbove: 0,
  cosineBelow: 0,
  keywordFactor: 1,
  keywordAbove: 0,
};

const unit = (values: readonly number[]): Float32Array => {
  const norm = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / norm);
};

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

const keywordPart = (row: Row, weights: ReadonlyMap<number, number>) =>
  [...weights].reduce((sum, [id, weight]) => sum + weight * (row.weights.get(id) ?? 0), 0);

interface Asked {
  nearest: number;
  matching: number;
  /** Rows whose vectors and whose words were read. */
  vectors: number;
  weights: number;
  texts: number;
}

/** A store in memory whose indexes lie; it scores as it should. */
function openLiar(rows: readonly Row[], lies: Lies): { store: VectorStore; asked: Asked } {
  const asked: Asked = { nearest: 0, matching: 0, vectors: 0, weights: 0, texts: 0 };
  const rowOf = (key: unknown) => rows.filter(({ id }) => id === key);
  const candidates: CandidateSource = {
    async nearest({ vector, limit }) {
      asked.nearest += 1;
      const estimated = rows.map(({ id, vector: own, lie }) => ({
        row: id,
        cosine: dot(own, vector) + (lies.isExact ? 0 : lie * lies.cosineAbove - lies.cosineBelow),
      }));
      const nearest = estimated.toSorted((a, b) => b.cosine - a.cosine).slice(0, limit);
      return { rows: nearest, isExact: lies.isExact };
    },
    async matching({ terms, total, limit }) {
      asked.matching += 1;
      const weights = keywordWeights({ terms, total, semanticWeight: 0, keywordWeight: 1 });
      return rows
        .filter((row) => keywordPart(row, weights) > 0)
        .map((row) => ({
          row: row.id,
          keyword: keywordPart(row, weights) * lies.keywordFactor * (1 + row.lie * lies.keywordAbove),
        }))
        .toSorted((a, b) => b.keyword - a.keyword)
        .slice(0, limit);
    },
    async score(keys, { vector, weights }) {
      if (vector) asked.vectors += keys.length;
      if (weights) asked.weights += keys.length;
      const scored = keys.flatMap(rowOf).map((row) => ({
        row,
        ...(vector && { cosine: dot(row.vector, vector) }),
        ...(weights && { keyword: keywordPart(row, weights) }),
      }));
      return new Map(scored.map(({ row, ...parts }) => [row.id, parts]));
    },
    async read(keys) {
      asked.texts += keys.length;
      return new Map(keys.flatMap(rowOf).map(({ id }) => [id, { id, documentId: 'd', text: id }]));
    },
  };
  const store: Pick<CandidateStore, 'limits' | 'candidates'> = { limits: {}, candidates };
  return { store: store as CandidateStore, asked };
}

/** The best scores by the formula, computed over all rows. */
function bestScores(rows: readonly Row[], { vector, keyword, topK }: VectorQuery): number[] {
  const weights = keyword ? keywordWeights(keyword) : new Map<number, number>();
  const { semanticWeight, keywordWeight } = keyword ?? { semanticWeight: 1, keywordWeight: 0 };
  const scores = rows.map((row) => {
    const semantic = vector ? semanticWeight * Math.max(0, dot(row.vector, vector)) : 0;
    return semantic + keywordWeight * Math.min(1, keywordPart(row, weights));
  });
  return scores
    .filter((score) => score > 0 || !keyword)
    .toSorted((a, b) => b - a)
    .slice(0, topK);
}

const dimensions = 6;
const vectors = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: dimensions, maxLength: dimensions })
  .map(unit);
const rowsOf = (max: number) =>
  fc
    .array(
      fc.record({
        vector: vectors,
        terms: fc.array(fc.constantFrom(...words), { maxLength: 8 }),
        lie: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: max, size: 'max' },
    )
    .map((rows) =>
      rows.map(({ vector, terms, lie }, index): Row => {
        const { indices, values } = encodeTerms(terms);
        const weights = new Map(indices.map((id, position) => [id, values[position] as number]));
        return { id: `r${String(index).padStart(4, '0')}`, vector, weights, lie };
      }),
    );
const share = fc.double({ min: 0, max: 1, noNaN: true });
const keywords = fc.record({
  terms: fc.uniqueArray(
    fc.record({ term: fc.constantFrom(...words), idf: fc.double({ min: 0, max: 8, noNaN: true }) }),
    { maxLength: 6, selector: ({ term }) => term },
  ),
  semanticWeight: share,
  keywordWeight: share,
});
const queries = fc.record({
  vector: vectors,
  topK: fc.integer({ min: 1, max: 20 }),
  keyword: fc.option(keywords, { nil: undefined }),
});
const queryOf = ({
  keyword,
  ...query
}: typeof queries extends fc.Arbitrary<infer Q> ? Q : never): VectorQuery => ({
  ...query,
  ...(keyword && { keyword }),
});

async function expectBest(rows: readonly Row[], lies: Lies, query: VectorQuery): Promise<void> {
  const { hits } = await searchStore(openLiar(rows, lies).store, query, alive);
  const best = bestScores(rows, query);
  expect(hits).toHaveLength(best.length);
  hits.forEach(({ score }, rank) => {
    expect(score).toBeCloseTo(Math.min(1, Math.max(0, best[rank] ?? -1)), 5);
  });
  const inOrder = hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  expect(hits).toEqual(inOrder);
}

test('the best of a store whose indexes are right are those of an exhaustive scan', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf(600), queries, (rows, query) => expectBest(rows, honest, queryOf(query))),
    propertyRuns(1_000),
  );
});

test('the best of a few rows are those of an exhaustive scan, however the indexes lie', async () => {
  const lies = fc.record({
    isExact: fc.boolean(),
    cosineAbove: share,
    cosineBelow: share,
    keywordFactor: fc.double({ min: 0.1, max: 3, noNaN: true }),
    keywordAbove: share,
  });
  await fc.assert(
    fc.asyncProperty(rowsOf(90), lies, queries, (rows, how, query) => expectBest(rows, how, queryOf(query))),
    propertyRuns(1_000),
  );
});

test('the best are found where indexes are wrong by the same for all rows, or above what is right', async () => {
  const lies = fc.record({
    isExact: fc.boolean(),
    cosineAbove: fc.double({ min: 0, max: 0.05, noNaN: true }),
    cosineBelow: fc.constantFrom(0, 0.1),
    keywordFactor: fc.constantFrom(0.5, 1, 1.5),
    keywordAbove: fc.double({ min: 0, max: 0.2, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(rowsOf(600), lies, queries, (rows, how, query) => expectBest(rows, how, queryOf(query))),
    propertyRuns(1_000),
  );
});

test('a hybrid search that ends before it is proven that nothing better was left out says so, and no other does', async () => {
  const [near, far] = [unit([1, 0, 0, 0, 0, 0]), unit([0, 1, 0, 0, 0, 0])];
  const { indices, values } = encodeTerms(['amber']);
  const worded = new Map(indices.map((id, position) => [id, values[position] as number]));
  // Many are near, many have the word, and none is both: as far as the first of each half show, another might be.
  const rowsWith = (count: number): Row[] =>
    Array.from({ length: 2 * count }, (_, index) => ({
      id: `r${index}`,
      vector: index < count ? near : far,
      weights: index < count ? new Map() : worded,
      lie: 0,
    }));
  const keyword = { terms: [{ term: 'amber', idf: 2 }], semanticWeight: 0.5, keywordWeight: 0.5 };
  const search = (rows: readonly Row[], query: VectorQuery) =>
    searchStore(openLiar(rows, honest).store, query, alive);
  const hybrid = { vector: near, topK: 5, keyword };
  expect((await search(rowsWith(3_000), hybrid)).notice).toMatch(/^The 2460 nearest chunks .* may be among/);
  expect(await search(rowsWith(50), hybrid)).not.toHaveProperty('notice');
  expect(await search(rowsWith(2_000), { vector: near, topK: 5 })).not.toHaveProperty('notice');
});

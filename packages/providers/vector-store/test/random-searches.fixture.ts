import type { MetadataFilter } from '@docfleet/metadata-filter';
import { casesOf, createSeededRandom, testSeed } from '@docfleet/testing';
import { inverseDocumentFrequency } from '@docfleet/text-analysis';
import { describe, expect, test } from '@jest/globals';
import type { VectorHit, VectorQuery, VectorRecord } from '../src/provider.ts';
import { expectedScores } from './conformance-expectations.ts';
import { conformanceDimensions } from './conformance-records.ts';
import { type ConformanceSubject, useConformanceStore } from './conformance-store.fixture.ts';

const count = 900;
const words = Array.from({ length: 40 }, (_, index) => `word${index}`);

/** A search, the least score that is wanted, and which records it is among. */
interface Case {
  readonly query: VectorQuery;
  readonly scoreThreshold: number;
  matches(record: VectorRecord): boolean;
}

function createCases(random: () => number, hasNegatives: boolean) {
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const unit = () => {
    const least = hasNegatives ? -1 : 0;
    const values = Float32Array.from({ length: conformanceDimensions }, () => least + (1 - least) * random());
    const norm = Math.hypot(...values);
    return values.map((value) => value / norm);
  };

  const recordOf = (index: number): VectorRecord => {
    // Low numbers are more frequent, as words are.
    const terms = Array.from({ length: 1 + below(30) }, () => words[below(1 + below(words.length))] ?? '');
    const documentId = `doc${index % 50}`;
    const metadata = { year: 2_000 + below(20), kind: one(['a', 'b', 'c']) };
    const common = { text: terms.join(' '), source: 'TEXT', type: 'TEXT', metadata };
    const tenantId = one(['acme', 'birch', null]);
    return { id: `${documentId}#${index}`, documentId, values: unit(), terms, tenantId, ...common };
  };

  const records = Array.from({ length: count }, (_, index) => recordOf(index));
  /** As rare as a sample of the records says, which an index need not agree with. */
  const rarityOf = (term: string) =>
    inverseDocumentFrequency(count, records.filter(({ terms }) => terms.includes(term)).length) *
    (0.8 + 0.4 * random());

  const keywordOf = () => {
    const semanticWeight = one([0, 0.1, 0.3, 0.5, 0.7, 1]);
    const terms = Array.from(new Set(Array.from({ length: 1 + below(6) }, () => one(words))), (term) => {
      const factor = one([0.1, 0.25, 1, 1, 1, 2]);
      return { term, idf: factor * rarityOf(term), factor };
    });
    return { terms, semanticWeight, keywordWeight: 1 - semanticWeight };
  };

  const caseOf = (): Case => {
    const year = 2_000 + below(20);
    const tenantId = one(['acme', undefined, undefined]);
    const documentIds = one([undefined, undefined, ['doc1', 'doc2', 'doc3']]);
    const [filter, passes] = one<
      [MetadataFilter | undefined, (metadata: VectorRecord['metadata']) => boolean]
    >([
      [undefined, () => true],
      [[{ field: 'year', operator: '$lt', value: year }], (metadata) => Number(metadata['year']) < year],
      [[{ not: [{ field: 'kind', operator: '$eq', value: 'a' }] }], ({ kind }) => kind !== 'a'],
    ]);
    const keyword = random() < 0.2 ? undefined : keywordOf();
    const vector = keyword?.semanticWeight === 0 && random() < 0.5 ? undefined : unit();
    return {
      query: { vector, topK: 1 + below(50), tenantId, documentIds, filter, ...(keyword && { keyword }) },
      scoreThreshold: one([0, 0, 0.2, 0.5]),
      matches: ({ documentId, metadata, ...record }) =>
        (tenantId === undefined || record.tenantId === tenantId) &&
        (documentIds === undefined || documentIds.includes(documentId)) &&
        passes(metadata),
    };
  };
  return { records, caseOf };
}

/** Hits are right when they are as many as an exhaustive scan has, rank by rank of the same score, and each has its own. */
function expectScanned(
  hits: readonly VectorHit[],
  records: readonly VectorRecord[],
  { query, scoreThreshold }: Case,
  digits: number,
): void {
  const scores = expectedScores(records, query);
  const best = [...scores.values()].toSorted((a, b) => b - a).slice(0, query.topK);
  // A score at the threshold may be rounded to either side of it.
  const margin = 2 * 10 ** -digits;
  const reach = (some: readonly number[], min: number) => some.filter((score) => score >= min).length;
  const found = hits.map(({ score }) => score);
  expect(reach(found, scoreThreshold + margin)).toBeLessThanOrEqual(reach(best, scoreThreshold));
  expect(reach(found, scoreThreshold)).toBeGreaterThanOrEqual(reach(best, scoreThreshold + margin));
  // A row whose score is next to nothing is a hit or none as it is rounded.
  for (const score of best.slice(hits.length)) expect(score).toBeLessThan(margin);
  hits.forEach(({ id, score }, rank) => {
    expect(score).toBeCloseTo(best[rank] ?? 0, digits);
    expect(score).toBeCloseTo(scores.get(id) ?? 0, digits);
  });
}

/** Registers random searches: what is true of each store by an exhaustive scan is true between all of them. */
export function describeRandomSearches(name: string, given: ConformanceSubject): void {
  const { scoreDigits = 5, addsNegativeCosines = false } = given;

  describe(`${name} in random searches`, () => {
    const { search, write } = useConformanceStore(given);

    test('has the hits and scores of an exhaustive scan, whatever weights, filters, tenants and thresholds', async () => {
      const { records, caseOf } = createCases(createSeededRandom(testSeed()), !addsNegativeCosines);
      await write(records);
      await given.settle?.();
      for (let left = casesOf(1_000); left > 0; left -= 1) {
        const tried = caseOf();
        expectScanned(await search(tried.query), records.filter(tried.matches), tried, scoreDigits);
      }
    }, 600_000);
  });
}

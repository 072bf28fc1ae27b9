import { createEgress } from '@docfleet/egress';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import {
  casesOf,
  createSeededRandom,
  findPython,
  type QdrantServer,
  runWhere,
  startQdrantServer,
  testSeed,
} from '@docfleet/testing';
import { encodeTerms } from '@docfleet/text-analysis';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { alive } from '../../../test/conformance-store.fixture.ts';
import { keywordWeights } from '../../keyword-weights.ts';
import type { ScoringStore, VectorQuery, VectorRecord } from '../../provider.ts';
import { openVectorStore } from '../../registry.ts';
import { cosine } from '../../scores.ts';

const python = findPython(['qdrant_edge']);
const dimensions = 12;
const count = 2_500;
const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
const tenants = ['acme', 'birch', null];

const random = createSeededRandom(testSeed());
const below = (limit: number) => Math.floor(random() * limit);
const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;

/** Half of all cosines are negative. */
function unit(): Float32Array {
  const values = Float32Array.from({ length: dimensions }, () => random() * 2 - 1);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

const records = Array.from({ length: count }, (_, index): VectorRecord => {
  // Low numbers are more frequent, as words are.
  const terms = Array.from({ length: 1 + below(30) }, () => words[below(1 + below(words.length))] ?? '');
  const documentId = `doc${index % 50}`;
  const metadata = { year: 2_000 + below(20), kind: one(['a', 'b', 'c']) };
  const common = { text: terms.join(' '), source: 'TEXT', type: 'TEXT', tenantId: one(tenants), metadata };
  return { id: `${documentId}#${index}`, documentId, values: unit(), terms, ...common };
});

interface Case {
  readonly query: VectorQuery;
  readonly matches: (record: VectorRecord) => boolean;
}

function randomCase(): Case {
  const year = 2_000 + below(20);
  const tenantId = one(['acme', undefined, undefined]);
  const documentIds = one([undefined, undefined, ['doc1', 'doc2', 'doc3']]);
  const filter = one<MetadataFilter | undefined>([
    undefined,
    [{ field: 'year', operator: '$lt', value: year }],
    [{ not: [{ field: 'kind', operator: '$eq', value: 'a' }] }],
  ]);
  const semanticWeight = one([0, 0.1, 0.3, 0.5, 0.7, 1]);
  const terms = Array.from({ length: 1 + below(6) }, () => ({ term: one(words), idf: 0.01 + 5 * random() }));
  const keyword = one([
    undefined,
    ...Array(5).fill({ terms, semanticWeight, keywordWeight: 1 - semanticWeight }),
  ]);
  const query = { vector: unit(), topK: 1 + below(50), keyword, tenantId, documentIds, filter };
  const operator = filter?.[0] && 'operator' in filter[0] ? filter[0].operator : filter && 'not';
  const matches = ({ documentId, metadata, ...record }: VectorRecord) =>
    (tenantId === undefined || record.tenantId === tenantId) &&
    (documentIds === undefined || documentIds.includes(documentId)) &&
    (operator !== '$lt' || Number(metadata['year']) < year) &&
    (operator !== 'not' || metadata['kind'] !== 'a');
  return { query, matches };
}

/** Scores of the best by the formula of the port, computed over all records. */
function bestScores({ query, matches }: Case): number[] {
  const { keyword, vector = new Float32Array(), topK } = query;
  const weights = keyword && keywordWeights(keyword);
  const scoreOf = ({ values, terms }: VectorRecord) => {
    const semantic = Math.max(0, cosine(values, vector));
    if (!keyword || !weights) return semantic;
    const { indices, values: own } = encodeTerms(terms);
    const lexical = indices.reduce((sum, id, at) => sum + (weights.get(id) ?? 0) * (own[at] ?? 0), 0);
    return keyword.semanticWeight * semantic + keyword.keywordWeight * lexical;
  };
  const scores = records.filter(matches).map(scoreOf);
  const found = keyword ? scores.filter((score) => score > 0) : scores;
  return found.toSorted((a, b) => b - a).slice(0, topK);
}

runWhere(
  describe,
  python !== undefined,
  'no Python with the engine of Qdrant',
)('random searches', () => {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let server: QdrantServer;
  let store: ScoringStore;
  beforeAll(async () => {
    server = await startQdrantServer({ python: python ?? '' });
    const config = { provider: 'QDRANT', url: server.url, apiKey: 'test-key' };
    store = openVectorStore(config, { namespaceId: 'random', egress }) as ScoringStore;
    await store.upsert(records, alive);
    await server.optimize(`docfleet-${dimensions}`);
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await egress.close();
  });

  test('have the scores of an exhaustive scan, whatever their weights, filters and tenants', async () => {
    for (let left = casesOf(1_000); left > 0; left -= 1) {
      const tried = randomCase();
      const { hits, notice } = await store.search(tried.query, alive);
      expect(notice).toBeUndefined();
      const expected = bestScores(tried);
      expect(hits).toHaveLength(expected.length);
      for (const [rank, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[rank] ?? -1, 5);
    }
  }, 600_000);
});

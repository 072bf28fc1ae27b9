import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import {
  findVectorStores,
  propertyRuns,
  type RunningVectorStore,
  runWhere,
  startPineconeEmulator,
  type TestVectorStore,
} from '@docfleet/testing';
import { analyze, type WeightedQuery, weighQuery } from '@docfleet/text-analysis';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { vectorQuery, vectorRecords } from '../test/conformance-expectations.ts';
import {
  conformanceDimensions,
  randomNumbers,
  unitVector,
  vectorRecord,
} from '../test/conformance-records.ts';
import { openVectorStore, type VectorStore } from './index.ts';
import type { VectorRecord } from './provider.ts';
import { cosine, explainScore, type ScoreExplanation } from './scores.ts';

const alive = AbortSignal.timeout(600_000);
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const folder = mkdtempSync(join(tmpdir(), 'docfleet-explain-'));
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const pineconeByCosine: TestVectorStore = {
  name: 'PINECONE with cosine',
  missing: undefined,
  async start(dimension) {
    const emulator = await startPineconeEmulator({ dimension, metric: 'cosine' });
    return {
      config: { provider: 'PINECONE', apiKey: 'test-key', indexHost: emulator.url },
      close: emulator.close,
    };
  },
};

/** As the embedder writes them: the terms are those of the text. One has words of its own. */
const records: VectorRecord[] = [
  ...vectorRecords(40),
  vectorRecord(40, { text: 'Quiet meadows. A meadow is quieter than two meadows.' }),
].map((record) => ({ ...record, terms: analyze(record.text) }));
const byId = new Map(records.map((record) => [record.id, record]));

const statistics = {
  documentCount: records.length,
  frequencyOf: (term: string) => records.filter(({ terms }) => terms.includes(term)).length,
};

const words = ['amber', 'birches', 'jetty', 'meadow', 'Quiet', 'unheard-of', 'the'];
const queries = fc.record({
  words: fc.array(fc.constantFrom(...words), { maxLength: 6 }),
  semanticWeight: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer({ min: 0, max: 1_000 }),
});

interface Asked {
  readonly vector: Float32Array;
  readonly weighed: WeightedQuery;
  readonly semanticWeight: number;
}

async function expectExplained(store: VectorStore, { vector, weighed, semanticWeight }: Asked) {
  const { terms } = weighed;
  const keyword = { ...weighed, semanticWeight, keywordWeight: 1 - semanticWeight };
  const { hits } = await searchStore(store, vectorQuery({ vector, keyword, topK: records.length }), alive);
  const sharesWords = records.some(({ terms: own }) => terms.some(({ term }) => own.includes(term)));
  if (semanticWeight > 1e-3 || sharesWords) expect(hits.length).toBeGreaterThan(0);
  // Rows with a score of 0 are not found.
  else if (semanticWeight === 0) expect(hits).toEqual([]);
  for (const hit of hits) {
    const { values, terms: own } = byId.get(hit.id) as VectorRecord;
    const explained = explainScore(hit, hit.text, keyword);
    const words = terms.flatMap(({ term, word }) => (own.includes(term) ? [word ?? term] : []));
    const shared = new Set(words);
    expect(Math.abs(explained.semantic + explained.keyword - hit.score)).toBeLessThan(1e-3);
    // The semantic part is what is left of the score: it is the cosine's share if the keyword part is the store's.
    expect(Math.abs(explained.semantic - semanticWeight * cosine(values, vector))).toBeLessThan(1e-3);
    if (shared.size === 0) expect(explained).toMatchObject({ keyword: 0, terms: [] });
    for (const { word } of explained.terms) expect(words).toContain(word);
    if (keyword.keywordWeight > 1e-3)
      expect(new Set(explained.terms.map(({ word }) => word))).toEqual(shared);
  }
}

function describeExplanations(subject: TestVectorStore): void {
  let running: RunningVectorStore;
  beforeAll(async () => {
    running = await subject.start(conformanceDimensions);
  }, 120_000);
  afterAll(() => running.close());
  const open = (namespaceId: string) =>
    openVectorStore(running.config, { namespaceId, egress, settings: { LANCEDB_URI: folder } });

  test('the semantic and the keyword part add up to the score, and are what meaning and words have earned', async () => {
    const store = open('random');
    await store.upsert(records, alive);
    await fc.assert(
      fc.asyncProperty(queries, async ({ words, semanticWeight, seed }) => {
        const weighed = weighQuery(words.join(' '), statistics);
        await expectExplained(store, { vector: unitVector(randomNumbers(seed)), weighed, semanticWeight });
      }),
      propertyRuns(30),
    );
    await store.close();
  });

  test('a text that the store may have cut is explained by what the store has counted of it', async () => {
    const store = open('cut');
    const text = `Amber. ${'Filler words. '.repeat(4_000)} Meadow.`;
    const record = vectorRecord(1, { text, terms: analyze(text) });
    await store.upsert([record], alive);
    const weighed = weighQuery('amber meadow', statistics);
    const keyword = { ...weighed, semanticWeight: 0.01, keywordWeight: 0.99 };
    const { hits } = await searchStore(store, vectorQuery({ vector: record.values, keyword }), alive);
    const [{ semantic }] = hits.map((hit) => explainScore(hit, text, keyword)) as [ScoreExplanation];
    expect(semantic).toBeCloseTo(0.01, 5);
    await store.close();
  });
}

for (const subject of [...findVectorStores(), pineconeByCosine])
  runWhere(
    describe,
    subject.missing === undefined,
    subject.missing ?? '',
  )(`explanations of ${subject.name}`, () => describeExplanations(subject));

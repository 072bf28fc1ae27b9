import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import {
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  propertyRuns,
  startPineconeEmulator,
} from '@docfleet/testing';
import { analyze, type WeightedQuery, weighQuery } from '@docfleet/text-analysis';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { vectorQuery, vectorRecords } from '../test/conformance-expectations.ts';
import {
  conformanceDimensions,
  randomNumbers,
  unitVector,
  vectorRecord,
} from '../test/conformance-records.ts';
import { explainScore, type ScoreExplanation } from './explain-score.ts';
import { openVectorStore, type VectorStore } from './index.ts';
import type { VectorHit, VectorRecord } from './provider.ts';
import { cosine } from './scores.ts';

const alive = AbortSignal.timeout(600_000);
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const folder = mkdtempSync(join(tmpdir(), 'docfleet-explain-'));
const emulators: PineconeEmulator[] = [];
afterAll(async () => {
  await egress.close();
  for (const emulator of emulators) await emulator.close();
  rmSync(folder, { recursive: true });
});

const openLance = async (namespaceId: string) =>
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, settings: { LANCEDB_URI: folder } });

const openPinecone =
  (metric: NonNullable<PineconeEmulatorOptions['metric']>) => async (namespaceId: string) => {
    const options = { dimension: conformanceDimensions, visibilityDelayMs: 0, metric };
    const emulator = await startPineconeEmulator(options);
    emulators.push(emulator);
    const config = { provider: 'PINECONE', apiKey: 'test-key', indexHost: emulator.url };
    return openVectorStore(config, { namespaceId, egress });
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
  // What scores 0 is not found.
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

describe.each([
  ['LANCEDB', openLance],
  ['PINECONE with dotproduct', openPinecone('dotproduct')],
  ['PINECONE with cosine', openPinecone('cosine')],
])('%s', (_name, open) => {
  test('the semantic and the keyword part add up to the score, and are what meaning and words have earned', async () => {
    const store = await open('random');
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
    const store = await open('cut');
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
});

const keyword = {
  terms: [
    { term: 'rare', idf: 3 },
    { term: 'common', idf: 1 },
    { term: 'absent', idf: 4 },
  ],
  semanticWeight: 0.5,
  keywordWeight: 0.5,
};
const hit = { id: 'a', documentId: 'a', text: 'Common', textTruncated: false, score: 0.4 };

test('terms come in order of what they have added, and their sum is the keyword part', () => {
  const { keyword: added, terms } = explainScore(hit, 'Common words, common and rare', keyword);
  expect(terms.map(({ term }) => term)).toEqual(['rare', 'common']);
  expect(terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(added, 5);
});

test('without keywords all of a score is meaning', () => {
  expect(explainScore(hit, 'Common and rare', undefined)).toEqual({ semantic: 0.4, keyword: 0, terms: [] });
});

test('a word that a text has by its stem and by its spelling is explained once', () => {
  const statistics = { documentCount: 100, frequencyOf: (term: string) => (term === 'invoic' ? 50 : 0) };
  const { terms, total } = weighQuery('invoices', statistics);
  const text = 'The invoices of the year are sent by mail.';
  const hit = { id: 'a', score: 1, text, metadata: {} } as unknown as VectorHit;
  const explained = explainScore(hit, text, { terms, total, semanticWeight: 0.5, keywordWeight: 0.5 });
  expect(explained.terms).toHaveLength(1);
  expect(explained.terms[0]).toMatchObject({ term: 'invoic', word: 'invoices' });
  expect(explained.terms[0]?.weight).toBeCloseTo(explained.keyword, 5);
});

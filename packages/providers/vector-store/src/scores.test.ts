import { weighQuery } from '@docfleet/text-analysis';
import { expect, test } from '@jest/globals';
import type { VectorHit } from './provider.ts';
import { explainScore } from './scores.ts';

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

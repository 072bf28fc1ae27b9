import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  analyzeText,
  encodeTerms,
  inverseDocumentFrequency,
  languageMarker,
  termId,
  weighQuery,
} from './index.ts';

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the id of %j is its 32-bit FNV-1a hash', (term, id) => {
  expect(termId(term)).toBe(id);
});

test('a weight is that of BM25, by how often the term occurs and how long the chunk is', () => {
  const { indices, values } = encodeTerms(['cell', 'cell', 'gene']);
  const saturation = 1.2 * (0.25 + (0.75 * 3) / 280);
  const weightOf = (term: string) => values[indices.indexOf(termId(term))];
  expect(weightOf('cell')).toBeCloseTo(2 / (2 + saturation), 12);
  expect(weightOf('gene')).toBeCloseTo(1 / (1 + saturation), 12);
});

const terms = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 300 });

test('indices rise, are distinct and 32-bit; weights lie between 0 and 1', () => {
  fc.assert(
    fc.property(terms, (list) => {
      const { indices, values } = encodeTerms(list);
      expect(indices).toEqual([...new Set(list.map(termId))].sort((left, right) => left - right));
      expect(values).toHaveLength(indices.length);
      expect(values.every((value) => value > 0 && value < 1)).toBe(true);
      expect(indices.every((index) => index >= 0 && index < 2 ** 32)).toBe(true);
    }),
  );
});

test('terms whose ids collide count as one', () => {
  expect(termId('costarring')).toBe(termId('liquid')); // A known collision of 32-bit FNV-1a.
  expect(encodeTerms(['costarring', 'liquid'])).toEqual(encodeTerms(['liquid', 'liquid']));
});

test('of more than 1,000 distinct terms the heaviest are kept', () => {
  const often = Array.from({ length: 400 }, (_, index) => `often${index}`);
  const once = Array.from({ length: 5_000 }, (_, index) => `once${index}`);
  const { indices } = encodeTerms([...once, ...often, ...often]);
  expect(indices).toHaveLength(1_000);
  expect(indices).toEqual(expect.arrayContaining(often.map(termId)));
});

test.each([
  [1_000, 0, Math.log(1 + 1_000.5 / 0.5)],
  [1_000, 10, Math.log(1 + 990.5 / 10.5)],
  [1_000, 1_000, Math.log(1 + 0.5 / 1_000.5)],
  [10, 25, Math.log(1 + 0.5 / 25.5)],
  [0, 0, Math.log(2)],
])('in %i chunks, a term that %i have weighs %d', (count, frequency, weight) => {
  expect(inverseDocumentFrequency(count, frequency)).toBeCloseTo(weight, 12);
});

test('a query has each term once; one that is repeated weighs as often, a function word a tenth', () => {
  const statistics = {
    documentCount: 100,
    frequencyOf: (term: string) => (term === 'cell' ? 50 : term === languageMarker('en') ? 100 : 0),
  };
  const { terms, total } = weighQuery('cells of a cell and genes', statistics);
  const stems = terms.filter(({ term }) => !term.startsWith('='));
  const [cell, of, , , gene] = stems;
  expect(cell).toEqual({
    term: 'cell',
    word: 'cells',
    idf: 2 * inverseDocumentFrequency(100, 50),
    factor: 2,
  });
  expect(of).toEqual({ term: 'of', word: 'of', idf: 0.1 * inverseDocumentFrequency(100, 0), factor: 0.1 });
  expect(gene).toEqual({ term: 'gene', word: 'genes', idf: inverseDocumentFrequency(100, 0), factor: 1 });
  expect(total).toBeCloseTo(
    stems.reduce((sum, { idf }) => sum + idf, 0),
    9,
  );
});

/** BM25 as the textbook has it, with strings and no vectors. */
function bruteForceRanking(documents: string[][], query: string[]): number[] {
  const score = (document: string[]) => {
    let sum = 0;
    for (const term of query) {
      const tf = document.filter((other) => other === term).length;
      const n = documents.filter((other) => other.includes(term)).length;
      const idf = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
      sum += (idf * tf) / (tf + 1.2 * (0.25 + (0.75 * document.length) / 280));
    }
    return sum;
  };
  return rank(documents.map(score));
}

function rank(scores: number[]): number[] {
  const rounded = scores.map((score) => Number(score.toFixed(9)));
  return [...rounded.keys()].sort((left, right) => rounded[right]! - rounded[left]! || left - right);
}

test('dot products of the vectors rank as BM25 does', () => {
  const word = fc.constantFrom('cell', 'gene', 'protein', 'growth', 'factor', 'plant', 'human', 'blood');
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), text, (texts, query) => {
      const documents = texts.map((text) => analyzeText(text, 'en').terms);
      const frequencyOf = (term: string) =>
        term === languageMarker('en')
          ? documents.length
          : documents.filter((document) => document.includes(term)).length;
      const { terms: weighted } = weighQuery(query, { documentCount: documents.length, frequencyOf });
      const vectors = documents.map(encodeTerms);
      const scores = vectors.map(({ indices, values }) =>
        weighted.reduce((sum, { term, idf }) => sum + idf * (values[indices.indexOf(termId(term))] ?? 0), 0),
      );
      expect(rank(scores)).toEqual(bruteForceRanking(documents, analyzeText(query, 'en').terms));
    }),
  );
});

import { expect, test } from '@jest/globals';
import { defaultWeights, hybridWeights } from './search-request.ts';

const words = { defaultWeights: { semanticWeight: 0.7, keywordWeight: 0.3 } };
const fewerWords = { defaultWeights: { semanticWeight: 0.8, keywordWeight: 0.2 } };
const meaningAlone = {};

test('a search without weights takes those of the model', () => {
  expect(defaultWeights([words])).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
  expect(defaultWeights([meaningAlone])).toBeUndefined();
});

test('namespaces whose models ask for different weights are searched by meaning alone', () => {
  expect(defaultWeights([words, words])).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
  expect(defaultWeights([words, fewerWords])).toBeUndefined();
  expect(defaultWeights([words, meaningAlone])).toBeUndefined();
  expect(defaultWeights([meaningAlone, words])).toBeUndefined();
});

test('a search that has to compare words does so with every model', () => {
  expect(hybridWeights([fewerWords])).toEqual(fewerWords.defaultWeights);
  for (const models of [[meaningAlone], [words, fewerWords]])
    expect(hybridWeights(models)).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
});

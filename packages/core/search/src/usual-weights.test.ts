import { expect, test } from '@jest/globals';
import { hybridWeights, usualWeights } from './usual-weights.ts';

const words = { usualWeights: { semanticWeight: 0.7, keywordWeight: 0.3 } };
const fewerWords = { usualWeights: { semanticWeight: 0.8, keywordWeight: 0.2 } };
const meaningAlone = {};

test('a search without weights takes those of the model', () => {
  expect(usualWeights([words])).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
  expect(usualWeights([meaningAlone])).toBeUndefined();
});

test('namespaces whose models ask for different weights are searched by meaning alone', () => {
  expect(usualWeights([words, words])).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
  expect(usualWeights([words, fewerWords])).toBeUndefined();
  expect(usualWeights([words, meaningAlone])).toBeUndefined();
  expect(usualWeights([meaningAlone, words])).toBeUndefined();
});

test('a search that has to compare words does so with every model', () => {
  expect(hybridWeights([fewerWords])).toEqual(fewerWords.usualWeights);
  for (const models of [[meaningAlone], [words, fewerWords]])
    expect(hybridWeights(models)).toEqual({ semanticWeight: 0.7, keywordWeight: 0.3 });
});

import type { Embedder } from '@docfleet/embedding';
import type { SearchRequest } from './search-request.ts';

export type Weights = SearchRequest['weights'];
/** Chooses the weights of a search that names none, by the models of the namespaces that it searches. */
export type ChooseWeights = (embedders: readonly Pick<Embedder, 'usualWeights'>[]) => Weights;

/**
 * What a search compares whose request does not say: meaning, and words as well where the models of all that is searched ask for the same
 * weights. Scores of different weights could not be compared.
 */
export const usualWeights: ChooseWeights = (embedders) => {
  const [first, ...others] = embedders.map((embedder) => embedder.usualWeights);
  return others.every((weights) => weights?.semanticWeight === first?.semanticWeight) ? first : undefined;
};

/** Those of a search that has to compare words, whether or not the models ask for it. */
export const hybridWeights: ChooseWeights = (embedders) =>
  usualWeights(embedders) ?? { semanticWeight: 0.7, keywordWeight: 0.3 };

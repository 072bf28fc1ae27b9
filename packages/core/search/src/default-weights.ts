import type { Embedder } from '@docfleet/embedding';
import type { SearchRequest } from './search-request.ts';

export type Weights = SearchRequest['weights'];
/** Chooses the weights of a search that names none, by the models of the namespaces that it searches. */
export type ChooseWeights = (embedders: readonly Pick<Embedder, 'defaultWeights'>[]) => Weights;

/**
 * Returns the weights of a search whose request names none: those that all models recommend alike, and undefined (semantic search only)
 * where they differ, as scores of different weights cannot be compared.
 */
export const defaultWeights: ChooseWeights = (embedders) => {
  const [first, ...others] = embedders.map((embedder) => embedder.defaultWeights);
  return others.every((weights) => weights?.semanticWeight === first?.semanticWeight) ? first : undefined;
};

/** Returns the weights of a search that has to compare words: the models' default weights, or 0.7 semantic and 0.3 keyword. */
export const hybridWeights: ChooseWeights = (embedders) =>
  defaultWeights(embedders) ?? { semanticWeight: 0.7, keywordWeight: 0.3 };

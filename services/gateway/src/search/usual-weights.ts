import type { Embedder } from '@docfleet/embedding';
import type { SearchRequest } from './search-request.ts';

/**
 * What a search compares whose request does not say: meaning, and words as well where the models of all that is searched ask for the same
 * weights. Scores of different weights could not be compared.
 */
export function usualWeights(embedders: readonly Pick<Embedder, 'usualWeights'>[]): SearchRequest['weights'] {
  const [first, ...others] = embedders.map((embedder) => embedder.usualWeights);
  return others.every((weights) => weights?.semanticWeight === first?.semanticWeight) ? first : undefined;
}

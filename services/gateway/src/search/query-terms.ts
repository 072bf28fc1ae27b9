import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import { termId, type WeightedQuery, weighQuery } from '@docfleet/text-analysis';

/** A query of more says nothing more, and each costs the store. */
const maxTerms = 100;

/** A query's distinct terms, each with how rare the namespace's sample says it is. The rarest come first. */
export function queryTerms(text: string, { chunkCount, frequencies }: KeywordStatistics): WeightedQuery {
  const { terms, total } = weighQuery(text, {
    documentCount: chunkCount,
    frequencyOf: (term) => frequencies.get(termId(term)) ?? 0,
  });
  return { terms: terms.toSorted((a, b) => b.idf - a.idf).slice(0, maxTerms), total };
}

import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import { termId, type WeightedTerm, weighQuery } from '@docfleet/text-analysis';

/** A query of more says nothing more, and each costs the store. */
const maxTerms = 100;

/** A query's distinct stems, each with how rare the namespace's sample says it is. The rarest come first. */
export function queryTerms(text: string, { chunkCount, frequencies }: KeywordStatistics): WeightedTerm[] {
  const statistics = {
    documentCount: chunkCount,
    frequencyOf: (term: string) => frequencies.get(termId(term)) ?? 0,
  };
  return weighQuery(text, statistics)
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, maxTerms);
}

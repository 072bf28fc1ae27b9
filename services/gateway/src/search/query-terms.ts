import type { KeywordStatistics } from '@docfleet/domain';
import { analyze, termId } from '@docfleet/keyword';

/** A query of more says nothing more, and each costs the store. */
const mostTerms = 100;

export interface QueryTerm {
  readonly term: string;
  readonly idf: number;
}

/** A query's distinct stems, each with how rare it is: ln(1 + (N - n + 0.5) / (n + 0.5)), as in Lucene's BM25. The rarest come first. */
export function queryTerms(text: string, { chunkCount, frequencies }: KeywordStatistics): QueryTerm[] {
  const idfOf = (term: string) => {
    const frequency = Math.min(frequencies.get(termId(term)) ?? 0, chunkCount);
    return Math.log(1 + (chunkCount - frequency + 0.5) / (frequency + 0.5));
  };
  return [...new Set(analyze(text))]
    .map((term) => ({ term, idf: idfOf(term) }))
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, mostTerms);
}

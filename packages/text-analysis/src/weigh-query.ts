import { analyze } from './analyze.ts';

/** What is known of the chunks that are searched. */
export interface TermStatistics {
  /** How many chunks there are, or how many were sampled. */
  readonly documentCount: number;
  /** In how many of them a term occurs; 0 for one that was never seen. */
  frequencyOf(term: string): number;
}

export interface WeightedTerm {
  readonly term: string;
  readonly idf: number;
}

/** How much a term tells: ln(1 + (N - n + 0.5) / (n + 0.5)), as Lucene has it. Never negative, also for n above N. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  const frequency = Math.max(0, documentFrequency);
  const count = Math.max(frequency, documentCount);
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** The distinct terms of a query in their order; the weight of one that is repeated counts as often. */
export function weighQuery(query: string, statistics: TermStatistics): WeightedTerm[] {
  const repetitions = new Map<string, number>();
  for (const term of analyze(query)) repetitions.set(term, (repetitions.get(term) ?? 0) + 1);
  return Array.from(repetitions, ([term, count]) => ({
    term,
    idf: count * inverseDocumentFrequency(statistics.documentCount, statistics.frequencyOf(term)),
  }));
}

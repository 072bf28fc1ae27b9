import { setImmediate } from 'node:timers/promises';
import type { JobContext } from '@docfleet/api/context';
import type { Namespace } from '@docfleet/domain/namespace';
import type { SearchOutcome, SearchResult } from '@docfleet/search';
import { termId, weighQuery } from '@docfleet/text-analysis';
import type { FoundChunk } from './gather-passages.ts';
import { supportOf } from './verification/support.ts';

/**
 * Relevance below which the documents are taken not to have the answer, and the model is not asked. Measured with bench/answers: see
 * docs/decisions/0022-show-only-verified-sentences.md.
 */
export const defaultMinRelevance = 0.5;

/**
 * Number of the best chunks that are judged, though the model reads fewer: among those that it reads, the chunk with most of the question's words
 * is missing where meaning weighs more. Measured with bench/answers: by 8 chunks, 4 of 120 more were refused at 0.7 and 0.3 than at 0.5 and 0.5;
 * by 50, as few at both.
 */
export const judgedChunks = 50;

/**
 * Sum of words and meaning: a cosine of 0.6 is enough by itself, one of 0.3, which unrelated pages reach, says little. Measured
 * with bench/answers.
 */
const combine = (words: number, cosine: number) => Math.min(1, (words + 1.5 * cosine ** 2) / 1.1);

/** The cosine of question and chunk, taken from where a score comes from; undefined where the score has no part of it. */
function similarityOf(
  { hit, storeScore = hit.score, explanation }: SearchResult,
  semanticWeight: number,
): number | undefined {
  if (!explanation || semanticWeight === 0) return undefined;
  return Math.min(1, Math.max(0, (explanation.semantic + storeScore - hit.score) / semanticWeight));
}

/** Chunks found by an explained search of a namespace, with the scores that relevance is judged by. */
export function toFoundChunks(
  { name: namespaceName, id: namespaceId }: Pick<Namespace, 'id' | 'name'>,
  { results, cosineShowsRelevance }: Pick<SearchOutcome, 'results' | 'cosineShowsRelevance'>,
  weights: { readonly semanticWeight: number } | undefined,
): FoundChunk[] {
  return results.map((result) => ({
    ...result,
    namespaceName,
    namespaceId,
    similarity: cosineShowsRelevance ? similarityOf(result, weights?.semanticWeight ?? 1) : undefined,
  }));
}

/** The largest share of a question's words that a chunk has, weighed by how rare they are in the namespace. */
async function shareOfWords(
  question: string,
  found: readonly FoundChunk[],
  { keywordStatistics }: Pick<JobContext, 'keywordStatistics'>,
): Promise<number> {
  let best = 0;
  for (const [namespaceId, own] of Map.groupBy(found, (chunk) => chunk.namespaceId)) {
    const { chunkCount, frequencies } = await keywordStatistics(namespaceId);
    const frequencyOf = (term: string) => frequencies.get(termId(term)) ?? 0;
    const { terms, total } = weighQuery(question, { documentCount: chunkCount, frequencyOf });
    if (total === 0) return 1;
    for (const chunk of own) {
      const { terms: written } = supportOf(chunk);
      const present = terms.filter(({ term }) => written.has(term));
      best = Math.max(best, present.reduce((sum, { idf }) => sum + idf, 0) / total);
      // Taking a long chunk apart takes some milliseconds: other requests come in between.
      await setImmediate();
    }
  }
  return Math.min(1, best);
}

/**
 * Likelihood that the chunks answer a question, 0 to 1: by the question's words, and by its meaning where the model's cosines show it. Words alone
 * miss questions in other words than the documents', and meaning alone takes a page on the subject for an answer.
 */
export async function relevanceOf(
  question: string,
  found: readonly FoundChunk[],
  context: Pick<JobContext, 'keywordStatistics'>,
): Promise<number> {
  const words = await shareOfWords(question, found, context);
  const similarities = found.flatMap(({ similarity }) => similarity ?? []);
  if (similarities.length === 0) return words;
  return combine(words, Math.max(...similarities));
}

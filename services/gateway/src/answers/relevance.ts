import { setImmediate } from 'node:timers/promises';
import { termId, weighQuery } from '@docfleet/text-analysis';
import type { GatewayContext } from '../http/context.ts';
import type { ChunkSupport } from './verification/support.ts';

/**
 * Below it the documents are taken not to have the answer, and the model is not asked. Measured with bench/answers: see
 * docs/decisions/0032-answers-cite-what-was-verified.md.
 */
export const leastRelevance = 0.5;

/** How much of a question the best chunk has: the share of the question's words, weighed by how rare they are in the namespace. */
export async function relevanceOf(
  question: string,
  chunks: readonly ChunkSupport[],
  { keywordStatistics }: Pick<GatewayContext, 'keywordStatistics'>,
): Promise<number> {
  let best = 0;
  for (const [namespaceId, own] of Map.groupBy(chunks, ({ found }) => found.namespaceId)) {
    const { chunkCount, frequencies } = await keywordStatistics(namespaceId);
    const frequencyOf = (term: string) => frequencies.get(termId(term)) ?? 0;
    const { terms, total } = weighQuery(question, { documentCount: chunkCount, frequencyOf });
    if (total === 0) return 1;
    for (const chunk of own) {
      const present = terms.filter(({ term }) => chunk.terms.has(term));
      best = Math.max(best, present.reduce((sum, { idf }) => sum + idf, 0) / total);
      // Taking a long chunk apart takes some milliseconds: other requests come in between.
      await setImmediate();
    }
  }
  return Math.min(1, best);
}

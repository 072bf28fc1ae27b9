import { termId, weighQuery } from '@docfleet/text-analysis';
import type { GatewayContext } from '../http/context.ts';
import type { ChunkSupport } from './verification/support.ts';

/**
 * Below it the documents are taken not to have the answer, and the model is not asked. Measured with bench/answers: see
 * docs/decisions/0070-answers-cite-what-was-verified.md.
 */
export const leastRelevance = 0.5;

/** How much of a question the best chunk has: the share of the question's words, weighed by how rare they are in the namespace. */
export async function relevanceOf(
  question: string,
  chunks: readonly ChunkSupport[],
  { keywordStatistics }: Pick<GatewayContext, 'keywordStatistics'>,
): Promise<number> {
  const shares = await Promise.all(
    [...Map.groupBy(chunks, ({ found }) => found.namespaceId)].map(async ([namespaceId, own]) => {
      const { chunkCount, frequencies } = await keywordStatistics(namespaceId);
      const frequencyOf = (term: string) => frequencies.get(termId(term)) ?? 0;
      const { terms, total } = weighQuery(question, { documentCount: chunkCount, frequencyOf });
      if (total === 0) return 1;
      return Math.max(
        ...own.map((chunk) => {
          const present = terms.filter(({ term }) => chunk.terms.has(term));
          return present.reduce((sum, { idf }) => sum + idf, 0) / total;
        }),
      );
    }),
  );
  return Math.min(1, Math.max(0, ...shares));
}

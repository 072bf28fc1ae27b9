import { embeddedText } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { Reranker } from '@docfleet/reranking';
import type { Match } from './match.ts';

/** How a reranking went; the search responds either way. */
export interface RerankOutcome {
  readonly applied: boolean;
  readonly model: string;
  /** How many of the best matches were judged. */
  readonly count: number;
  /** Why they stand in the order of the search all the same. */
  readonly reason?: string;
}

export interface Reranked {
  readonly matches: readonly (Match & { readonly relevance?: number })[];
  readonly outcome: RerankOutcome;
}

/** A search without a reranker takes some tens of milliseconds: a better order is not worth a much longer wait. */
const usualDeadlineMs = 4_000;

/** nDCG@10 on 120 of SciFact's training queries: .7045 with half the weight of the score, .6976 with the same, .6925 without it; .6999 unreranked. */
const complemented = (relevance: number, score: number): number => (relevance + 2 * score) / 3;

function reasonOf(error: unknown, lateAfterMs: number | undefined): string {
  if (lateAfterMs !== undefined) return `No response within ${lateAfterMs / 1_000} seconds`;
  const { message, details } = AppError.from(error);
  return details.reason ? `${message}: ${details.reason}` : message;
}

/** Puts the first `topN` matches into the order of their relevance; leaves all as they are when the reranker fails or is late. */
export async function rerankMatches(
  reranker: Reranker,
  { query, topN }: { readonly query: string; readonly topN: number },
  matches: readonly Match[],
  signal: AbortSignal,
  deadlineMs = usualDeadlineMs,
): Promise<Reranked> {
  const count = Math.min(topN, matches.length, reranker.mostTexts);
  const judged = matches.slice(0, count);
  const { model } = reranker;
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const texts = judged.map(({ hit, chunk }) => embeddedText(chunk.title, hit.text));
    const relevances = await reranker.rerank(query, texts, AbortSignal.any([signal, deadline]));
    const ranked = judged
      .map((match, index) => {
        const relevance = relevances[index] as number;
        return {
          ...match,
          relevance: reranker.complementsScore ? complemented(relevance, match.hit.score) : relevance,
        };
      })
      .toSorted((a, b) => b.relevance - a.relevance);
    return { matches: [...ranked, ...matches.slice(count)], outcome: { applied: true, model, count } };
  } catch (error) {
    signal.throwIfAborted();
    return {
      matches,
      outcome: {
        applied: false,
        model,
        count,
        reason: reasonOf(error, deadline.aborted ? deadlineMs : undefined),
      },
    };
  }
}

import { type RankedPassage, type RelevantTarget, targetFinder, toCompared } from './relevance.ts';

/** Metrics of the search for one question, each from 0 to 1. */
export interface QuestionMetrics {
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly hit: number;
}

export const metricNames = [
  'ndcg',
  'recall',
  'reciprocalRank',
  'hit',
] as const satisfies (keyof QuestionMetrics)[];

/** Metrics of the chat model's answer to one question; null is left out of means. */
export interface AnswerMetrics {
  readonly answered: number;
  readonly faithfulness: number | null;
  readonly referenceRecall: number | null;
}

export const answerMetricNames = [
  'answered',
  'faithfulness',
  'referenceRecall',
] as const satisfies (keyof AnswerMetrics)[];

/** Results that nDCG considers, as in BEIR and TREC. */
export const ndcgDepth = 10;

/** The gain of each result: the highest grade among the targets that it is the first to match, else 0. */
export interface JudgedRanking {
  readonly gains: readonly number[];
  readonly metrics: QuestionMetrics;
}

/** A target is found once: further passages of a document that was found already gain nothing. */
function judge(ranking: readonly RankedPassage[], targets: readonly RelevantTarget[], topK: number) {
  const open = new Map(targets.map((target) => [target, targetFinder(target)]));
  let found = 0;
  const gains = ranking.map((passage, index) => {
    const compared = toCompared(passage);
    const matched = [...open].filter(([, isIn]) => isIn(compared)).map(([target]) => target);
    for (const target of matched) open.delete(target);
    if (index < topK) found += matched.length;
    return Math.max(0, ...matched.map(({ grade }) => grade));
  });
  return { gains, found };
}

const discounted = (gains: readonly number[]) =>
  gains.slice(0, ndcgDepth).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);

/**
 * Judges a ranking, which may be longer than `topK` where that is less than ten. nDCG: linear gains discounted by log2(rank + 1), divided by those of the ideal order (Järvelin and Kekäläinen 2002, as
 * trec_eval computes it); recall, reciprocal rank and hit look at the first `topK`.
 */
export function judgeRanking(
  ranking: readonly RankedPassage[],
  targets: readonly RelevantTarget[],
  topK: number,
): JudgedRanking {
  const { gains, found } = judge(ranking, targets, topK);
  const ideal = targets.map(({ grade }) => grade).toSorted((a, b) => b - a);
  const first = gains.slice(0, topK).findIndex((gain) => gain > 0);
  return {
    gains,
    metrics: {
      ndcg: discounted(gains) / discounted(ideal),
      recall: found / targets.length,
      reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
      hit: first < 0 ? 0 : 1,
    },
  };
}

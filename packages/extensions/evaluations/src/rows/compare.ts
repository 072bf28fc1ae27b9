import type { Database } from '@docfleet/database';
import type { Page } from '@docfleet/domain/run';
import { type EvaluatedAnswer, evaluatedAnswer, type RankedResult, rankedResults } from './config.ts';
import type { Evaluation } from './evaluations.ts';
import {
  type AnswerMetrics,
  answerMetricNames,
  metricNames,
  type QuestionMetrics,
  type RelevantTarget,
  relevantTargets,
} from './metrics.ts';

/** A mean with the interval in which it lies with 95 % confidence. */
interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2_000;
const confidence = 0.95;

/** Numbers from 0 up to 1 in a sequence that the seed determines: mulberry32, a 32-bit counter with a mixing function. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The mean of values, one for each question, with its percentile bootstrap interval (Efron and Tibshirani 1993, chapter 13): the questions are
 * drawn anew with replacement 2,000 times, and the interval leaves out 2.5 % of the means at each end. Of the differences between two
 * evaluations it is the paired bootstrap (Sakai 2006). Undefined without values.
 */
export function bootstrapMean(values: readonly number[], seed: number): Estimate | undefined {
  if (values.length === 0) return undefined;
  const random = createRandom(seed);
  const means = new Float64Array(resamples);
  for (let sample = 0; sample < resamples; sample += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    means[sample] = sum / values.length;
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  const at = (share: number) =>
    means[Math.min(resamples - 1, Math.max(0, Math.round(share * (resamples - 1))))] ?? 0;
  return { value: meanOf(values), low: at(tail), high: at(1 - tail) };
}

type Metrics = { readonly [Name in keyof (QuestionMetrics & AnswerMetrics)]: number | null };

/** Metrics, ranking and answer of one question of an evaluation. */
export interface QuestionResult extends Metrics {
  readonly questionId: string;
  readonly question: string;
  readonly relevant: readonly RelevantTarget[];
  readonly referenceAnswer: string | null;
  readonly ranking: readonly RankedResult[] | null;
  readonly answer: EvaluatedAnswer | null;
  readonly durationMs: number | null;
}

/** Lists the results of an evaluation by question, one more than the page size when there is a next page. */
export async function listResults(
  database: Database,
  evaluationId: string,
  page: Page,
): Promise<QuestionResult[]> {
  const rows = await database.evaluationResult.findMany({
    where: { evaluationId, ...(page.after && { questionId: { gt: page.after } }) },
    orderBy: { questionId: 'asc' },
    take: page.size + 1,
  });
  return rows.map(({ evaluationId: _, ...row }) => ({
    ...row,
    relevant: relevantTargets.parse(row.relevant),
    ranking: rankedResults.nullable().parse(row.ranking),
    answer: evaluatedAnswer.nullable().parse(row.answer),
  }));
}

/** A question that two evaluations answered differently. */
interface ChangedQuestion {
  readonly questionId: string;
  readonly question: string;
  readonly baseline: PairedMetrics;
  readonly candidate: PairedMetrics;
}

export interface Comparison {
  /** Mean difference between candidate and baseline for each metric, with its paired bootstrap interval. */
  readonly differences: { readonly [Name in keyof QuestionMetrics]: Estimate } | null;
  /** Comparison of the metrics of answers, over the questions that have them in both; null where either has no answers. */
  readonly answers: {
    readonly answered: Estimate;
    readonly faithfulness: Estimate | null;
    readonly referenceRecall: Estimate | null;
  } | null;
  /** Questions that both have with the same relevant documents; only these are compared. */
  readonly compared: number;
  /** Questions of either that are not compared. */
  readonly unpaired: number;
  readonly improved: number;
  readonly worsened: number;
  /** The changed questions, the worst first, at most 200. */
  readonly changed: readonly ChangedQuestion[];
}

const maxChanged = 200;

type PairedMetrics = QuestionMetrics & { readonly [Name in keyof AnswerMetrics]: number | null };

interface Pair {
  readonly questionId: string;
  readonly question: string;
  readonly baseline: PairedMetrics;
  readonly candidate: PairedMetrics;
}

/** Reads questions by pairs; one whose relevant documents were changed in between is no pair. */
async function readPairs(database: Database, baselineId: string, candidateId: string): Promise<Pair[]> {
  return database.$queryRaw<Pair[]>`
    SELECT candidate."questionId", candidate.question,
      jsonb_build_object('ndcg', baseline.ndcg, 'recall', baseline.recall, 'reciprocalRank', baseline."reciprocalRank",
        'hit', baseline.hit, 'answered', baseline.answered, 'faithfulness', baseline.faithfulness,
        'referenceRecall', baseline."referenceRecall") AS baseline,
      jsonb_build_object('ndcg', candidate.ndcg, 'recall', candidate.recall, 'reciprocalRank', candidate."reciprocalRank",
        'hit', candidate.hit, 'answered', candidate.answered, 'faithfulness', candidate.faithfulness,
        'referenceRecall', candidate."referenceRecall") AS candidate
    FROM evaluation_results candidate JOIN evaluation_results baseline ON baseline."evaluationId" = ${baselineId}::uuid
      AND baseline."questionId" = candidate."questionId" AND baseline.relevant = candidate.relevant
    WHERE candidate."evaluationId" = ${candidateId}::uuid AND candidate.ndcg IS NOT NULL AND baseline.ndcg IS NOT NULL
    ORDER BY candidate."questionId"`;
}

const gainOf = ({ baseline, candidate }: Pair) => candidate.ndcg - baseline.ndcg;
const isChanged = ({ baseline, candidate }: Pair) =>
  [...metricNames, ...answerMetricNames].some((name) => baseline[name] !== candidate[name]);

function differencesOf(pairs: readonly Pair[], seed: number): Comparison['differences'] {
  const of = (name: keyof QuestionMetrics) =>
    bootstrapMean(
      pairs.map(({ baseline, candidate }) => candidate[name] - baseline[name]),
      seed,
    );
  const [ndcg, recall, reciprocalRank, hit] = [of('ndcg'), of('recall'), of('reciprocalRank'), of('hit')];
  return ndcg && recall && reciprocalRank && hit ? { ndcg, recall, reciprocalRank, hit } : null;
}

function differencesOfAnswers(pairs: readonly Pair[], seed: number): Comparison['answers'] {
  const of = (name: keyof AnswerMetrics) => {
    const differences = pairs.flatMap(({ baseline, candidate }) => {
      const [before, after] = [baseline[name], candidate[name]];
      return before === null || after === null ? [] : [after - before];
    });
    return bootstrapMean(differences, seed) ?? null;
  };
  const answered = of('answered');
  return answered && { answered, faithfulness: of('faithfulness'), referenceRecall: of('referenceRecall') };
}

/** Compares two complete evaluations question by question; the candidate's seed determines the intervals. */
export async function compareEvaluations(
  database: Database,
  { baseline, candidate }: { readonly baseline: Evaluation; readonly candidate: Evaluation },
): Promise<Comparison> {
  const pairs = await readPairs(database, baseline.id, candidate.id);
  const changed = pairs.filter(isChanged).toSorted((a, b) => gainOf(a) - gainOf(b));
  return {
    differences: differencesOf(pairs, candidate.seed),
    answers: differencesOfAnswers(pairs, candidate.seed),
    compared: pairs.length,
    unpaired: baseline.questionCount + candidate.questionCount - 2 * pairs.length,
    improved: changed.filter((pair) => gainOf(pair) > 0).length,
    worsened: changed.filter((pair) => gainOf(pair) < 0).length,
    changed: changed.slice(0, maxChanged),
  };
}

/**
 * Tests whether the candidate is worse than the baseline by more than chance explains: the whole interval of the difference in nDCG lies
 * below 0.
 */
export const isWorse = ({ differences }: Pick<Comparison, 'differences'>): boolean =>
  differences !== null && differences.ndcg.high < 0;

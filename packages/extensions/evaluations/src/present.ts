import { timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { EvaluationStatus, GoldenQuestionStatus } from '@docfleet/domain/database';
import { z } from 'zod';
import type { QuestionResult } from './rows/compare.ts';
import { evaluatedAnswer, evaluationConfig, evaluationMetrics, rankedResult } from './rows/config.ts';
import type { Evaluation } from './rows/evaluations.ts';
import type { GoldenQuestion } from './rows/golden-questions.ts';
import type { GoldenSet } from './rows/golden-sets.ts';
import { relevantTargets } from './rows/metrics.ts';

export const goldenSetResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    tenantId: z.string().nullable().describe('The tenant whose documents are searched; null: all'),
    questionCount: z.int().describe('Accepted questions: those that are evaluated'),
    candidateCount: z.int().describe('Proposed questions'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'GoldenSet' });

export const presentGoldenSet = ({
  namespaceId: _,
  createdAt,
  updatedAt,
  ...set
}: GoldenSet): z.input<typeof goldenSetResponse> => ({
  ...set,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
});

export const questionResponse = z
  .object({
    id: z.string(),
    status: z.enum(GoldenQuestionStatus),
    question: z.string(),
    relevant: relevantTargets,
    referenceAnswer: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'GoldenQuestion' });

export const presentQuestion = ({
  goldenSetId: _,
  relevant,
  createdAt,
  updatedAt,
  ...question
}: GoldenQuestion): z.input<typeof questionResponse> => ({
  ...question,
  relevant: [...relevant],
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
});

export const evaluationResponse = z
  .object({
    id: z.string(),
    goldenSetId: z.string(),
    tenantId: z.string().nullable(),
    status: z.enum(EvaluationStatus),
    config: evaluationConfig,
    embeddingModel: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Provider and model of the namespace; null until the first question was searched'),
    configuration: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        'Other configuration that decides the results, as of the evaluation: chunk sizes, context model, reranker',
      )
      .meta({ examples: [{ chunkSizes: '400/80', rerankModel: 'COHERE rerank-v3.5' }] }),
    questionCount: z.int(),
    searchedCount: z.int().describe('Questions that were searched so far'),
    metrics: evaluationMetrics.nullable().describe('Null until all questions were searched'),
    error: z.string().nullable(),
    notice: z.string().nullable().describe('Limitation of the figures, if any'),
    seed: z.int().describe('Seed of the bootstrap'),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'Evaluation' });

const stringRecord = z.record(z.string(), z.string()).nullable();

export const presentEvaluation = ({
  namespaceId: _,
  namespaceVersion: __,
  createdAt,
  startedAt,
  endedAt,
  ...evaluation
}: Evaluation): z.input<typeof evaluationResponse> => ({
  ...evaluation,
  embeddingModel: stringRecord.parse(evaluation.embeddingModel),
  configuration: stringRecord.parse(evaluation.configuration),
  createdAt: toTimestamp(createdAt),
  startedAt: startedAt && toTimestamp(startedAt),
  endedAt: endedAt && toTimestamp(endedAt),
});

const share = z.number().min(0).max(1);

const answerShares = {
  answered: share.nullable(),
  faithfulness: share.nullable(),
  referenceRecall: share.nullable(),
};

export const resultResponse = z
  .object({
    questionId: z.string(),
    question: z.string(),
    relevant: relevantTargets,
    ranking: z
      .array(rankedResult)
      .nullable()
      .describe('The results in their order; null until the question was searched, as are the metrics'),
    ndcg: share.nullable(),
    recall: share.nullable(),
    reciprocalRank: share.nullable(),
    hit: share.nullable(),
    referenceAnswer: z.string().nullable(),
    answer: evaluatedAnswer.nullable().describe('Null where the evaluation has no answers'),
    ...answerShares,
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'EvaluationResult' });

export const presentResult = ({
  relevant,
  ranking,
  ...result
}: QuestionResult): z.input<typeof resultResponse> => ({
  ...result,
  relevant: [...relevant],
  ranking: ranking && [...ranking],
});

const metrics = z.object({
  ndcg: share,
  recall: share,
  reciprocalRank: share,
  hit: share,
  ...answerShares,
});
const difference = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'Difference' })
  .describe('Mean difference with its 95 % interval');

export const comparisonResponse = z
  .object({
    baseline: evaluationResponse,
    candidate: evaluationResponse,
    differences: z
      .object({ ndcg: difference, recall: difference, reciprocalRank: difference, hit: difference })
      .nullable()
      .describe('Candidate minus baseline; null when they have no question in common'),
    answers: z
      .object({
        answered: difference,
        faithfulness: difference.nullable(),
        referenceRecall: difference.nullable(),
      })
      .nullable()
      .describe('The same of answers; null where either has none'),
    isWorse: z
      .boolean()
      .describe(
        '`true`: the whole interval of the difference in nDCG lies below 0, worse by more than chance explains',
      ),
    compared: z.int().describe('Questions that both have, with the same relevant documents'),
    unpaired: z.int().describe('Questions of either that were not compared'),
    improved: z.int(),
    worsened: z.int(),
    changed: z
      .array(
        z
          .object({ questionId: z.string(), question: z.string(), baseline: metrics, candidate: metrics })
          .meta({ id: 'ChangedQuestion' }),
      )
      .describe('The questions that were answered differently, the worst first, at most 200'),
  })
  .meta({ id: 'EvaluationComparison' });

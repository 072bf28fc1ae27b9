import { z } from 'zod';

const share = z.number().min(0).max(1);
/** 0.1 + 0.9 is not quite 1 in binary. */
const tolerance = 1e-6;
const maxRankingLength = 100;

/** Parameters of an evaluation's searches, stored with its results. */
export const evaluationConfig = z.strictObject({
  topK: z
    .int()
    .min(1)
    .max(maxRankingLength)
    .default(10)
    .describe('Results per question: the k of recall and hits'),
  hybridConfig: z
    .strictObject({ semanticWeight: share, keywordWeight: share })
    .refine(
      ({ semanticWeight, keywordWeight }) => Math.abs(semanticWeight + keywordWeight - 1) <= tolerance,
      {
        error: 'must have weights whose sum is 1.0',
      },
    )
    .optional()
    .describe(
      'The weights of a hybrid search. Without it those of a `POST /v1/search` that names none, which are stored here when the evaluation begins; absent then where that is by meaning alone',
    ),
  scoreThreshold: share.default(0),
  maxPerDocument: z.int().min(1).max(100).optional().describe('The most results of one document'),
  rerank: z
    .strictObject({ topN: z.int().min(1).max(200).default(50) })
    .optional()
    .describe("Number of best matches that the namespace's reranker puts into a better order"),
  answers: z
    .strictObject({
      topK: z.int().min(1).max(50).default(8).describe('Maximum number of chunks that the model reads'),
      minRelevance: share.optional().describe('As in answers'),
    })
    .optional()
    .describe(
      'Has the chat model answer each question from what the evaluation finds, and measures how much of it is verified',
    ),
});

export type EvaluationConfig = z.output<typeof evaluationConfig>;

const estimate = z.object({ value: share, low: share, high: share }).meta({ id: 'MetricEstimate' });

/** Chat model's answer to a question of an evaluation. */
export const evaluatedAnswer = z
  .object({
    text: z.string(),
    outcome: z.enum(['ANSWERED', 'NOT_FOUND']),
    removed: z
      .array(z.object({ text: z.string(), reason: z.string() }))
      .describe('Sentences that could not be verified'),
  })
  .meta({ id: 'EvaluatedAnswer' });
export type EvaluatedAnswer = z.output<typeof evaluatedAnswer>;

const answerMetrics = z.object({
  answered: estimate.describe('The share of questions with an answer'),
  faithfulness: estimate
    .nullable()
    .describe("The share of the model's sentences whose citations were verified; null where it wrote none"),
  referenceRecall: estimate
    .nullable()
    .describe(
      "The share of the reference answers' words that the answers have; null without reference answers",
    ),
});

/** The summary of a complete evaluation. */
export const evaluationMetrics = z
  .object({
    ndcg: estimate.describe('nDCG of the first ten results'),
    recall: estimate.describe('The share of relevant documents or passages among the first topK results'),
    reciprocalRank: estimate.describe('MRR: 1 / rank of the first relevant result'),
    hit: estimate.describe('The share of questions with a relevant result among the first topK'),
    missingTargets: z
      .int()
      .min(0)
      .describe('Relevant documents, named by documentId or externalId, that the namespace does not have'),
    answers: answerMetrics.nullable().default(null).describe('Null where the evaluation has no answers'),
  })
  .meta({ id: 'EvaluationMetrics' });

export type EvaluationMetrics = z.output<typeof evaluationMetrics>;

/** Result of a search, with its relevance. */
export const rankedResult = z
  .object({
    documentId: z.string(),
    name: z.string().nullable(),
    ordinal: z.int(),
    score: z.number(),
    gain: z
      .number()
      .describe('The grade of the relevant document or passage that it is the first to match; else 0'),
  })
  .meta({ id: 'RankedResult' });

export type RankedResult = z.output<typeof rankedResult>;
export const rankedResults = z.array(rankedResult);

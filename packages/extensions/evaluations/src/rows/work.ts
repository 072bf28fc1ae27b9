import type { Database, EvaluationModel } from '@docfleet/database';
import { bootstrapMean } from './compare.ts';
import {
  type EvaluatedAnswer,
  type EvaluationConfig,
  type EvaluationMetrics,
  evaluationConfig,
  type RankedResult,
} from './config.ts';
import { openStatuses } from './evaluations.ts';
import {
  type AnswerMetrics,
  type answerMetricNames,
  type JudgedRanking,
  type metricNames,
  type RelevantTarget,
  relevantTargets,
} from './metrics.ts';

/** A question that is to be searched. */
interface OpenQuestion {
  readonly questionId: string;
  readonly question: string;
  readonly relevant: readonly RelevantTarget[];
  readonly referenceAnswer: string | null;
}

/** An evaluation that is under way, with the next of its questions. */
export interface EvaluationWork
  extends Pick<EvaluationModel, 'id' | 'namespaceId' | 'tenantId' | 'namespaceVersion'> {
  readonly config: EvaluationConfig;
  readonly questions: readonly OpenQuestion[];
}

/** Returns up to `count` questions that were not searched yet; undefined when the evaluation has ended. */
export async function readEvaluationWork(
  database: Database,
  evaluationId: string,
  count: number,
): Promise<EvaluationWork | undefined> {
  const row = await database.evaluation.findFirst({
    where: { id: evaluationId, status: { in: [...openStatuses] } },
  });
  if (!row) return undefined;
  const questions = await database.evaluationResult.findMany({
    where: { evaluationId, ndcg: null },
    orderBy: { questionId: 'asc' },
    take: count,
    select: { questionId: true, question: true, relevant: true, referenceAnswer: true },
  });
  const { id, namespaceId, tenantId, namespaceVersion } = row;
  return {
    id,
    namespaceId,
    tenantId,
    namespaceVersion,
    config: evaluationConfig.parse(row.config),
    questions: questions.map((one) => ({ ...one, relevant: relevantTargets.parse(one.relevant) })),
  };
}

/** Records that an evaluation has begun, and with which configuration of the namespace; the first call decides. */
export async function beginEvaluation(
  database: Database,
  id: string,
  {
    namespaceVersion,
    config,
    embeddingModel,
    configuration,
  }: {
    namespaceVersion: number;
    config: EvaluationConfig;
    embeddingModel: Readonly<Record<string, string>>;
    configuration: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await database.evaluation.updateMany({
    where: { id, status: 'QUEUED' },
    data: {
      status: 'RUNNING',
      namespaceVersion,
      config,
      embeddingModel,
      configuration,
      startedAt: new Date(),
    },
  });
}

/** Records the results of a question; a second record of the same question has no effect. */
export async function recordResult(
  database: Database,
  { evaluationId, questionId }: { evaluationId: string; questionId: string },
  {
    metrics,
    ranking,
    durationMs,
    answer,
  }: Pick<JudgedRanking, 'metrics'> & {
    ranking: readonly RankedResult[];
    durationMs: number;
    answer?: { readonly written: EvaluatedAnswer; readonly metrics: AnswerMetrics } | undefined;
  },
): Promise<void> {
  await database.evaluationResult.updateMany({
    where: { evaluationId, questionId, ndcg: null },
    data: {
      ...metrics,
      ranking: [...ranking],
      durationMs: Math.round(durationMs),
      ...(answer && { answer: answer.written, ...answer.metrics }),
    },
  });
}

/** Relevant documents that are named by an id and are not in the namespace: a set that is out of date lowers recall, and should say so. */
async function countMissing(database: Database, { id, namespaceId }: EvaluationModel): Promise<number> {
  const [row] = await database.$queryRaw<{ missing: number }[]>`
    SELECT count(*)::int AS missing FROM (
      SELECT DISTINCT target ->> 'documentId' AS id, target ->> 'externalId' AS "externalId"
      FROM evaluation_results, jsonb_array_elements(relevant) AS target
      WHERE "evaluationId" = ${id}::uuid AND (target ? 'documentId' OR target ? 'externalId')
    ) AS named
    WHERE NOT EXISTS (
      SELECT 1 FROM documents WHERE documents."namespaceId" = ${namespaceId}::uuid AND documents."liveKey" IS NOT NULL
        AND documents."externalId" = named."externalId" AND (named.id IS NULL OR documents.id::text = named.id))
      AND NOT EXISTS (
        SELECT 1 FROM documents WHERE named."externalId" IS NULL AND documents."namespaceId" = ${namespaceId}::uuid
          AND documents."liveKey" IS NOT NULL
          AND documents.id = CASE WHEN named.id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN named.id::uuid END)`;
  return row?.missing ?? 0;
}

/** Means over the answered questions; null where none of them has the metric. */
function summarizeAnswers(
  results: readonly { readonly [Name in keyof AnswerMetrics]: number | null }[],
  seed: number,
): EvaluationMetrics['answers'] {
  const meanOf = (name: (typeof answerMetricNames)[number]) =>
    bootstrapMean(
      results.flatMap((result) => result[name] ?? []),
      seed,
    ) ?? null;
  const answered = meanOf('answered');
  return (
    answered && {
      answered,
      faithfulness: meanOf('faithfulness'),
      referenceRecall: meanOf('referenceRecall'),
    }
  );
}

/** Records a note that is needed to read the figures of an evaluation. */
export async function noteOnEvaluation(database: Database, id: string, notice: string): Promise<void> {
  await database.evaluation.updateMany({
    where: { id, status: { in: [...openStatuses] }, notice: null },
    data: { notice },
  });
}

/** Completes an evaluation whose questions were all searched; the same results have the same summary, whichever worker computes it. */
export async function completeEvaluation(database: Database, evaluationId: string): Promise<void> {
  const row = await database.evaluation.findFirst({ where: { id: evaluationId, status: 'RUNNING' } });
  if (!row) return;
  const results = await database.evaluationResult.findMany({
    where: { evaluationId },
    orderBy: { questionId: 'asc' },
    omit: { question: true, relevant: true, referenceAnswer: true, ranking: true, answer: true },
  });
  const none = { value: 0, low: 0, high: 0 };
  const estimateOf = (name: (typeof metricNames)[number]) =>
    bootstrapMean(
      results.map((result) => result[name] ?? 0),
      row.seed,
    ) ?? none;
  const metrics: EvaluationMetrics = {
    ndcg: estimateOf('ndcg'),
    recall: estimateOf('recall'),
    reciprocalRank: estimateOf('reciprocalRank'),
    hit: estimateOf('hit'),
    missingTargets: await countMissing(database, row),
    answers: summarizeAnswers(results, row.seed),
  };
  await database.evaluation.updateMany({
    where: { id: evaluationId, status: 'RUNNING', results: { none: { ndcg: null } } },
    data: { status: 'COMPLETED', metrics, endedAt: new Date() },
  });
}

/** Ends an evaluation as FAILED with a sentence for its owner. */
export async function failEvaluation(database: Database, id: string, error: string): Promise<void> {
  await database.evaluation.updateMany({
    where: { id, status: { in: [...openStatuses] } },
    data: { status: 'FAILED', error, endedAt: new Date() },
  });
}

import { answerQuestion, collectAnswer } from '@docfleet/answers/answer-question';
import { answerBody } from '@docfleet/answers/body';
import { openModel } from '@docfleet/answers/open-model';
import type { AnswerResponse } from '@docfleet/answers/present-answer';
import { judgedChunks, toFoundChunks } from '@docfleet/answers/relevance';
import type { JobContext } from '@docfleet/api/context';
import { readChunkSizes } from '@docfleet/domain/document';
import { findNamespaceById, type Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf } from '@docfleet/queues';
import {
  defaultWeights,
  type SearchOutcome,
  type SearchRequest,
  type SearchResult,
  searchDefaults,
  searchNamespace,
} from '@docfleet/search';
import { contentTerms } from '@docfleet/text-analysis';
import type { EvaluatedAnswer, EvaluationConfig } from './rows/config.ts';
import type { runEvaluation } from './rows/evaluations.ts';
import { type AnswerMetrics, judgeRanking, ndcgDepth, ranksDocuments } from './rows/metrics.ts';
import {
  beginEvaluation,
  completeEvaluation,
  type EvaluationWork,
  failEvaluation,
  noteOnEvaluation,
  readEvaluationWork,
  recordResult,
} from './rows/work.ts';

interface Evaluated {
  readonly namespace: Namespace;
  readonly work: EvaluationWork;
  readonly question: EvaluationWork['questions'][number];
  /** The search of the evaluation. */
  readonly request: SearchRequest;
}

const maxQuestionLength = 4_000;

/** The share of the reference answer's words with content that an answer has; null where it has none. */
function referenceRecall(answer: string, reference: string | null): number | null {
  const wanted = contentTerms(reference ?? '');
  if (wanted.size === 0) return null;
  const written = contentTerms(answer);
  return [...wanted].filter((term) => written.has(term)).length / wanted.size;
}

/** Judges how well a question was answered: of the sentences that the model wrote, those that were shown are the verified ones. */
function judgeAnswer(
  {
    answer,
    outcome,
    sentences,
    removed,
  }: Pick<AnswerResponse, 'answer' | 'outcome' | 'sentences' | 'removed'>,
  reference: string | null,
): AnswerMetrics {
  const isAnswered = outcome === 'ANSWERED';
  // Repeated sentences are removed as well, and are no inventions.
  const unverified = removed.filter(({ reason }) => reason !== 'REPEATED').length;
  const written = sentences.length + unverified;
  return {
    answered: isAnswered ? 1 : 0,
    faithfulness: written === 0 ? null : sentences.length / written,
    referenceRecall: isAnswered ? referenceRecall(answer, reference) : reference === null ? null : 0,
  };
}

/** Has the chat model answer a question of an evaluation from what its search finds; undefined where it has no answers. */
async function evaluateAnswer(
  context: JobContext,
  { namespace, work, question: { question, referenceAnswer }, request }: Evaluated,
  signal: AbortSignal,
): Promise<{ written: EvaluatedAnswer; metrics: AnswerMetrics } | undefined> {
  const { answers, maxPerDocument } = work.config;
  if (!answers) return undefined;
  const use = { tenantId: work.tenantId ?? undefined, purpose: 'EVALUATION' } as const;
  const model = await openModel(context, [namespace], use);
  // Searches as answers do: several passages per document, where documents are ranked.
  const topK = Math.max(answers.topK, judgedChunks);
  const search = { ...request, topK, maxPerDocument, explain: true };
  const found = toFoundChunks(
    namespace,
    await searchNamespace(context, namespace, search, signal),
    request.weights,
  );
  const asked = question.slice(0, maxQuestionLength);
  const body = answerBody.parse({
    namespaceId: namespace.name,
    question: asked,
    topK: answers.topK,
    minRelevance: answers.minRelevance,
    // Faithfulness counts the model's own sentences.
    unverified: 'remove',
  });
  const { organizationId: owner } = namespace;
  const prepared = { owner, model, query: asked, found, timings: {}, rewriting: undefined };
  const response = await collectAnswer(answerQuestion(context, prepared, body, signal));
  const { answer: text, outcome, removed } = response;
  return { written: { text, outcome, removed }, metrics: judgeAnswer(response, referenceAnswer) };
}

const nameOf = (model: { readonly provider: string; readonly model?: unknown } | undefined) =>
  model && `${model.provider}${typeof model.model === 'string' ? ` ${model.model}` : ''}`;

/** Reads what decides the results of an evaluation: its parameters with the weights that callers get who name none, and the configuration of the namespace. */
async function configurationOf(
  { database, providers }: JobContext,
  { id, version }: Namespace,
  { config }: Pick<EvaluationWork, 'config'>,
): Promise<{
  config: EvaluationConfig;
  embeddingModel: Record<string, string>;
  configuration: Record<string, string>;
}> {
  const { configs, current } = await providers.open(id, version);
  const { chunkSizes, contextModel, embedder } = current;
  const { embeddingModelConfig: embedding } = configs;
  const model = embedding?.['model'];
  const rerankModel = nameOf(configs.rerankConfig);
  const sizes = chunkSizes ? [chunkSizes] : await readChunkSizes(database, id);
  const { hybridConfig = defaultWeights([embedder]) } = config;
  return {
    config: { ...config, ...(hybridConfig && { hybridConfig }) },
    embeddingModel: embedding
      ? { provider: embedding.provider, ...(typeof model === 'string' && { model }) }
      : {},
    configuration: {
      chunkSizes: sizes.map(({ chunkSize, chunkOverlap }) => `${chunkSize}/${chunkOverlap}`).join(', '),
      ...(contextModel && { contextModel: nameOf(contextModel) ?? '' }),
      ...(rerankModel && { rerankModel }),
    },
  };
}

/** Questions that are searched side by side: enough to keep a model busy, few enough to leave room for callers who wait. */
const questionsAtOnce = 4;
/** Milliseconds of work on one evaluation before those of others get a turn. A set of 2,000 questions takes minutes, with answers hours. */
const sliceMs = 20_000;
const retryAfterMs = 1_000;

type Question = EvaluationWork['questions'][number];

const toRequest = (
  { config, tenantId }: EvaluationWork,
  { question, relevant }: Question,
): SearchRequest => ({
  ...searchDefaults,
  query: question,
  topK: Math.max(config.topK, ndcgDepth),
  scoreThreshold: config.scoreThreshold,
  tenantId: tenantId ?? undefined,
  weights: config.hybridConfig,
  // Where documents are relevant, documents are ranked: further passages of the same document add nothing.
  maxPerDocument: ranksDocuments(relevant) ? 1 : config.maxPerDocument,
  rerank: config.rerank,
});

/**
 * Rejects incomplete searches: a search still answers without its reranker or one of its generations, but its evaluation would be
 * misattributed.
 */
function requireWhole({ rerank, isPartial, notices }: SearchOutcome): void {
  if (rerank && !rerank.applied)
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      `The reranker was not applied: ${rerank.reason ?? 'no reason'}`,
    );
  if (isPartial) throw new AppError('PROVIDER_REJECTED', notices.join('. '));
}

const toRanked = ({ hit, chunk }: SearchResult, gain: number) => ({
  documentId: chunk.documentId,
  name: chunk.name,
  ordinal: chunk.ordinal,
  score: hit.score,
  gain,
});

async function searchQuestion(
  context: JobContext,
  { namespace, work, question }: { namespace: Namespace; work: EvaluationWork; question: Question },
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const request = toRequest(work, question);
  const outcome = await searchNamespace(context, namespace, request, signal);
  requireWhole(outcome);
  // The figures hold for the keywords as they are now.
  const notice = outcome.notices.join('. ');
  if (notice) await noteOnEvaluation(context.database, work.id, notice);
  const { topK } = work.config;
  const passages = outcome.results.map(({ chunk, text }) => ({
    documentId: chunk.documentId,
    externalId: chunk.externalId,
    url: chunk.sourceUrl,
    name: chunk.name,
    text,
  }));
  const { gains, metrics } = judgeRanking(passages, question.relevant, topK);
  const ranking = outcome.results.map((result, index) => toRanked(result, gains[index] ?? 0));
  const durationMs = performance.now() - startedAt;
  const answer = await evaluateAnswer(context, { namespace, work, question, request }, signal);
  const place = { evaluationId: work.id, questionId: question.questionId };
  await recordResult(context.database, place, { metrics, ranking, durationMs, answer });
}

const changedMeanwhile = () =>
  new AppError(
    'EVALUATION_CONFLICT',
    'The configuration of the namespace was changed during the evaluation: evaluate once more',
  );

async function findNamespace({ database }: JobContext, { namespaceId }: EvaluationWork) {
  const namespace = await findNamespaceById(database, namespaceId);
  if (!namespace) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace was deleted');
  return namespace;
}

/** The next questions of an evaluation, which begins where it has not; undefined when it has ended. */
async function readWork(context: JobContext, evaluationId: string): Promise<EvaluationWork | undefined> {
  const { database } = context;
  const work = await readEvaluationWork(database, evaluationId, questionsAtOnce);
  if (work?.namespaceVersion !== null) return work;
  const namespace = await findNamespace(context, work);
  const configuration = await configurationOf(context, namespace, work);
  await beginEvaluation(database, work.id, { namespaceVersion: namespace.version, ...configuration });
  // Read again: another worker may have begun it first, with its weights.
  return readEvaluationWork(database, evaluationId, questionsAtOnce);
}

/** The namespace of an evaluation, which has to keep its configuration until the end. */
async function openNamespace(context: JobContext, work: EvaluationWork): Promise<Namespace> {
  const namespace = await findNamespace(context, work);
  if (work.namespaceVersion !== namespace.version) throw changedMeanwhile();
  return namespace;
}

const othersComeFirst = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Other evaluations come first', { details: { retryAfterMs } });

/**
 * Searches the questions of an evaluation that have no result yet, then completes it; any worker may go on where another ended. Returns to its
 * queue after each slice, as two evaluations of one organization would keep those of all others waiting until they have ended.
 */
export function runEvaluationHandler(
  context: JobContext,
  slice: number = sliceMs,
): Handler<PayloadOf<typeof runEvaluation>> {
  const { database, logger } = context;
  return {
    async handle({ evaluationId }, stopping) {
      const begunAt = performance.now();
      for (let rounds = 0; ; rounds += 1) {
        stopping.throwIfAborted();
        if (rounds > 0 && performance.now() - begunAt >= slice) throw othersComeFirst();
        const work = await readWork(context, evaluationId);
        if (!work) return;
        const namespace = await openNamespace(context, work);
        if (work.questions.length === 0) return completeEvaluation(database, evaluationId);
        await Promise.all(
          work.questions.map((question) => searchQuestion(context, { namespace, work, question }, stopping)),
        );
      }
    },
    async onExhausted({ evaluationId }, error) {
      const { message, details } = error;
      logger.warn({ error, evaluationId }, 'evaluation failed');
      await failEvaluation(
        database,
        evaluationId,
        details.reason ? `${message}: ${details.reason}` : message,
      );
    },
  };
}

import { answerQuestion, collectAnswer } from '@docfleet/answers/answer-question';
import { answerBody } from '@docfleet/answers/body';
import { openModel } from '@docfleet/answers/open-model';
import type { AnswerResponse } from '@docfleet/answers/present-answer';
import { judgedChunks, toFoundChunks } from '@docfleet/answers/relevance';
import type { JobContext } from '@docfleet/api/context';
import type { AnswerMetrics, EvaluatedAnswer, EvaluationWork } from '@docfleet/domain/evaluation';
import type { Namespace } from '@docfleet/domain/namespace';
import { type SearchRequest, searchNamespace } from '@docfleet/search';
import { contentTerms } from '@docfleet/text-analysis';

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
  // What the model says again is left out as well, and is no invention.
  const unverified = removed.filter(({ reason }) => reason !== 'REPEATED').length;
  const written = sentences.length + unverified;
  return {
    answered: isAnswered ? 1 : 0,
    faithfulness: written === 0 ? null : sentences.length / written,
    referenceRecall: isAnswered ? referenceRecall(answer, reference) : reference === null ? null : 0,
  };
}

/** Has the chat model answer a question of an evaluation from what its search finds; undefined where it has no answers. */
export async function evaluateAnswer(
  context: JobContext,
  { namespace, work, question: { question, referenceAnswer }, request }: Evaluated,
  signal: AbortSignal,
): Promise<{ written: EvaluatedAnswer; metrics: AnswerMetrics } | undefined> {
  const { answers, maxPerDocument } = work.config;
  if (!answers) return undefined;
  const use = { tenantId: work.tenantId ?? undefined, purpose: 'EVALUATION' } as const;
  const model = await openModel(context, [namespace], use);
  // As answers search: several passages of a document, where the ranking is of documents.
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
  });
  const { organizationId: owner } = namespace;
  const prepared = { owner, model, query: asked, found, timings: {}, rewriting: undefined };
  const response = await collectAnswer(answerQuestion(context, prepared, body, signal));
  const { answer: text, outcome, removed } = response;
  return { written: { text, outcome, removed }, metrics: judgeAnswer(response, referenceAnswer) };
}

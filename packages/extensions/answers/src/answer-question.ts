import { type Caller, findNamespaces } from '@docfleet/api/answer-search';
import type { JobContext } from '@docfleet/api/context';
import { toSourceFilter } from '@docfleet/api/document-filter';
import type { ChatModel } from '@docfleet/chat';
import type { Namespace } from '@docfleet/domain/namespace';
import { costOf, type PriceTable } from '@docfleet/pipeline/spending';
import {
  createStopwatch,
  hybridWeights,
  type SearchRequest,
  searchDefaults,
  searchNamespaces,
  weightsFor,
} from '@docfleet/search';
import {
  detectLanguage,
  isFunctionWord,
  type Language,
  plainWord,
  streamSafe,
} from '@docfleet/text-analysis';
import type { AnswerBody } from './body.ts';
import { type FoundChunk, gatherPassages } from './gather-passages.ts';
import type { AnswerPart } from './judge-sentences.ts';
import { openModel } from './open-model.ts';
import { type AnswerEvent, type AnswerResponse, presentCitation } from './present-answer.ts';
import { defaultMinRelevance, judgedChunks, relevanceOf, toFoundChunks } from './relevance.ts';
import { addUsage, nothingUsed, type Usage } from './usage.ts';
import { createSupport } from './verification/support.ts';
import { writeAnswer, writeLine } from './write-answer.ts';
import { writeRewritePrompt } from './write-prompt.ts';

const texts: Partial<Record<Language, string>> = {
  da: 'Det findes ikke i dokumenterne.',
  de: 'Das steht nicht in den Dokumenten.',
  en: 'Not found in the documents.',
  es: 'No se encontró en los documentos.',
  fi: 'Tätä ei löytynyt asiakirjoista.',
  fr: 'Introuvable dans les documents.',
  it: 'Non trovato nei documenti.',
  ja: '文書には見つかりませんでした。',
  nl: 'Niet gevonden in de documenten.',
  no: 'Ikke funnet i dokumentene.',
  pl: 'Nie znaleziono w dokumentach.',
  pt: 'Não encontrado nos documentos.',
  ru: 'В документах этого нет.',
  sv: 'Finns inte i dokumenten.',
  tr: 'Belgelerde bulunamadı.',
  uk: 'У документах цього немає.',
  zh: '文档中未找到。',
};

/** Whether a question has a function word of a language: names such as Torvald look like any. */
const isWrittenIn = (question: string, language: Language): boolean =>
  !/\p{Script=Latin}/u.test(question) ||
  (question.match(/\p{L}+/gu) ?? []).some((word) => isFunctionWord(plainWord(word), language));

/** Says in the language of a question that the documents do not have the answer; in English where the language is not known. */
export function notFoundText(question: string): string {
  const language = detectLanguage(question);
  const own = language && isWrittenIn(question, language) ? texts[language] : undefined;
  return own ?? 'Not found in the documents.';
}

type Done = Extract<AnswerEvent, { type: 'done' }>;
type Ended = Extract<AnswerPart, { type: 'end' }>;

const rerankTopN = 50;

/** The question and the chunks found for it: all that an answer is written from. */
export interface Prepared {
  /** The organization that asks. */
  readonly owner: string;
  readonly model: ChatModel;
  readonly query: string;
  /** More than the model reads. */
  readonly found: readonly FoundChunk[];
  readonly timings: Readonly<Record<string, number>>;
  readonly rewriting: Usage | undefined;
}

async function searchFor(
  context: JobContext,
  caller: Caller,
  namespaces: readonly Namespace[],
  body: AnswerBody,
  query: string,
): Promise<FoundChunk[]> {
  const { topK, filter, recency, hybridConfig = hybridWeights } = body;
  const weights = await weightsFor(context, namespaces, hybridConfig);
  const rerank = namespaces.some(({ configs }) => configs.rerankConfig) ? { topN: rerankTopN } : undefined;
  const request: SearchRequest = {
    ...searchDefaults,
    query: streamSafe(query),
    topK: Math.max(topK, judgedChunks),
    filter: filter?.metadata,
    source: toSourceFilter(filter?.source),
    tenantId: caller.tenantId,
    weights,
    readsOperators: false,
    recency,
    rerank,
    explain: true,
  };
  const { found, results } = await searchNamespaces(context, namespaces, request, caller.signal);
  const chunks = new Map(
    found.flatMap(([namespace, outcome]) => {
      const own = toFoundChunks(namespace, outcome, weights);
      return own.map((chunk, at) => [outcome.results[at], chunk] as const);
    }),
  );
  return results.flatMap((result) => chunks.get(result) ?? []);
}

/**
 * Resolves the meaning of a question and searches the documents for it; rejects with CHAT_MODEL_NOT_SET or SPENDING_LIMIT_REACHED,
 * and with the errors of searches and the model.
 */
export async function prepareAnswer(
  context: JobContext,
  caller: Caller,
  body: AnswerBody,
): Promise<Prepared> {
  const { timings, time } = createStopwatch();
  const namespaces = await findNamespaces(context, caller, body.namespaceId);
  const model = await openModel(context, namespaces, { tenantId: caller.tenantId, purpose: 'ANSWER' });
  const { question, messages } = body;
  const rewritten =
    messages.length > 0
      ? await time('rewrite', () => writeLine(model, writeRewritePrompt(question, messages), caller.signal))
      : undefined;
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const query = rewritten
    ? (rewritten.line ?? `${last} ${question}`.trimStart().slice(0, 4_000).toWellFormed())
    : question;
  const found = await time('search', () => searchFor(context, caller, namespaces, body, query));
  return { owner: caller.organizationId, model, query, found, timings, rewriting: rewritten?.usage };
}

function presentCost(table: PriceTable | undefined, chat: ChatModel, usage: Usage) {
  const total = costOf(table, { ...usage, model: `${chat.provider}/${chat.model}` });
  return table && total !== undefined ? { currency: table.currency, total: Number(total.toFixed(8)) } : null;
}

const reasonOf = (ended: Ended): NonNullable<Done['notFoundReason']> => {
  if (ended.reason === 'not-found') return 'MODEL';
  return ended.reason === 'refusal' ? 'REFUSED' : 'UNVERIFIED';
};

const noticeOf = {
  failed: 'The second judge failed: no sentence is confirmed, and all are left out.',
  late: 'The second judge did not answer in time: no sentence is confirmed, and all are left out.',
  unreadable: 'The second judge wrote no verdict: no sentence is confirmed, and all are left out.',
} as const;

/** Counts what the second judge did, and logs why it confirmed nothing. */
function reportJudge({ judgeFailure, isJudged }: Ended, { logger, onAnswerJudged }: JobContext): void {
  if (!isJudged) return;
  onAnswerJudged?.(judgeFailure?.kind ?? 'judged');
  if (judgeFailure)
    logger.warn(
      { outcome: judgeFailure.kind, error: judgeFailure.cause },
      'the second judge of an answer confirmed nothing',
    );
}

/** The last event of an answer. */
function finish(
  { model, query, timings, rewriting = nothingUsed }: Prepared,
  { question }: AnswerBody,
  context: Pick<JobContext, 'priceTable'>,
  written: {
    readonly relevance: number;
    readonly text: string;
    readonly ended?: Ended | undefined;
    readonly modelMs?: number;
    readonly notFound?: NonNullable<Done['notFoundReason']>;
  },
): Done {
  const { relevance, text, ended, modelMs = 0 } = written;
  const isFound = text.trim() !== '';
  const usage = addUsage(rewriting, ended?.usage ?? nothingUsed);
  return {
    type: 'done',
    answer: isFound ? text : notFoundText(question),
    outcome: isFound ? 'ANSWERED' : 'NOT_FOUND',
    notFoundReason: isFound ? null : (written.notFound ?? (ended ? reasonOf(ended) : 'UNVERIFIED')),
    isCutOff: ended?.reason === 'length',
    query,
    relevance,
    ...(ended?.judgeFailure && { notices: [noticeOf[ended.judgeFailure.kind]] }),
    model: model.model,
    usage: { ...usage, cost: presentCost(context.priceTable, model, usage) },
    timings: { rewrite: timings['rewrite'] ?? 0, search: timings['search'] ?? 0, model: modelMs },
  };
}

function presentPart(part: Exclude<AnswerPart, Ended>): AnswerEvent {
  if (part.type === 'removed') return part;
  const { text, numbers, newCitations, isVerified, replaces = null, contradictedBy } = part;
  return {
    type: 'sentence',
    text,
    citations: [...numbers],
    newCitations: newCitations.map(presentCitation),
    isVerified,
    replaces,
    contradictedBy: [...contradictedBy],
  };
}

/** Streams an answer from the search results: verified sentences, then `done`. Rejects with the errors of the model. */
export async function* answerQuestion(
  context: JobContext,
  prepared: Prepared,
  body: AnswerBody,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { owner, model, query, found } = prepared;
  const { question, messages: turns, maxTokens, minRelevance = defaultMinRelevance } = body;
  const passages = gatherPassages(found.slice(0, body.topK));
  yield { type: 'searched', query, passages: passages.length };
  const support = createSupport(`${question}\n${query}`, passages);
  const relevance = await relevanceOf(query, found, context);
  const notFound =
    passages.length === 0 ? 'NO_PASSAGES' : relevance < minRelevance ? 'NOT_RELEVANT' : undefined;
  if (notFound) {
    yield finish(prepared, body, context, { relevance, text: '', notFound });
    return;
  }
  const startedAt = performance.now();
  let text = '';
  let ended: Ended | undefined;
  const parts = writeAnswer(
    {
      owner,
      model,
      question,
      turns,
      passages,
      support,
      maxTokens,
      unverified: body.unverified,
      isJudged: body.judge === 'CHAT_MODEL',
    },
    signal,
  );
  for await (const part of parts) {
    if (part.type === 'end') {
      ended = part;
      reportJudge(part, context);
      continue;
    }
    if (part.type === 'sentence') text += part.text;
    yield presentPart(part);
  }
  yield finish(prepared, body, context, { relevance, text, ended, modelMs: performance.now() - startedAt });
}

const maxRemovedSentences = 50;

/** The events of an answer as one response. */
export async function collectAnswer(events: AsyncIterable<AnswerEvent>): Promise<AnswerResponse> {
  const sentences: AnswerResponse['sentences'] = [];
  const citations: AnswerResponse['citations'] = [];
  const removed: AnswerResponse['removed'] = [];
  for await (const event of events) {
    if (event.type === 'sentence') {
      const { text, citations: numbers, isVerified, replaces, contradictedBy } = event;
      sentences.push({ text, citations: numbers, isVerified, replaces, contradictedBy });
      citations.push(...event.newCitations);
    } else if (event.type === 'removed') {
      if (removed.length < maxRemovedSentences) removed.push({ text: event.text, reason: event.reason });
    } else if (event.type === 'done') {
      const { type: _, ...summary } = event;
      return { ...summary, sentences, citations, removed };
    }
  }
  throw new Error('The answer has no end');
}

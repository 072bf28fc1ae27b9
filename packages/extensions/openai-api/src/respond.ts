import { answerQuestion, prepareAnswer } from '@docfleet/answers/answer-question';
import type { AnswerEvent, AnswerResponse } from '@docfleet/answers/present-answer';
import { streamFailure } from '@docfleet/answers/stream-failure';
import { type Caller, findNamespaces } from '@docfleet/api/answer-search';
import type { ApiContext } from '@docfleet/api/context';
import type { EventsResponse, StreamEvent } from '@docfleet/api/route';
import type { Asked } from './conversation.ts';
import type { Searched } from './file-search.ts';
import type { Cited } from './list-sources.ts';
import { openAiErrorFields } from './open-ai-form.ts';

type Sentence = Pick<
  Extract<AnswerEvent, { type: 'sentence' }>,
  'type' | 'text' | 'citations' | 'newCitations'
>;
type Done = Pick<Extract<AnswerEvent, { type: 'done' }>, 'type' | 'answer' | 'outcome' | 'isCutOff'> & {
  readonly usage: Pick<AnswerResponse['usage'], 'inputTokens' | 'outputTokens'>;
};

/** A place of an answer that refers to a citation, in UTF-16 units of its text. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly cited: Cited;
}

/** Parts of an answer that are shown: a text with where it mentions its citations, then its end. */
type Part =
  | { readonly type: 'text'; readonly text: string; readonly mentions: readonly Mention[] }
  | ({ readonly type: 'end'; readonly citations: readonly Cited[] } & Pick<Done, 'isCutOff' | 'usage'>);

function* mentionsOf({ text, citations }: Sentence, offset: number, known: ReadonlyMap<number, Cited>) {
  for (const { 0: sign, 1: number, index } of text.matchAll(/\[(\d+)\]/g)) {
    const cited = citations.includes(Number(number)) ? known.get(Number(number)) : undefined;
    if (cited) yield { start: offset + index, end: offset + index + sign.length, cited };
  }
}

async function* toParts(events: AsyncIterable<AnswerEvent | Sentence | Done>): AsyncGenerator<Part> {
  const known = new Map<number, Cited>();
  let offset = 0;
  for await (const event of events) {
    if (event.type === 'sentence') {
      for (const cited of event.newCitations) known.set(cited.number, cited);
      yield { type: 'text', text: event.text, mentions: [...mentionsOf(event, offset, known)] };
      offset += event.text.length;
    }
    if (event.type !== 'done') continue;
    const { isCutOff, usage } = event;
    if (event.outcome === 'NOT_FOUND') yield { type: 'text', text: event.answer, mentions: [] };
    yield { type: 'end', citations: [...known.values()], isCutOff, usage };
  }
}

async function* replyParts(text: string): AsyncGenerator<Part> {
  yield { type: 'text', text, mentions: [] };
  yield { type: 'end', citations: [], isCutOff: false, usage: { inputTokens: 0, outputTokens: 0 } };
}

/** Finds what an answer is written from; the returned function writes it. */
async function prepare(context: ApiContext, caller: Caller, { body: asked, reply }: Asked) {
  if (reply !== undefined) {
    await findNamespaces(context, caller, asked.namespaceId);
    return { write: () => replyParts(reply) };
  }
  const body = { ...asked, judge: context.answerJudge };
  const prepared = await prepareAnswer(context, caller, body);
  const { query, found } = prepared;
  return {
    searched: { query, results: found.slice(0, body.topK) },
    write: (signal: AbortSignal) => toParts(answerQuestion(context, prepared, body, signal)),
  };
}

/** A whole answer. */
export interface Written extends Extract<Part, { type: 'end' }> {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** Reads the parts of an answer to their end. */
async function collectParts(parts: AsyncIterable<Part>): Promise<Written> {
  let text = '';
  const mentions: Mention[] = [];
  for await (const part of parts) {
    if (part.type === 'end') return { ...part, text, mentions };
    text += part.text;
    mentions.push(...part.mentions);
  }
  throw new Error('The answer has no end');
}

const failureOf = (cause: unknown, context: ApiContext) => {
  const failure = streamFailure(cause, context);
  return { ...failure, ...openAiErrorFields({ status: 500, code: failure.code, details: {} }) };
};

/** Parts of an answer that is streamed: its status has been sent, so that a failure is its last part. */
export type StreamPart = Part | { readonly type: 'failure'; readonly error: ReturnType<typeof failureOf> };

async function* withFailure(
  parts: AsyncIterable<Part>,
  context: ApiContext,
  signal: AbortSignal,
): AsyncGenerator<StreamPart> {
  try {
    yield* parts;
  } catch (error) {
    signal.throwIfAborted();
    yield { type: 'failure', error: failureOf(error, context) };
  }
}

/** Forms in which an answer may be returned. */
interface Forms<Data> {
  /** `searched` is undefined where nothing was searched for. */
  whole(written: Written, searched?: Searched): Data;
  stream(parts: AsyncIterable<StreamPart>, searched?: Searched): AsyncIterable<StreamEvent>;
}

/** Answers in a turn of the organization, as a whole or as a stream; rejects as `prepareAnswer` does. */
export async function respond<Data>(
  context: ApiContext,
  { apiKeyId, ...caller }: Caller & { readonly apiKeyId: string },
  asked: Asked,
  { whole, stream }: Forms<Data>,
): Promise<{ readonly message: ''; readonly data: Data } | EventsResponse> {
  const { organizationId, signal } = caller;
  const turn = await context.answerTurns.begin(organizationId, signal);
  let isStreaming = false;
  try {
    const { write, searched } = await prepare(context, caller, asked);
    if (!asked.body.stream) return { message: '', data: whole(await collectParts(write(signal)), searched) };
    isStreaming = true;
    return {
      events: (open) => stream(withFailure(write(open), context, open), searched),
      apiKeyId,
      organizationId,
      onEnd: turn.end,
    };
  } finally {
    if (!isStreaming) turn.end();
  }
}

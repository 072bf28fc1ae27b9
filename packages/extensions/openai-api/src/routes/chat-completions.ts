import { answerQuestion, collectAnswer, prepareAnswer } from '@docfleet/answers/answer-question';
import { type AnswerBody, answerBody } from '@docfleet/answers/body';
import type { AnswerEvent, AnswerResponse } from '@docfleet/answers/present-answer';
import { streamFailure } from '@docfleet/answers/stream-failure';
import type { ApiContext } from '@docfleet/api/context';
import { extensionRoute } from '@docfleet/api/context';
import type { StreamEvent } from '@docfleet/api/route';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { type Cited, listSources } from '../list-sources.ts';

const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z
  .union([z.string(), z.array(textPart)])
  .transform((given) => (typeof given === 'string' ? given : given.map(({ text = '' }) => text).join('\n')));

/** Request as clients of OpenAI send it; most of it is about how a model writes, and has no meaning here. */
const chatBody = z
  .looseObject({
    model: z.string().min(1).max(64).describe('The name of the namespace'),
    messages: z
      .array(z.looseObject({ role: z.string(), content: content.nullish() }))
      .min(1)
      .max(200)
      .describe('The last of the user is the question; system messages are ignored'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: z.int().nullish(),
    max_completion_tokens: z.int().nullish(),
  })
  .meta({
    examples: [
      { model: 'quickstart', messages: [{ role: 'user', content: 'How many days of leave do I have?' }] },
    ],
  });
type ChatBody = z.output<typeof chatBody>;

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const finishReason = z.enum(['stop', 'length']);

const completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage,
});

const completionChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
      logprobs: z.null(),
      finish_reason: finishReason.nullable(),
    }),
  ),
  usage: usage.nullish(),
});

const maxQuestionLength = 4_000;
const maxTurns = 40;
const maxTurnLength = 20_000;
const tokens = { least: 16, most: 4_000, usual: 700 };

function toAnswerBody({ model, messages, ...given }: ChatBody): AnswerBody {
  const said = messages.flatMap(({ role, content: text }) =>
    (role === 'user' || role === 'assistant') && text
      ? [{ role, content: text.slice(0, maxTurnLength).toWellFormed() } as const]
      : [],
  );
  const at = said.findLastIndex(({ role }) => role === 'user');
  const question = said[at]?.content.trim();
  if (!question)
    throw invalidField('INVALID_REQUEST', 'messages', 'must have a message of the user with a text');
  if (question.length > maxQuestionLength)
    throw invalidField(
      'INVALID_REQUEST',
      'messages',
      `must have a last message of at most ${maxQuestionLength} characters`,
    );
  const wanted = given.max_completion_tokens ?? given.max_tokens ?? tokens.usual;
  return answerBody.parse({
    namespaceId: model,
    question,
    messages: said.slice(Math.max(0, at - maxTurns), at),
    maxTokens: Math.min(tokens.most, Math.max(tokens.least, wanted)),
    stream: given.stream ?? false,
  });
}

const usageOf = ({ inputTokens, outputTokens }: AnswerResponse['usage']) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const headOf = (model: string) => ({
  id: `chatcmpl-${crypto.randomUUID()}`,
  created: Math.floor(Date.now() / 1_000),
  model,
});

/** The events of an answer as chunks of a completion. */
async function* toChunks(
  events: AsyncIterable<AnswerEvent>,
  { model, stream_options }: ChatBody,
): AsyncGenerator<StreamEvent> {
  const head = { ...headOf(model), object: 'chat.completion.chunk' as const };
  const chunk = (delta: object, finish_reason: 'stop' | 'length' | null = null) => ({
    data: completionChunk.parse({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }),
  });
  yield chunk({ role: 'assistant', content: '' });
  const citations: Cited[] = [];
  for await (const event of events) {
    if (event.type === 'sentence') {
      citations.push(...event.newCitations);
      yield chunk({ content: event.text });
    }
    if (event.type !== 'done') continue;
    const rest = event.outcome === 'NOT_FOUND' ? event.answer : listSources(citations);
    if (rest !== '') yield chunk({ content: rest });
    yield chunk({}, event.isCutOff ? 'length' : 'stop');
    if (stream_options?.include_usage)
      yield { data: completionChunk.parse({ ...head, choices: [], usage: usageOf(event.usage) }) };
    yield { data: '[DONE]' };
  }
}

async function* streamCompletion(
  context: ApiContext,
  events: AsyncIterable<AnswerEvent>,
  body: ChatBody,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    yield* toChunks(events, body);
  } catch (error) {
    signal.throwIfAborted();
    const failure = streamFailure(error, context);
    yield { data: { error: { ...failure, type: 'server_error', param: null } } };
  }
}

export const chatCompletionsRoute = extensionRoute({
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Answer a question in the form of OpenAI',
  description:
    'For clients of that API: `baseURL` is the address of this one with /v1, `model` the namespace. The answer is that of POST /v1/answer, with its citations as a list behind it. Fields that are not named here are ignored.',
  tags: ['OpenAI forms'],
  scope: 'read',
  body: chatBody,
  status: 200,
  isBare: true,
  response: completion,
  events: completionChunk,
  errors: ['NAMESPACE_NOT_FOUND', 'CHAT_MODEL_NOT_SET', 'SPENDING_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'ANSWER_FAILED',

  async handle({ body, actor, ...caller }, context) {
    const { organizationId, signal } = caller;
    const asked = { ...toAnswerBody(body), judge: context.answerJudge };
    const turn = await context.answerTurns.begin(organizationId, signal);
    let isStreaming = false;
    try {
      const prepared = await prepareAnswer(context, caller, asked);
      if (!asked.stream) {
        const answer = await collectAnswer(answerQuestion(context, prepared, asked, signal));
        const message = {
          role: 'assistant' as const,
          content: answer.answer + listSources(answer.citations),
          refusal: null,
        };
        const finish_reason = answer.isCutOff ? ('length' as const) : ('stop' as const);
        const data = {
          ...headOf(body.model),
          object: 'chat.completion' as const,
          choices: [{ index: 0, message, logprobs: null, finish_reason }],
          usage: usageOf(answer.usage),
        };
        return { message: '', data };
      }
      isStreaming = true;
      return {
        events: (open) =>
          streamCompletion(context, answerQuestion(context, prepared, asked, open), body, open),
        apiKeyId: actor.apiKeyId,
        organizationId,
        onEnd: turn.end,
      };
    } finally {
      if (!isStreaming) turn.end();
    }
  },
});

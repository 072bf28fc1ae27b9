import type { ApiContext } from '@docfleet/api/context';
import { extensionRoute } from '@docfleet/api/context';
import type { StreamEvent } from '@docfleet/api/route';
import { answerQuestion, collectAnswer, type Prepared, prepareAnswer } from '../answer-question.ts';
import { type AnswerBody, answerBody } from '../body.ts';
import { answerEvent, answerResponse } from '../present-answer.ts';
import { streamFailure } from '../stream-failure.ts';

/** The events of an answer, the last of which may be its failure. */
async function* streamAnswer(
  context: ApiContext,
  prepared: Prepared,
  body: AnswerBody,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of answerQuestion(context, prepared, body, signal))
      yield { data: answerEvent.parse(event) };
  } catch (error) {
    signal.throwIfAborted();
    yield { data: { type: 'error', error: streamFailure(error, context) } };
  }
}

export const createAnswerRoute = extensionRoute({
  method: 'post',
  path: '/v1/answer',
  summary: 'Answer a question from the documents',
  description:
    'Searches, has the chat model answer from what was found, and verifies every sentence: its quotes occur in the chunks that it cites, and what it says is compared with the quoted statements: numbers with their units, dates, names, negation and direction. What cannot be verified is left out and reported; with `judge: "CHAT_MODEL"` so is what the chat model does not confirm. With `stream: true` the sentences come as server-sent events, each after it was verified; a failure in the middle is the last event.',
  tags: ['Answers'],
  scope: 'read',
  body: answerBody,
  response: answerResponse,
  events: answerEvent,
  errors: ['NAMESPACE_NOT_FOUND', 'CHAT_MODEL_NOT_SET', 'SPENDING_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST', hybridConfig: 'INVALID_HYBRID_CONFIG' },
  failed: 'ANSWER_FAILED',

  async handle({ body: given, actor, ...caller }, context) {
    const body = { ...given, judge: given.judge ?? context.answerJudge };
    const { organizationId, signal } = caller;
    const turn = await context.answerTurns.begin(organizationId, signal);
    let isStreaming = false;
    try {
      const prepared = await prepareAnswer(context, caller, body);
      if (!body.stream) {
        const data = await collectAnswer(answerQuestion(context, prepared, body, signal));
        return { message: data.outcome === 'ANSWERED' ? 'The answer' : data.answer, data };
      }
      isStreaming = true;
      return {
        events: (open) => streamAnswer(context, prepared, body, open),
        apiKeyId: actor.apiKeyId,
        organizationId,
        onEnd: turn.end,
      };
    } finally {
      if (!isStreaming) turn.end();
    }
  },
});

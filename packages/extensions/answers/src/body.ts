import { hybridConfig, searchFields } from '@docfleet/api/search-body';
import { notBlank } from '@docfleet/api/shared-fields';
import { z } from 'zod';

/** Limits of a question and of the conversation before it, and of the tokens that the model writes. */
export const answerLimits = {
  question: { max: 4_000 },
  turns: { max: 40 },
  turn: { max: 20_000 },
  tokens: { min: 16, max: 4_000, default: 700 },
} as const;

const question = z
  .string()
  .max(answerLimits.question.max)
  .regex(...notBlank)
  .describe('In any language; the answer is in the same');

const { namespaceId, filter, recency } = searchFields;

const judges = ['NONE', 'CHAT_MODEL'] as const;

/** Fields of a request for an answer. */
const answerFields = {
  namespaceId,
  question,
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.string().min(1).max(answerLimits.turn.max),
      }),
    )
    .max(answerLimits.turns.max)
    .default([])
    .describe(
      'The conversation before the question, the oldest first; the question is then searched for as it is meant in it',
    ),
  topK: z
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe('Maximum number of chunks that the model reads, as far as they fit'),
  filter,
  recency,
  hybridConfig: hybridConfig
    .optional()
    .describe(
      "The weights of its search. Those that suit the namespace's model unless given; 0.7 and 0.3 where it declares none",
    ),
  minRelevance: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Minimum relevance of the best chunk to the question, by words and meaning; with less the answer is NOT_FOUND and the model is not asked. 0.5 unless given',
    ),
  unverified: z
    .enum(['quote', 'remove', 'mark'])
    .default('quote')
    .describe(
      "Treatment of sentences that cannot be verified: the document's own statement in their place, where one is found, in its language; left out; or shown without citations and marked. With `quote` a sentence is shown as written only where most of its words are the statement's",
    ),
  judge: z
    .enum(judges)
    .optional()
    .describe(
      'CHAT_MODEL: the chat model judges the verified sentences in a second request; a sentence that it does not confirm is left out, also when it fails or takes longer than 30 seconds. A stream then begins when all are judged. The setting ANSWER_JUDGE unless given',
    ),
  maxTokens: z
    .int()
    .min(answerLimits.tokens.min)
    .max(answerLimits.tokens.max)
    .default(answerLimits.tokens.default)
    .describe('The most tokens that the model writes'),
};

export const answerBody = z
  .strictObject({
    ...answerFields,
    stream: z
      .boolean()
      .default(false)
      .describe('`true`: the answer comes as server-sent events, sentence by sentence'),
  })
  .meta({
    examples: [
      { namespaceId: 'quickstart', question: 'How many days of leave do I have?' },
      {
        namespaceId: 'quickstart',
        question: 'And in the first year?',
        messages: [
          { role: 'user', content: 'How many days of leave do I have?' },
          { role: 'assistant', content: 'Everyone has 30 days of paid leave a year.' },
        ],
        filter: { metadata: { team: 'people' } },
        stream: true,
      },
    ],
  });
export type AnswerBody = z.output<typeof answerBody>;

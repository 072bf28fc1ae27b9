import { documentType, location } from '@docfleet/api/shared-fields';
import { z } from 'zod';
import type { Citation } from './judge-sentences.ts';
import { unverifiedReasons } from './verification/verify-sentence.ts';

const citation = z
  .object({
    number: z.int().min(1).describe('As the answer refers to it: [1]'),
    quote: z
      .string()
      .describe('Words of the chunk that the sentence rests on')
      .meta({ examples: ['Everyone has 30 days of paid leave a year.'] }),
    namespaceId: z.string().meta({ examples: ['quickstart'] }),
    document: z.object({
      id: z.string(),
      name: z.string().nullable(),
      externalId: z.string(),
      documentType,
      url: z
        .string()
        .nullable()
        .describe('Address at which the source shows the document to people; null where it is unknown'),
    }),
    chunk: z
      .object({ ordinal: z.int().min(0), start: z.int().min(0), end: z.int().min(0), text: z.string() })
      .describe('The chunk: its number in the document, its range in the parsed document, and its text'),
    quoteStart: z.int().min(0).describe("Start of the quote in the chunk's text, in UTF-16 units"),
    quoteEnd: z.int().min(0),
    location: location.optional(),
  })
  .meta({ id: 'AnswerCitation' });

const contradictedBy = z
  .array(z.int())
  .describe(
    'Numbers of citations of other documents that say something else: another number, or the opposite; none where no difference was found',
  );

const removed = z
  .object({
    text: z.string(),
    reason: z
      .enum(unverifiedReasons)
      .describe(
        'Reason: no citation and nothing that it could rest on; a passage that was not there; a quote that the passage does not have; words, a number with its unit, or a name that what it quotes does not have; the opposite of what it quotes; not confirmed by the second judge; none of the sentences can be an answer, as a question for a number has one without; said before',
      ),
  })
  .meta({ id: 'RemovedSentence' });

const replaces = removed
  .nullable()
  .describe(
    "The sentence of the model in whose place the documents' own statements stand, in quotation marks; null where the sentence is the model's",
  );

const usage = z
  .object({
    inputTokens: z.int().min(0),
    outputTokens: z.int().min(0),
    isEstimated: z
      .boolean()
      .describe('`true`: the tokens are computed from characters, as the model does not count them'),
    cost: z
      .object({ currency: z.string(), total: z.number().min(0) })
      .meta({ examples: [{ currency: 'USD', total: 0.00042 }] })
      .nullable()
      .describe('By the prices of the operator; null where there is none for the model'),
  })
  .meta({ id: 'AnswerUsage' });

const outcome = z
  .enum(['ANSWERED', 'NOT_FOUND'])
  .describe(
    'NOT_FOUND: the documents do not have the answer, or nothing of what the model wrote could be verified',
  )
  .meta({ id: 'AnswerOutcome' });

const notFoundReason = z
  .enum(['NO_PASSAGES', 'NOT_RELEVANT', 'MODEL', 'UNVERIFIED', 'REFUSED'])
  .describe(
    'Reason: searches found nothing; what they found is too far from the question; the model said so; no sentence could be verified; the model refused',
  );

const summary = {
  outcome,
  notFoundReason: notFoundReason.nullable(),
  isCutOff: z.boolean().describe('`true`: the model reached `maxTokens` before its end'),
  query: z
    .string()
    .describe('The query of the search: the question as it is meant in its conversation')
    .meta({ examples: ['How many days of leave do I have?'] }),
  relevance: z
    .number()
    .min(0)
    .max(1)
    .describe('Relevance of the best chunk to the question, 0 to 1; see `minRelevance`'),
  notices: z
    .array(z.string())
    .optional()
    .describe(
      'Sentences on what went wrong beside the answer: a second judge that failed. Absent when there is none',
    ),
  model: z.string().meta({ examples: ['gpt-4.1-mini'] }),
  usage,
  timings: z
    .object({
      rewrite: z.number().min(0).describe('To make the question one of its own'),
      search: z.number().min(0),
      model: z.number().min(0).describe('Until the model had written its last word'),
    })
    .describe('Milliseconds'),
};

export const answerResponse = z.object({
  answer: z
    .string()
    .describe('Markdown, with the numbers of its citations: [1]. Where nothing was found it says so')
    .meta({ examples: ['Everyone has 30 days of paid leave a year. [1]'] }),
  ...summary,
  sentences: z.array(
    z
      .object({
        text: z.string(),
        citations: z.array(z.int()).describe('Numbers'),
        isVerified: z.boolean().describe('false with `unverified: "mark"` alone'),
        replaces,
        contradictedBy,
      })
      .meta({ id: 'AnswerSentence' }),
  ),
  citations: z.array(citation).describe('Each was verified: the quote stands in the chunk'),
  removed: z
    .array(removed)
    .describe(
      'Sentences of the model that could not be verified, and of which nothing is a part of the answer',
    ),
});
export type AnswerResponse = z.input<typeof answerResponse>;

/** Events of the stream of an answer; the texts of its sentences, one after the other, are the answer. */
export const answerEvent = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('searched'),
        query: z.string().meta({ examples: ['How many days of leave do I have?'] }),
        passages: z.int().min(0),
      })
      .meta({ id: 'AnswerSearchedEvent' }),
    z
      .object({
        type: z.literal('sentence'),
        text: z.string(),
        citations: z.array(z.int()),
        newCitations: z.array(citation).describe('Citations that no previous sentence has'),
        isVerified: z.boolean(),
        replaces,
        contradictedBy,
      })
      .meta({ id: 'AnswerSentenceEvent' }),
    z.object({ type: z.literal('removed'), ...removed.shape }).meta({ id: 'AnswerRemovedEvent' }),
    z
      .object({ type: z.literal('done'), ...summary, answer: z.string().describe('The whole once more') })
      .meta({ id: 'AnswerDoneEvent' }),
    z
      .object({
        type: z.literal('error'),
        error: z.object({
          code: z.string().meta({ examples: ['PROVIDER_UNAVAILABLE'] }),
          message: z.string(),
          details: z.record(z.string(), z.unknown()).optional(),
        }),
      })
      .meta({ id: 'AnswerErrorEvent' }),
  ])
  .meta({ id: 'AnswerEvent' });
export type AnswerEvent = z.input<typeof answerEvent>;

/** A citation as it is returned. */
export function presentCitation({ number, chunk: { found }, span }: Citation): z.input<typeof citation> {
  const { chunk, text, namespaceName } = found;
  const { documentId: id, name, externalId, documentType: type, sourceUrl: url } = chunk;
  return {
    number,
    quote: text.slice(span.start, span.end),
    namespaceId: namespaceName,
    document: { id, name, externalId, documentType: type, url },
    chunk: { ordinal: chunk.ordinal, start: chunk.start, end: chunk.end, text },
    quoteStart: span.start,
    quoteEnd: span.end,
    ...(chunk.location && { location: chunk.location }),
  };
}

import { extensionRoute } from '@docfleet/api/context';
import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { notBlank } from '@docfleet/api/shared-fields';
import { GoldenQuestionStatus } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { findOwnGoldenSet, goldenSetNotFound, goldenSetParams, questionParams } from '../find-own.ts';
import { presentQuestion, questionResponse } from '../present.ts';
import { deleteQuestion, listQuestions, updateQuestion, writeQuestions } from '../rows/golden-questions.ts';
import { relevantTargets } from '../rows/metrics.ts';

const maxQuestionLength = 8_000;
const maxAnswerLength = 20_000;
const maxQuestions = 1_000;

/** A question as requests and files bring it. */
export const question = z.strictObject({
  question: z
    .string()
    .max(maxQuestionLength)
    .regex(...notBlank),
  relevant: relevantTargets.describe('Documents and passages that searches should find'),
  referenceAnswer: z.string().max(maxAnswerLength).nullable().default(null),
  status: z.enum(GoldenQuestionStatus).default('ACCEPTED'),
});

const tags = ['Evaluation'];
const questionNotFound = () =>
  new AppError('GOLDEN_QUESTION_NOT_FOUND', 'The golden set has no question of this id');

const writeQuestionsRoute = extensionRoute({
  method: 'post',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions',
  tags,
  summary: 'Write questions into a golden set',
  description:
    'A question that the set has already, word for word, is replaced and keeps its id. A relevant entry names a document, a passage by its quote, or both; all that it names has to fit.',
  scope: 'ingest',
  params: goldenSetParams,
  body: z
    .strictObject({
      questions: z.array(question).min(1).max(maxQuestions),
      replace: z
        .boolean()
        .default(false)
        .describe('`true`: questions of the set that are not in this request are deleted'),
    })
    .meta({
      examples: [
        {
          questions: [
            { question: 'How many days of leave do I have?', relevant: [{ externalId: 'leave-policy' }] },
            {
              question: 'Who approves sick leave?',
              relevant: [
                { externalId: 'leave-policy', quote: 'Sick leave needs a note from a doctor.', grade: 3 },
              ],
              referenceAnswer: 'A doctor.',
            },
          ],
        },
      ],
    }),
  response: z.object({ created: z.int(), updated: z.int(), deleted: z.int() }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'ORGANIZATION_LIMIT_REACHED'],

  async handle({ body, ...input }, context) {
    const { id } = await findOwnGoldenSet(context, input);
    const data = await writeQuestions(context.database, id, body.questions, body.replace);
    if (!data) throw goldenSetNotFound();
    return { message: 'The questions were written', data };
  },
});

const listQuestionsRoute = extensionRoute({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions',
  tags,
  summary: 'List the questions of a golden set, the oldest first',
  description:
    'Candidates and accepted questions, or those of one status. Only accepted questions are evaluated.',
  scope: 'read',
  params: goldenSetParams,
  query: z.object({
    status: z.enum(GoldenQuestionStatus).optional().describe('Only questions of this status'),
    ...pageQuery,
  }),
  response: z.object({ ...pageInfo, questions: z.array(questionResponse) }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND'],

  async handle({ query: { status, ...pagination }, ...input }, context) {
    const { id } = await findOwnGoldenSet(context, input);
    const list = { key: context.linkKey, place: `golden-questions/${id}` };
    const page = readPage(pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await listQuestions(context.database, { goldenSetId: id, status }, page);
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The questions', data: { ...info, questions: shown.map(presentQuestion) } };
  },
});

const onePath = '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}';

const updateQuestionRoute = extensionRoute({
  method: 'patch',
  path: onePath,
  tags,
  summary: 'Change what is relevant for a question, its reference answer or its status',
  description:
    'Fields that are absent stay as they are; `relevant` replaces all targets. `"status": "ACCEPTED"` makes a candidate a question of evaluations.',
  scope: 'ingest',
  params: questionParams,
  body: z
    .strictObject({
      relevant: relevantTargets.optional(),
      referenceAnswer: z.string().max(maxAnswerLength).nullable().optional(),
      status: z
        .enum(GoldenQuestionStatus)
        .optional()
        .describe('ACCEPTED: a candidate is evaluated from now on'),
    })
    .meta({ examples: [{ status: 'ACCEPTED' }] }),
  response: z.object({ question: questionResponse }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'GOLDEN_QUESTION_NOT_FOUND'],

  async handle({ body, ...input }, context) {
    const { id } = await findOwnGoldenSet(context, input);
    const { relevant, referenceAnswer, status } = body;
    const changes = {
      ...(relevant && { relevant }),
      ...(referenceAnswer !== undefined && { referenceAnswer }),
      ...(status && { status }),
    };
    const place = { goldenSetId: id, questionId: input.params.questionId };
    const changed = await updateQuestion(context.database, place, changes);
    if (!changed) throw questionNotFound();
    return { message: 'The question was changed', data: { question: presentQuestion(changed) } };
  },
});

const deleteQuestionRoute = extensionRoute({
  method: 'delete',
  path: onePath,
  tags,
  summary: 'Delete a question of a golden set',
  description: 'Evaluations that have copied the question keep it.',
  scope: 'ingest',
  params: questionParams,
  response: z.object({ id: z.string() }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'GOLDEN_QUESTION_NOT_FOUND'],

  async handle(input, context) {
    const { id } = await findOwnGoldenSet(context, input);
    const { questionId } = input.params;
    if (!(await deleteQuestion(context.database, { goldenSetId: id, questionId }))) throw questionNotFound();
    return { message: 'The question was deleted', data: { id: questionId } };
  },
});

export const goldenQuestionRoutes = [
  writeQuestionsRoute,
  listQuestionsRoute,
  updateQuestionRoute,
  deleteQuestionRoute,
];

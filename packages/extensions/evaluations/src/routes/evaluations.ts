import { extensionRoute } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own';
import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import {
  evaluationParams,
  findOwnEvaluation,
  goldenSetNotFound,
  namespaceParams,
  ownerOf,
} from '../find-own.ts';
import {
  comparisonResponse,
  evaluationResponse,
  presentEvaluation,
  presentResult,
  resultResponse,
} from '../present.ts';
import { compareEvaluations, isWorse, listResults } from '../rows/compare.ts';
import { evaluationConfig } from '../rows/config.ts';
import { cancelEvaluation, listEvaluations, startEvaluation } from '../rows/evaluations.ts';
import { findGoldenSet } from '../rows/golden-sets.ts';

const oneEvaluation = z.object({ evaluation: evaluationResponse });
const tags = ['Evaluation'];
const path = '/v1/namespaces/{namespaceId}/evaluations';
const maxSeed = 2 ** 31 - 1;

const createEvaluationRoute = extensionRoute({
  method: 'post',
  path,
  tags,
  summary: 'Evaluate the searches of a namespace with a golden set',
  description:
    'Each accepted question is searched as `POST /v1/search` or `/v1/search/hybrid` would, and what is found is judged. The questions are copied: later changes of the set do not concern the evaluation.',
  scope: 'ingest',
  params: namespaceParams,
  body: z
    .strictObject({
      goldenSetId: z.string().describe('A golden set of this namespace or of another of the organization'),
      config: evaluationConfig.prefault({}),
      seed: z.int().min(0).max(maxSeed).optional().describe('Seed of the bootstrap; random unless given'),
    })
    .meta({
      examples: [
        {
          goldenSetId: '01a1ffbd-24ca-7595-8759-040aaa22c139',
          config: { topK: 10, hybridConfig: { semanticWeight: 0.6, keywordWeight: 0.4 } },
        },
      ],
    }),
  status: 202,
  response: oneEvaluation,
  errors: [
    'NAMESPACE_NOT_FOUND',
    'GOLDEN_SET_NOT_FOUND',
    'GOLDEN_SET_CONFLICT',
    'ORGANIZATION_LIMIT_REACHED',
  ],

  async handle({ body, ...input }, context) {
    const { goldenSetId, config, seed } = body;
    const namespace = await findOwnNamespace(context, input.organizationId, input.params.namespaceId);
    if (config.rerank && !namespace.configs.rerankConfig)
      throw invalidField('INVALID_REQUEST', 'config.rerank', 'needs a rerankConfig of the namespace');
    const set = await findGoldenSet(context.database, input, goldenSetId);
    if (!set) throw goldenSetNotFound();
    const started = await context.database.$transaction((session) =>
      startEvaluation(session, { namespaceId: namespace.id, goldenSetId: set.id, config, seed }),
    );
    context.dispatcher.dispatch([started.job]);
    const evaluation = await findOwnEvaluation(context, await ownerOf(context, input), started.id);
    return { message: 'The evaluation has begun', data: { evaluation: presentEvaluation(evaluation) } };
  },
});

const listEvaluationsRoute = extensionRoute({
  method: 'get',
  path,
  tags,
  summary: 'List the evaluations of a namespace, the newest first',
  description:
    'Each has its settings, its progress and, once it has ended, its metrics with their intervals.',
  scope: 'read',
  params: namespaceParams,
  query: z.object({
    goldenSetId: z.string().optional().describe('Only evaluations of this golden set'),
    ...pageQuery,
  }),
  response: z.object({ ...pageInfo, evaluations: z.array(evaluationResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ query: { goldenSetId, ...pagination }, ...input }, context) {
    const owner = await ownerOf(context, input);
    const list = { key: context.linkKey, place: `evaluations/${owner.namespaceId}` };
    const page = readPage(pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await listEvaluations(context.database, { ...owner, goldenSetId }, page);
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The evaluations', data: { ...info, evaluations: shown.map(presentEvaluation) } };
  },
});

const getEvaluationRoute = extensionRoute({
  method: 'get',
  path: `${path}/{evaluationId}`,
  tags,
  summary: 'Get an evaluation with its progress',
  description: 'Metrics are complete when the status is COMPLETED; poll until then.',
  scope: 'read',
  params: evaluationParams,
  response: oneEvaluation,
  errors: ['NAMESPACE_NOT_FOUND', 'EVALUATION_NOT_FOUND'],

  async handle(input, context) {
    const owner = await ownerOf(context, input);
    const evaluation = await findOwnEvaluation(context, owner, input.params.evaluationId);
    return { message: 'The evaluation', data: { evaluation: presentEvaluation(evaluation) } };
  },
});

const cancelEvaluationRoute = extensionRoute({
  method: 'post',
  path: `${path}/{evaluationId}/cancel`,
  tags,
  summary: 'Cancel an evaluation',
  description: 'Results so far are kept. One that has ended stays as it is.',
  scope: 'ingest',
  params: evaluationParams,
  response: oneEvaluation,
  errors: ['NAMESPACE_NOT_FOUND', 'EVALUATION_NOT_FOUND'],

  async handle(input, context) {
    const owner = await ownerOf(context, input);
    const { id } = await findOwnEvaluation(context, owner, input.params.evaluationId);
    await cancelEvaluation(context.database, id);
    const evaluation = await findOwnEvaluation(context, owner, id);
    return {
      message: `The evaluation is ${evaluation.status}`,
      data: { evaluation: presentEvaluation(evaluation) },
    };
  },
});

const listResultsRoute = extensionRoute({
  method: 'get',
  path: `${path}/{evaluationId}/results`,
  tags,
  summary: 'List what an evaluation found, question by question',
  description:
    'For each question what the search returned, how it was judged, and the answer if answers were evaluated.',
  scope: 'read',
  params: evaluationParams,
  query: z.object(pageQuery),
  response: z.object({ ...pageInfo, results: z.array(resultResponse) }),
  errors: ['NAMESPACE_NOT_FOUND', 'EVALUATION_NOT_FOUND'],

  async handle({ query, ...input }, context) {
    const owner = await ownerOf(context, input);
    const { id } = await findOwnEvaluation(context, owner, input.params.evaluationId);
    const list = { key: context.linkKey, place: `evaluation-results/${id}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await listResults(context.database, id, page);
    const { shown, info } = cutPage(
      found.map((result) => ({ ...result, id: result.questionId })),
      page,
      list,
    );
    const results = shown.map(({ id: _, ...result }) => presentResult(result));
    return { message: 'The results', data: { ...info, results } };
  },
});

const compareEvaluationsRoute = extensionRoute({
  method: 'get',
  path: `${path}/{evaluationId}/comparison`,
  tags,
  summary: 'Compare an evaluation with another, question by question',
  description:
    'Returns the mean difference of each metric with its 95 % interval, and the questions that became better or worse. Only questions that both have are compared.',
  scope: 'read',
  params: evaluationParams,
  query: z.object({
    baselineId: z
      .string()
      .describe('The evaluation to compare with, of this namespace or of another of the organization'),
  }),
  response: comparisonResponse,
  errors: ['NAMESPACE_NOT_FOUND', 'EVALUATION_NOT_FOUND', 'EVALUATION_CONFLICT'],

  async handle({ query, ...input }, context) {
    const owner = await ownerOf(context, input);
    const candidate = await findOwnEvaluation(context, owner, input.params.evaluationId);
    const baseline = await findOwnEvaluation(context, input, query.baselineId);
    const open = [candidate, baseline].find(({ status }) => status !== 'COMPLETED');
    if (open)
      throw new AppError(
        'EVALUATION_CONFLICT',
        `Only complete evaluations can be compared: ${open.id} is ${open.status}`,
      );
    const comparison = await compareEvaluations(context.database, { baseline, candidate });
    const { changed, ...counts } = comparison;
    const data = {
      ...counts,
      baseline: presentEvaluation(baseline),
      candidate: presentEvaluation(candidate),
      isWorse: isWorse(comparison),
      changed: [...changed],
    };
    return { message: 'The comparison', data };
  },
});

export const evaluationRoutes = [
  createEvaluationRoute,
  listEvaluationsRoute,
  getEvaluationRoute,
  cancelEvaluationRoute,
  listResultsRoute,
  compareEvaluationsRoute,
];

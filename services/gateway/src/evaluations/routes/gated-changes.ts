import { GatedChangeStatus } from '@docfleet/domain/database';
import { evaluationConfig } from '@docfleet/domain/evaluation';
import {
  applyGatedChange,
  createGatedChange,
  endGatedChange,
  findGatedChange,
  type GatedChange,
  listGatedChanges,
} from '@docfleet/domain/gated-change';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { cutPage, readPage } from '../../http/page.ts';
import { pageInfo, pageQuery } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { timestamp, toTimestamp } from '../../http/shared-fields.ts';
import { validateQuery } from '../../namespaces/body.ts';
import { checkChanges, namespaceChanges } from '../../namespaces/changes.ts';
import { findOwnNamespace } from '../../namespaces/find-own-namespace.ts';
import { findOwnGoldenSet, namespaceParams, ownerOf } from '../find-own.ts';

const path = '/v1/namespaces/{namespaceId}/gated-changes';
const failed = { invalid: { default: 'INVALID_REQUEST' }, failed: 'INTERNAL_ERROR' } as const;
const tags = ['Evaluation'];
const gatedChangeParams = namespaceParams.extend({ gatedChangeId: z.string() });

const gatedChangeResponse = z
  .object({
    id: z.string(),
    goldenSetId: z.string(),
    tenantId: z.string().nullable(),
    status: z
      .enum(GatedChangeStatus)
      .describe(
        'DECIDING: evaluated, and waiting for a decision. REFUSED: the golden set would get worse, or a user has refused it. Only APPLIED has changed the namespace',
      ),
    decision: z.enum(['AUTOMATIC', 'MANUAL']),
    changedConfigs: z
      .array(z.string())
      .describe('The configurations that it changes')
      .meta({ examples: [['embeddingModelConfig']] }),
    config: evaluationConfig,
    baselineId: z.string().nullable().describe('The evaluation of the namespace as it is'),
    candidateId: z.string().nullable().describe('The evaluation of the namespace as it would be'),
    ingestJobRunId: z
      .string()
      .nullable()
      .describe(
        'Once applied: the run that brings the documents into the new generation, with the vectors that were built',
      ),
    error: z.string().nullable().describe('Why it was refused or failed'),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'GatedChange' });

const oneChange = z.object({ gatedChange: gatedChangeResponse });

const presentChange = (change: GatedChange): z.input<typeof gatedChangeResponse> => {
  const { id, goldenSetId, tenantId, status, baselineId, candidateId, error, createdAt, endedAt } = change;
  return {
    id,
    goldenSetId,
    tenantId,
    status,
    baselineId,
    candidateId,
    error,
    decision: change.isManual ? 'MANUAL' : 'AUTOMATIC',
    changedConfigs: Object.keys(z.record(z.string(), z.unknown()).parse(change.changes)),
    config: evaluationConfig.parse(change.config),
    ingestJobRunId: change.reembeddingRunId,
    createdAt: toTimestamp(createdAt),
    endedAt: endedAt && toTimestamp(endedAt),
  };
};

async function findOwnChange(
  context: GatewayContext,
  input: Parameters<typeof ownerOf>[1] & { readonly params: { readonly gatedChangeId: string } },
): Promise<GatedChange> {
  const owner = await ownerOf(context, input);
  const change = await findGatedChange(context.database, owner, input.params.gatedChangeId);
  if (!change) throw new AppError('GATED_CHANGE_NOT_FOUND', 'The namespace has no gated change of this id');
  return change;
}

const createGatedChangeRoute = route({
  method: 'post',
  path,
  tags,
  ...failed,
  summary: 'Change the configurations of a namespace unless a golden set gets worse',
  description:
    'The change is tried out first: another model or vector store is built beside the current one as a shadow generation that no search sees, and the golden set is evaluated with both. Where the whole 95 % interval of the difference in nDCG@10 lies below 0, the change is REFUSED and what was built is removed; otherwise it is applied like a PATCH with reembed=true, with the vectors that were built.',
  scope: 'admin',
  params: namespaceParams,
  query: validateQuery,
  body: z
    .strictObject({
      goldenSetId: z.string().describe('The golden set that must not get worse'),
      changes: namespaceChanges.refine((changes) => Object.keys(changes).length > 0, {
        error: 'must change something',
      }),
      config: evaluationConfig.prefault({}).describe('How the evaluations search'),
      decision: z
        .enum(['AUTOMATIC', 'MANUAL'])
        .default('AUTOMATIC')
        .describe('MANUAL: it is evaluated, and then waits to be accepted or refused'),
    })
    .meta({
      examples: [
        {
          goldenSetId: '01a1ffbd-24ca-7595-8759-040aaa22c139',
          changes: { embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' } },
        },
      ],
    }),
  status: 202,
  response: oneChange,
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'GOLDEN_SET_CONFLICT', 'NAMESPACE_CONFLICT'],

  async handle({ body, query, actor, ...input }, context) {
    const namespace = await findOwnNamespace(context, input.organizationId, input.params.namespaceId);
    const set = await findOwnGoldenSet(context, {
      ...input,
      params: { ...input.params, goldenSetId: body.goldenSetId },
    });
    const changes: NamespaceConfigs = Object.fromEntries(
      Object.entries(body.changes).map(([name, config]) => [name, config ?? undefined]),
    );
    if (body.config.rerank && !namespace.configs.rerankConfig && !changes.rerankConfig)
      throw invalidField(
        'INVALID_REQUEST',
        'config.rerank',
        'needs a rerankConfig, which the namespace has or the change adds',
      );
    if (set.questionCount === 0)
      throw new AppError('GOLDEN_SET_CONFLICT', 'The golden set has no accepted questions');
    if (query.validate === 'true') await checkChanges(namespace, changes, context);
    const change = { namespaceId: namespace.id, goldenSetId: set.id, tenantId: set.tenantId, changes };
    const created = await createGatedChange(context.database, context.vault, actor, {
      ...change,
      config: body.config,
      isManual: body.decision === 'MANUAL',
    });
    if (!created) throw new AppError('NAMESPACE_NOT_FOUND', `There is no namespace "${namespace.name}"`);
    context.dispatcher.dispatch(created.jobs);
    return {
      message: 'The change is tried out; the namespace stays as it is meanwhile',
      data: { gatedChange: presentChange(created.gatedChange) },
    };
  },
});

const listGatedChangesRoute = route({
  method: 'get',
  path,
  tags,
  ...failed,
  summary: 'List the gated changes of a namespace, the newest first',
  scope: 'read',
  params: namespaceParams,
  query: z.object(pageQuery),
  status: 200,
  response: z.object({ ...pageInfo, gatedChanges: z.array(gatedChangeResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ query, ...input }, context) {
    const owner = await ownerOf(context, input);
    const list = { key: context.linkKey, place: `gated-changes/${owner.namespaceId}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const { shown, info } = cutPage(await listGatedChanges(context.database, owner, page), page, list);
    return { message: 'The gated changes', data: { ...info, gatedChanges: shown.map(presentChange) } };
  },
});

const getGatedChangeRoute = route({
  method: 'get',
  path: `${path}/{gatedChangeId}`,
  tags,
  ...failed,
  summary: 'Get a gated change',
  scope: 'read',
  params: gatedChangeParams,
  status: 200,
  response: oneChange,
  errors: ['NAMESPACE_NOT_FOUND', 'GATED_CHANGE_NOT_FOUND'],

  async handle(input, context) {
    const change = await findOwnChange(context, input);
    return { message: `The gated change is ${change.status}`, data: { gatedChange: presentChange(change) } };
  },
});

const cancelGatedChangeRoute = route({
  method: 'post',
  path: `${path}/{gatedChangeId}/cancel`,
  tags,
  ...failed,
  summary: 'Cancel a gated change',
  description: 'What was built is removed. One that has ended stays as it is.',
  scope: 'admin',
  params: gatedChangeParams,
  status: 200,
  response: oneChange,
  errors: ['NAMESPACE_NOT_FOUND', 'GATED_CHANGE_NOT_FOUND'],

  async handle(input, context) {
    const change = await findOwnChange(context, input);
    context.dispatcher.dispatch(await endGatedChange(context.database, change, { status: 'CANCELLED' }));
    const ended = await findOwnChange(context, input);
    return { message: `The gated change is ${ended.status}`, data: { gatedChange: presentChange(ended) } };
  },
});

const decideGatedChangeRoute = route({
  method: 'post',
  path: `${path}/{gatedChangeId}/decision`,
  tags,
  ...failed,
  summary: 'Accept or refuse a gated change that was evaluated',
  description:
    'For a change with the decision MANUAL, once it is DECIDING. Accepted, it is applied with the vectors that were built; refused, what was built is removed.',
  scope: 'admin',
  params: gatedChangeParams,
  body: z.strictObject({ isAccepted: z.boolean() }).meta({ examples: [{ isAccepted: true }] }),
  status: 200,
  response: oneChange,
  errors: ['NAMESPACE_NOT_FOUND', 'GATED_CHANGE_NOT_FOUND', 'EVALUATION_CONFLICT'],

  async handle({ body, ...input }, context) {
    const { database, vault, dispatcher } = context;
    const change = await findOwnChange(context, input);
    if (change.status !== 'DECIDING')
      throw new AppError(
        'EVALUATION_CONFLICT',
        `The gated change is ${change.status}, and not to be decided on`,
      );
    const jobs = body.isAccepted
      ? await applyGatedChange(database, vault, change)
      : await endGatedChange(database, change, { status: 'REFUSED' });
    dispatcher.dispatch(jobs);
    const decided = await findOwnChange(context, input);
    return {
      message: `The gated change is ${decided.status}`,
      data: { gatedChange: presentChange(decided) },
    };
  },
});

export const gatedChangeRoutes = [
  createGatedChangeRoute,
  listGatedChangesRoute,
  getGatedChangeRoute,
  cancelGatedChangeRoute,
  decideGatedChangeRoute,
];

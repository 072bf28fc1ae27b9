import { extensionRoute } from '@docfleet/api/context';
import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { visible } from '@docfleet/api/shared-fields';
import { z } from 'zod';
import {
  findOwnGoldenSet,
  goldenSetNotFound,
  goldenSetParams,
  namespaceParams,
  ownerOf,
} from '../find-own.ts';
import { goldenSetResponse, presentGoldenSet } from '../present.ts';
import { createGoldenSet, deleteGoldenSet, listGoldenSets, updateGoldenSet } from '../rows/golden-sets.ts';

const maxNameLength = 128;
const maxDescriptionLength = 2_000;

const fields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxNameLength)
    .refine(...visible)
    .describe('Unique in its namespace and tenant'),
  description: z.string().max(maxDescriptionLength).nullable(),
};

const oneSet = z.object({ goldenSet: goldenSetResponse });
const tags = ['Evaluation'];

const createGoldenSetRoute = extensionRoute({
  method: 'post',
  path: '/v1/namespaces/{namespaceId}/golden-sets',
  tags,
  summary: 'Create a golden set',
  description:
    'Questions with what searches should find, for evaluations. With `X-Tenant-Id` that tenant is searched alone.',
  scope: 'ingest',
  params: namespaceParams,
  body: z
    .strictObject({ name: fields.name, description: fields.description.default(null) })
    .meta({ examples: [{ name: 'Support questions' }] }),
  status: 201,
  response: oneSet,
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_CONFLICT', 'ORGANIZATION_LIMIT_REACHED'],

  async handle({ body, actor, ...input }, context) {
    const owner = await ownerOf(context, input);
    const set = await createGoldenSet(context.database, actor, {
      ...owner,
      tenantId: input.tenantId ?? null,
      ...body,
    });
    return { message: 'The golden set was created', data: { goldenSet: presentGoldenSet(set) } };
  },
});

const listGoldenSetsRoute = extensionRoute({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}/golden-sets',
  tags,
  summary: 'List the golden sets of a namespace, the newest first',
  description:
    'A golden set is a list of questions with what searches should find. `GET …/questions` lists the questions of one.',
  scope: 'read',
  params: namespaceParams,
  query: z.object(pageQuery),
  response: z.object({ ...pageInfo, goldenSets: z.array(goldenSetResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ query, ...input }, context) {
    const owner = await ownerOf(context, input);
    const list = { key: context.linkKey, place: `golden-sets/${owner.namespaceId}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const { shown, info } = cutPage(await listGoldenSets(context.database, owner, page), page, list);
    return { message: 'The golden sets', data: { ...info, goldenSets: shown.map(presentGoldenSet) } };
  },
});

const getGoldenSetRoute = extensionRoute({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
  tags,
  summary: 'Get a golden set',
  description:
    'Name and description of the golden set, and the numbers of its accepted and candidate questions.',
  scope: 'read',
  params: goldenSetParams,
  response: oneSet,
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND'],

  async handle(input, context) {
    const set = await findOwnGoldenSet(context, input);
    return { message: 'The golden set', data: { goldenSet: presentGoldenSet(set) } };
  },
});

const updateGoldenSetRoute = extensionRoute({
  method: 'patch',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
  tags,
  summary: 'Change the name or the description of a golden set',
  description: 'Fields that are absent stay as they are. Questions have operations of their own.',
  scope: 'ingest',
  params: goldenSetParams,
  body: z
    .strictObject(fields)
    .partial()
    .meta({ examples: [{ description: 'From the tickets of May' }] }),
  response: oneSet,
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND', 'GOLDEN_SET_CONFLICT'],

  async handle({ body, ...input }, context) {
    const { name, description } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    };
    const set = await updateGoldenSet(context.database, await findOwnGoldenSet(context, input), changes);
    if (!set) throw goldenSetNotFound();
    return { message: 'The golden set was changed', data: { goldenSet: presentGoldenSet(set) } };
  },
});

const deleteGoldenSetRoute = extensionRoute({
  method: 'delete',
  path: '/v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}',
  tags,
  summary: 'Delete a golden set with its questions and evaluations',
  description: 'Evaluations of the set are deleted with it, and one that is under way ends.',
  scope: 'ingest',
  params: goldenSetParams,
  response: z.object({ id: z.string() }),
  errors: ['NAMESPACE_NOT_FOUND', 'GOLDEN_SET_NOT_FOUND'],

  async handle({ actor, ...input }, context) {
    const set = await findOwnGoldenSet(context, input);
    await deleteGoldenSet(context.database, actor, set);
    return { message: 'The golden set was deleted', data: { id: set.id } };
  },
});

export const goldenSetRoutes = [
  createGoldenSetRoute,
  listGoldenSetsRoute,
  getGoldenSetRoute,
  updateGoldenSetRoute,
  deleteGoldenSetRoute,
];

import { findOwnNamespace } from '@docfleet/api/find-own';
import { hasVectors } from '@docfleet/domain/document';
import {
  createNamespace,
  deleteNamespace,
  movesVectors,
  type Namespace,
  type NamespaceConfigs,
  type ProviderCapabilities,
  readNamespaceSettings,
  updateNamespace,
} from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { exampleConfigs, namespaceName, namespaceParams, oneNamespace, validateQuery } from '../body.ts';
import { checkConfigs, findConfigIssues } from '../check-configs.ts';
import {
  checkedConfigNames,
  coreConfigs,
  givenConfigs,
  optionalConfigs,
  withDefaults,
} from '../namespace-config.ts';
import { presentNamespace } from '../present-namespace.ts';

const createNamespaceBody = z
  .strictObject({ name: namespaceName, ...givenConfigs })
  .meta({ examples: [{ name: 'handbook', ...exampleConfigs }] });

export const createNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces',
  summary: 'Create a namespace',
  description:
    'The configurations are tried before they are accepted: the bucket, the index and its dimension, the key of the model. A provider that does not answer is a 503; validate=false accepts the configurations as they are. Servers with the API of OpenAI, and rerankers, are probed for the number and length of texts that they take. Without any of the three configurations it gets the defaults of the operator, if there are any.',
  tags: ['Namespaces'],
  scope: 'admin',
  query: validateQuery,
  body: createNamespaceBody,
  status: 201,
  response: oneNamespace,
  errors: ['NAMESPACE_ALREADY_EXISTS', 'ORGANIZATION_LIMIT_REACHED'],

  async handle({ body: { name, ...given }, query, organizationId, actor }, context) {
    const configs = withDefaults(given, context);
    const capabilities = query.validate === 'true' ? await checkConfigs(configs, context) : {};
    const { database, vault } = context;
    const created = { organizationId, name, configs, capabilities };
    const namespace = await createNamespace(database, vault, created, actor);
    return { message: 'The namespace was created', data: { namespace: presentNamespace(namespace) } };
  },
});

const removable = Object.fromEntries(
  Object.entries(optionalConfigs).map(([name, config]) => [name, config.nullable().optional()]),
);

/** Request body of a change of a namespace's configurations. */
const namespaceChanges = z
  .strictObject({ ...z.strictObject(coreConfigs).partial().shape, ...removable })
  .describe('Each configuration replaces the one that was; null removes an optional one');

/**
 * Returns the configurations to try out after a change: the new ones and, with a new embedding model, the vector store, which has to accept
 * its dimension.
 */
function touchedBy(changes: NamespaceConfigs): string[] {
  const changed = checkedConfigNames.filter((name) => changes[name]);
  return changes.embeddingModelConfig ? [...changed, 'vectorStorageConfig'] : changed;
}

/** Rejects a change of the vector store alone where the present one does not answer: all vectors would be embedded again, without being asked for. */
async function requireSource(
  namespaceId: string,
  configs: NamespaceConfigs,
  context: GatewayContext,
): Promise<void> {
  const [issue] = await findConfigIssues(configs, context, ['vectorStorageConfig']);
  if (!issue || !(await hasVectors(context.database, namespaceId))) return;
  throw new AppError(
    'NAMESPACE_CONFLICT',
    `The vector store that has the vectors does not return them (${issue.path}: ${issue.message}). Correct its configuration first, or let all documents be embedded anew with ?reembed=true`,
  );
}

interface Change {
  readonly changes: NamespaceConfigs;
  readonly reembed: boolean;
}

/**
 * Tries out the providers that a change concerns; throws when one of them does not work. Returns the capabilities that the models' servers
 * were found to have.
 */
async function checkChanges(
  namespace: Namespace,
  { changes, reembed }: Change,
  context: GatewayContext,
): Promise<ProviderCapabilities> {
  const touched = touchedBy(changes);
  if (touched.length === 0) return {};
  const settings = await readNamespaceSettings(context.database, context.vault, namespace.id);
  const next = { ...settings?.configs, ...changes };
  const found = await checkConfigs(next, context, touched);
  if (!reembed && settings && movesVectors(settings.configs, next))
    await requireSource(namespace.id, settings.configs, context);
  return found;
}

const updateNamespaceBody = namespaceChanges.meta({
  examples: [{ webScraperConfig: { provider: 'BUILTIN' } }],
});

const updateQuery = validateQuery.extend({
  reembed: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'true: another model is accepted although there are documents, and all of them are embedded again; while that, or a move to another vector store, is under way, what failed or was cancelled is tried once more',
    ),
});

export const updateNamespaceRoute = route({
  method: 'patch',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Change the configurations of a namespace',
  description:
    'Work in flight goes on: a new key is used from the next request to its provider on. Another model needs reembed=true when there are documents. To another vector store alone, vectors are copied, and only those that the old one lacks or refuses to return are embedded again. Searches find all documents meanwhile.',
  tags: ['Namespaces'],
  scope: 'admin',
  params: namespaceParams,
  query: updateQuery,
  body: updateNamespaceBody,
  response: oneNamespace.extend({
    ingestJobRunId: z
      .string()
      .optional()
      .describe('The run that embeds the documents again, or moves their vectors, if any does'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'NAMESPACE_CONFLICT'],

  async handle({ params, query, body, organizationId, actor }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, config]) => [name, config ?? undefined]),
    ) as NamespaceConfigs;
    const reembed = query.reembed === 'true';
    const isTried = query.validate === 'true';
    const capabilities = isTried ? await checkChanges(namespace, { changes, reembed }, context) : {};
    const update = { namespaceId: namespace.id, configs: changes, capabilities, reembed };
    const updated = await updateNamespace(context.database, context.vault, actor, update);
    if (!updated) throw new AppError('NAMESPACE_NOT_FOUND', `There is no namespace "${namespace.name}"`);
    context.dispatcher.dispatch(updated.jobs);
    const data = { namespace: presentNamespace(updated.namespace), ingestJobRunId: updated.reembeddingRunId };
    const message = updated.reembeddingRunId
      ? 'The namespace was changed; its documents are embedded again, or their vectors are copied where only the store changes'
      : 'The namespace was changed';
    return { message, data };
  },
});

export const deleteNamespaceRoute = route({
  method: 'delete',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Delete a namespace with all that is in it',
  description:
    'It is gone for everyone at once; its documents, vectors and stored files are purged in the background. Its name is free again when that is done.',
  tags: ['Namespaces'],
  scope: 'admin',
  params: namespaceParams,
  status: 202,
  response: z.object({ identifier: z.string() }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params, organizationId, actor }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    context.dispatcher.dispatch(await deleteNamespace(context.database, actor, namespace));
    return { message: 'The namespace is being deleted', data: { identifier: namespace.name } };
  },
});

const checkNamespaceBody = z
  .strictObject({
    ...givenConfigs,
    only: z.array(z.enum(checkedConfigNames)).min(1).optional().describe('Tries these alone; unset: all'),
  })
  .meta({ examples: [{ ...exampleConfigs, only: ['embeddingModelConfig'] }] });

const issue = z
  .object({ path: z.string().describe('The field to correct'), message: z.string() })
  .meta({ examples: [{ path: 'embeddingModelConfig.apiKey', message: 'The key is not valid' }] });

export const checkNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces/check',
  summary: 'Try out the configurations of a namespace',
  description:
    'Performs the checks of its creation and stores nothing, so that a form can check one configuration at a time.',
  tags: ['Namespaces'],
  scope: 'admin',
  body: checkNamespaceBody,
  response: z.object({ issues: z.array(issue).describe('Empty: all is well') }),
  errors: [],

  async handle({ body: { only, ...given } }, context) {
    const issues = await findConfigIssues(withDefaults(given, context), context, only);
    const verdict = issues.length === 0 ? 'The configuration is valid' : 'The configuration has errors';
    const shown = issues.map(({ path, message }) => ({ path, message }));
    return { message: verdict, data: { issues: shown } };
  },
});

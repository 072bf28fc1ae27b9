import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { hasVectors } from '@docfleet/domain/document';
import {
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
import { namespaceParams, oneNamespace, validateQuery } from '../body.ts';
import { checkConfigs, findConfigIssues } from '../check-configs.ts';
import { checkedConfigNames, coreConfigs, optionalConfigs } from '../namespace-config.ts';
import { presentNamespace } from '../present-namespace.ts';

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
  status: 200,
  response: oneNamespace.extend({
    ingestJobRunId: z
      .string()
      .optional()
      .describe('The run that embeds the documents again, or moves their vectors, if any does'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'NAMESPACE_CONFLICT'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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

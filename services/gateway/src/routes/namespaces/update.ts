import { isDeepStrictEqual } from 'node:util';
import {
  hasVectors,
  type Namespace,
  type NamespaceConfigs,
  readNamespaceSettings,
  updateNamespace,
} from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { checkConfigs } from '../../check-configs.ts';
import type { GatewayContext } from '../../context.ts';
import { findOwnNamespace } from '../../find-own-namespace.ts';
import { route } from '../../http/route.ts';
import { coreConfigNames, coreConfigs, optionalConfigs } from '../../namespace-config.ts';
import { presentNamespace } from '../../presenters/namespace.ts';
import { namespaceParams, oneNamespace, validateQuery } from './body.ts';

const removable = Object.fromEntries(
  Object.entries(optionalConfigs).map(([name, config]) => [name, config.nullable().optional()]),
);

const updateNamespaceBody = z
  .strictObject({ ...z.strictObject(coreConfigs).partial().shape, ...removable })
  .meta({ examples: [{ webScraperConfig: { provider: 'BUILTIN' } }] })
  .describe('Each configuration replaces the one that was; null removes an optional one');

/** What the stored vectors depend on. A key may be changed at any time. */
const boundToVectors = ['embeddingModelConfig', 'vectorStorageConfig'] as const;

const withoutKey = (config: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'apiKey'));

async function refuseReembedding(
  namespace: Namespace,
  configs: NamespaceConfigs,
  { database }: GatewayContext,
): Promise<void> {
  const changed = boundToVectors.filter((name) => {
    const next = configs[name];
    return next && !isDeepStrictEqual(withoutKey(next), withoutKey(namespace.configs[name]));
  });
  if (changed.length === 0 || !(await hasVectors(database, namespace.id))) return;
  throw new AppError(
    'NAMESPACE_CONFLICT',
    `${changed.join(' and ')} cannot be changed while the namespace has documents: their vectors lie in the old store, made by the old model`,
  );
}

async function check(namespace: Namespace, changes: NamespaceConfigs, context: GatewayContext) {
  const changed = coreConfigNames.filter((name) => changes[name]);
  if (changed.length === 0) return;
  const settings = await readNamespaceSettings(context.database, context.vault, namespace.id);
  await checkConfigs({ ...settings?.configs, ...changes }, context, changed);
}

export const updateNamespaceRoute = route({
  method: 'patch',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Change the configurations of a namespace',
  tags: ['Namespaces'],
  scope: 'admin',
  params: namespaceParams,
  query: validateQuery,
  body: updateNamespaceBody,
  status: 200,
  reply: oneNamespace,
  errors: ['NAMESPACE_NOT_FOUND', 'NAMESPACE_CONFLICT'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, body, organizationId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, config]) => [name, config ?? undefined]),
    ) as NamespaceConfigs;
    await refuseReembedding(namespace, changes, context);
    if (query.validate === 'true') await check(namespace, changes, context);
    const updated = await updateNamespace(context.database, context.vault, namespace.id, changes);
    if (!updated) throw new AppError('NAMESPACE_NOT_FOUND', `There is no namespace "${namespace.name}"`);
    return { message: 'The namespace was changed', data: { namespace: presentNamespace(updated) } };
  },
});

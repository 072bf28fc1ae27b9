import { createNamespace, type NamespaceConfigs } from '@docfleet/domain';
import { z } from 'zod';
import { checkConfigs } from '../../check-configs.ts';
import type { GatewayContext } from '../../context.ts';
import { invalidInput } from '../../http/issues.ts';
import { route } from '../../http/route.ts';
import {
  type CoreConfigName,
  coreConfigNames,
  coreConfigs,
  optionalConfigs,
} from '../../namespace-config.ts';
import { presentNamespace } from '../../presenters/namespace.ts';
import { exampleConfigs, namespaceName, oneNamespace, validateQuery } from './body.ts';

const createNamespaceBody = z
  .strictObject({
    name: namespaceName,
    ...z.strictObject(coreConfigs).partial().shape,
    ...z.strictObject(optionalConfigs).partial().shape,
  })
  .meta({ examples: [{ name: 'handbook', ...exampleConfigs }] });

type Body = z.output<typeof createNamespaceBody>;

/** The operator's scraper for a namespace that brings none. */
function withScraper(configs: NamespaceConfigs, { defaultScraper }: GatewayContext): NamespaceConfigs {
  return defaultScraper && !configs['webScraperConfig']
    ? { ...configs, webScraperConfig: defaultScraper }
    : configs;
}

/** The operator's defaults for a namespace that brings none of the three; throws when it brings some of them. */
function withDefaults({ name: _, ...configs }: Body, { defaultConfigs }: GatewayContext): NamespaceConfigs {
  const missing = coreConfigNames.filter((name: CoreConfigName) => !configs[name]);
  if (missing.length === 0) return configs;
  if (missing.length === coreConfigNames.length && defaultConfigs) return { ...defaultConfigs, ...configs };
  const issues = missing.map((path) => ({ path, message: 'is required' }));
  throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}

export const createNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces',
  summary: 'Create a namespace',
  description:
    'What it is given is tried out before it is accepted: the bucket, the index and its dimension, the key of the model. Without any of the three configurations it gets the defaults of the operator, if there are any.',
  tags: ['Namespaces'],
  scope: 'admin',
  query: validateQuery,
  body: createNamespaceBody,
  status: 201,
  reply: oneNamespace,
  errors: ['NAMESPACE_ALREADY_EXISTS'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, query, organizationId, actor }, context) {
    const configs = withScraper(withDefaults(body, context), context);
    if (query.validate === 'true') await checkConfigs(configs, context);
    const { database, vault } = context;
    const given = { organizationId, name: body.name, configs };
    const namespace = await createNamespace(database, vault, given, actor);
    return { message: 'The namespace was created', data: { namespace: presentNamespace(namespace) } };
  },
});

import { createNamespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { exampleConfigs, namespaceName, oneNamespace, validateQuery } from '../body.ts';
import { checkConfigs } from '../check-configs.ts';
import { givenConfigs, withDefaults } from '../given-configs.ts';
import { presentNamespace } from '../present-namespace.ts';

const createNamespaceBody = z
  .strictObject({ name: namespaceName, ...givenConfigs })
  .meta({ examples: [{ name: 'handbook', ...exampleConfigs }] });

export const createNamespaceRoute = route({
  method: 'post',
  path: '/v1/namespaces',
  summary: 'Create a namespace',
  description:
    'What it is given is tried out before it is accepted: the bucket, the index and its dimension, the key of the model. A provider that does not answer at the moment makes it a 503; validate=false accepts the configurations as they are. Of a server with the API of OpenAI or of a reranker it is found out, with some small requests, how many and how long texts it takes. Without any of the three configurations it gets the defaults of the operator, if there are any.',
  tags: ['Namespaces'],
  scope: 'admin',
  query: validateQuery,
  body: createNamespaceBody,
  status: 201,
  response: oneNamespace,
  errors: ['NAMESPACE_ALREADY_EXISTS', 'ORGANIZATION_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body: { name, ...given }, query, organizationId, actor }, context) {
    const configs = withDefaults(given, context);
    const capabilities = query.validate === 'true' ? await checkConfigs(configs, context) : {};
    const { database, vault } = context;
    const created = { organizationId, name, configs, capabilities };
    const namespace = await createNamespace(database, vault, created, actor);
    return { message: 'The namespace was created', data: { namespace: presentNamespace(namespace) } };
  },
});

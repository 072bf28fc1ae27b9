import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { route } from '../../http/route.ts';
import { namespaceParams, oneNamespace } from '../body.ts';
import { presentNamespace } from '../present-namespace.ts';

export const getNamespaceRoute = route({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Get a namespace',
  description:
    'Its configurations, without secrets. The path names the namespace by its identifier, which is its name.',
  tags: ['Namespaces'],
  scope: 'read',
  params: namespaceParams,
  status: 200,
  response: oneNamespace,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, organizationId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    return { message: 'The namespace', data: { namespace: presentNamespace(namespace) } };
  },
});

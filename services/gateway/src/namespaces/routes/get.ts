import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { readMove } from '@docfleet/domain/namespace';
import { route } from '../../http/route.ts';
import { namespaceParams, oneNamespace } from '../body.ts';
import { moveResponse, presentMove, presentNamespace } from '../present-namespace.ts';

export const getNamespaceRoute = route({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Get a namespace',
  description:
    'Its configurations, without secrets, and how far a change of its model or vector store is that is under way. The path names the namespace by its identifier, which is its name.',
  tags: ['Namespaces'],
  scope: 'read',
  params: namespaceParams,
  status: 200,
  response: oneNamespace.extend({ move: moveResponse }),
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const scope = { namespaceId: namespace.id, tenantId };
    const move = presentMove(namespace, await readMove(context.database, scope));
    return { message: 'The namespace', data: { namespace: presentNamespace(namespace), move } };
  },
});

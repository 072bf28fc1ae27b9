import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { deleteNamespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { namespaceParams } from '../body.ts';

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
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, organizationId, actor }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    context.dispatcher.dispatch(await deleteNamespace(context.database, actor, namespace));
    return { message: 'The namespace is being deleted', data: { identifier: namespace.name } };
  },
});

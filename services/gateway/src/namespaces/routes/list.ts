import { listNamespaces } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { namespaceReply, presentNamespace } from '../present-namespace.ts';

export const listNamespacesRoute = route({
  method: 'get',
  path: '/v1/namespaces',
  summary: 'List the namespaces',
  tags: ['Namespaces'],
  scope: 'read',
  status: 200,
  reply: z.object({ namespaces: z.array(namespaceReply) }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ organizationId }, { database }) {
    const namespaces = await listNamespaces(database, organizationId);
    return { message: 'The namespaces', data: { namespaces: namespaces.map(presentNamespace) } };
  },
});

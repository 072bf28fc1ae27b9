import { listNamespaces } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { namespaceResponse, presentNamespace } from '../present-namespace.ts';

export const listNamespacesRoute = route({
  method: 'get',
  path: '/v1/namespaces',
  summary: 'List the namespaces',
  description: 'All of the organization, by name, with their configurations but without secrets.',
  tags: ['Namespaces'],
  scope: 'read',
  status: 200,
  response: z.object({ namespaces: z.array(namespaceResponse) }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ organizationId }, { database }) {
    const namespaces = await listNamespaces(database, organizationId);
    return { message: 'The namespaces', data: { namespaces: namespaces.map(presentNamespace) } };
  },
});

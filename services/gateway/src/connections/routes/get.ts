import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { route } from '../../http/route.ts';
import { connectionParams, findOwnConnection, namespaceQuery, oneConnection } from '../connection-request.ts';
import { presentConnection } from '../present-connection.ts';

export const getConnectionRoute = route({
  method: 'get',
  path: '/v1/connections/{connectionId}',
  summary: 'Get a connection',
  description:
    'Its status with the reason of a failure, its settings without secrets, and what of the account was selected.',
  tags: ['Connections'],
  scope: 'read',
  params: connectionParams,
  query: namespaceQuery,
  status: 200,
  response: oneConnection,
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'FETCH_CONNECTIONS_FAILED',

  async handle({ params, query, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, query.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const connection = await findOwnConnection(context, owner, params.connectionId);
    return { message: 'The connection', data: { connection: presentConnection(connection, namespace.name) } };
  },
});

import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { removeConnection } from '@docfleet/domain/connection';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { connectionParams, findOwnConnection, namespaceQuery } from '../connection-request.ts';
import { endConnection, endQuery, itemsDeleted } from '../end-connection.ts';

export const deleteConnectionRoute = route({
  method: 'delete',
  path: '/v1/connections/{connectionId}',
  summary: 'Delete a connection',
  description:
    'It is revoked as by POST /v1/connections/{connectionId}/revoke, its schedules end, and it is gone for good. Its documents stay, and are not followed any more, unless the query says deleteDocuments=true.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: namespaceQuery.extend(endQuery.shape),
  status: 202,
  response: z.object({ connection: z.object({ id: z.string() }), itemsDeleted }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, query.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const { id: connectionId } = await findOwnConnection(context, owner, params.connectionId);
    const ended = await endConnection(context, { actor, namespace, tenantId, connectionId, query });
    await removeConnection(context.database, actor, connectionId);
    const data = { connection: { id: connectionId }, itemsDeleted: ended.itemsDeleted };
    return { message: 'The connection was deleted', data };
  },
});

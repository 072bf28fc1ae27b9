import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { connectionParams, findOwnConnection, oneConnection } from '../connection-request.ts';
import { endConnection, endQuery, itemsDeleted } from '../end-connection.ts';
import { presentConnection } from '../present-connection.ts';

export const revokeConnectionRoute = route({
  method: 'post',
  path: '/v1/connections/{connectionId}/revoke',
  summary: 'Revoke a connection',
  description:
    'Its tokens are deleted here and ended at the vendor where that is possible, and what is being read from it stops. Its documents stay, unless the query says deleteDocuments=true. Revoking one that is revoked changes nothing.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: endQuery,
  body: z.strictObject({ namespaceId }).meta({ examples: [{ namespaceId: 'quickstart' }] }),
  status: 200,
  response: oneConnection.extend({ itemsDeleted }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, body, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const { id: connectionId } = await findOwnConnection(context, owner, params.connectionId);
    const ended = await endConnection(context, { actor, namespace, tenantId, connectionId, query });
    const message = ended.isVendorNotified
      ? 'The connection is revoked, at the vendor too'
      : 'The connection is revoked; its user can remove the application in the settings of the vendor';
    const connection = presentConnection(ended.connection, namespace.name);
    return { message, data: { connection, itemsDeleted: ended.itemsDeleted } };
  },
});

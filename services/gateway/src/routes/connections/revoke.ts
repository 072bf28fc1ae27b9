import { cancelRunsOfConnection, deleteDocuments, revokeConnection } from '@docfleet/domain';
import { z } from 'zod';
import type { GatewayContext } from '../../context.ts';
import { connectionNotFound, findOwnConnection } from '../../find-own-connection.ts';
import { findOwnNamespace } from '../../find-own-namespace.ts';
import { route } from '../../http/route.ts';
import { presentConnection } from '../../presenters/connection.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { connectionParams, oneConnection } from './body.ts';
import { tellVendor } from './tell-vendor.ts';

type Deletion = Parameters<typeof deleteDocuments>[1];

/** Deletes what a connection brought; gives how many documents. */
async function deleteBrought({ database, dispatcher }: GatewayContext, deletion: Deletion): Promise<number> {
  let itemsDeleted = 0;
  for await (const { documentIds, jobs } of deleteDocuments(database, deletion)) {
    itemsDeleted += documentIds.length;
    dispatcher.dispatch(jobs);
    await dispatcher.drain();
  }
  return itemsDeleted;
}

export const revokeConnectionRoute = route({
  method: 'post',
  path: '/v1/connections/{connectionId}/revoke',
  summary: 'Revoke a connection',
  description:
    'Its tokens are deleted here and ended at the vendor where that is possible, and what is being read from it stops. Its documents stay, unless the query says deleteDocuments=true. Revoking one that is revoked changes nothing.',
  tags: ['Connections'],
  scope: 'ingest',
  params: connectionParams,
  query: z.object({
    deleteDocuments: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true: the documents that came from it are deleted too'),
  }),
  body: z.strictObject({ namespaceId }).meta({ examples: [{ namespaceId: 'handbook' }] }),
  status: 200,
  reply: oneConnection.extend({
    itemsDeleted: z.int().describe('Documents that are being deleted because of deleteDocuments=true'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, body, organizationId, actor, tenantId }, context) {
    const { database, vault, dispatcher } = context;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const owner = { namespaceId: namespace.id, tenantId };
    const { id } = await findOwnConnection(context, owner, params.connectionId);
    const revoked = await revokeConnection(database, vault, actor, id);
    if (!revoked) throw connectionNotFound();
    for await (const jobs of cancelRunsOfConnection(database, actor, id)) {
      dispatcher.dispatch(jobs);
      await dispatcher.drain();
    }
    const filter = { namespaceId: namespace.id, tenantId, connectionIds: [id] };
    const deletion = { actor, filter, namespace: namespace.name, filterFields: ['documentConnectionIds'] };
    const itemsDeleted = query.deleteDocuments === 'true' ? await deleteBrought(context, deletion) : 0;
    const isToldOf = await tellVendor(context, revoked);
    const message = isToldOf
      ? 'The connection is revoked, at the vendor too'
      : 'The connection is revoked; its user can remove the application in the settings of the vendor';
    const connection = presentConnection(revoked.connection, namespace.name);
    return { message, data: { connection, itemsDeleted } };
  },
});

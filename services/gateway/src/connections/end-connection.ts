import type { Actor } from '@docfleet/domain/audit-event';
import { type Connection, cancelRunsOfConnection, revokeConnection } from '@docfleet/domain/connection';
import { deleteDocuments } from '@docfleet/domain/document';
import type { Namespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { connectionNotFound } from './connection-request.ts';
import { endChannels } from './end-channels.ts';
import { notifyVendor } from './notify-vendor.ts';

/** Query parameters of a request that ends a connection: whether its documents are deleted with it. */
export const endQuery = z.object({
  deleteDocuments: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: the documents that came from it are deleted too'),
});
export const itemsDeleted = z
  .int()
  .describe('Documents that are being deleted because of deleteDocuments=true');

type Deletion = Parameters<typeof deleteDocuments>[1];

/** Deletes the documents of a connection; returns their number. */
async function deleteBrought({ database, dispatcher }: GatewayContext, deletion: Deletion): Promise<number> {
  let deleted = 0;
  for await (const { documentIds, jobs } of deleteDocuments(database, deletion)) {
    deleted += documentIds.length;
    dispatcher.dispatch(jobs);
    await dispatcher.drain();
  }
  return deleted;
}

interface Ending {
  readonly actor: Actor;
  readonly namespace: Namespace;
  readonly tenantId: string | undefined;
  readonly connectionId: string;
  readonly query: z.output<typeof endQuery>;
}

/** Ends a connection here and at its vendor, stops runs that read it, and deletes its documents if that was requested. */
export async function endConnection(
  context: GatewayContext,
  { actor, namespace, tenantId, connectionId, query }: Ending,
): Promise<{ connection: Connection; itemsDeleted: number; isVendorNotified: boolean }> {
  const { database, vault, dispatcher } = context;
  const revoked = await revokeConnection(database, vault, actor, connectionId);
  if (!revoked) throw connectionNotFound();
  for await (const jobs of cancelRunsOfConnection(database, actor, connectionId)) {
    dispatcher.dispatch(jobs);
    await dispatcher.drain();
  }
  const filter = { namespaceId: namespace.id, tenantId, connectionIds: [connectionId] };
  const deletion = { actor, filter, namespace: namespace.name, filterFields: ['documentConnectionIds'] };
  const deleted = query.deleteDocuments === 'true' ? await deleteBrought(context, deletion) : 0;
  await endChannels(context, revoked);
  const isVendorNotified = await notifyVendor(context, revoked);
  return { connection: revoked.connection, itemsDeleted: deleted, isVendorNotified };
}

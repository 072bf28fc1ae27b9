import { connectorPush, vendorOf } from '@docfleet/connectors';
import type { Actor } from '@docfleet/domain/audit-event';
import {
  type Connection,
  cancelRunsOfConnection,
  type RevokedConnection,
  revokeConnection,
} from '@docfleet/domain/connection';
import { deleteDocuments } from '@docfleet/domain/document';
import { type Namespace, readNamespaceSettings } from '@docfleet/domain/namespace';
import { clientOf, revokeGrant } from '@docfleet/oauth';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { connectionNotFound } from './enter-settings.ts';
import { observeVendor } from './open-account.ts';

/**
 * Ends the grant of a revoked connection at its vendor; returns false when the vendor could not be reached. Nothing waits for it: the tokens are
 * gone here, and the user can end the grant in the vendor's settings.
 */
async function notifyVendor(
  context: GatewayContext,
  { connection, previous }: RevokedConnection,
): Promise<boolean> {
  // Keys that were entered are its owner's: only they can end them.
  if (!previous || connection.settings !== null) return false;
  const { database, vault, providerSettings, oauthOverrides, logger } = context;
  const vendor = vendorOf(connection.connector, oauthOverrides);
  try {
    const settings = await readNamespaceSettings(database, vault, connection.namespaceId);
    const client = settings && clientOf(settings.configs, vendor);
    if (client?.clientId !== previous.clientId || !vendor.revocation) return false;
    const grant = { client, tokens: previous.tokens };
    return await observeVendor(context, connection.connector)('revokeGrant', () =>
      revokeGrant(vendor, grant, { fetch: providerSettings.egress.fetch }),
    );
  } catch (error) {
    logger.warn(
      { error, connectionId: connection.id },
      'the vendor was not notified of a revoked connection',
    );
    return false;
  }
}

const timeoutMs = 10_000;

/**
 * Ends the channels of a revoked connection at its vendor, as far as that succeeds within ten seconds. Those that stay are unknown here:
 * their notifications have no effect, and most end by themselves.
 */
async function endChannels(
  context: GatewayContext,
  { connection, previous, channels }: RevokedConnection,
): Promise<void> {
  const { connector, id: connectionId } = connection;
  if (!previous || channels.length === 0) return;
  const api = connectorPush[connector]?.openChannels?.({
    fetch: context.providerSettings.egress.fetch,
    accessToken: async () => previous.tokens.accessToken,
    endpoints: context.connectorEndpoints[connector] ?? {},
    markup: { toMarkdown: () => Promise.reject(new Error('Items are read by connector-sync alone')) },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const observe = observeVendor(context, connector);
  for (const channel of channels) {
    try {
      await observe('endChannel', async () => api?.remove(channel, signal));
    } catch (error) {
      context.logger.warn({ error, connectionId }, 'a channel of a revoked connection was not ended');
      if (signal.aborted) return;
    }
  }
}

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

import { vendorOf } from '@docfleet/connectors';
import type { RevokedConnection } from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { clientOf, revokeGrant } from '@docfleet/oauth';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './observe-vendor.ts';

/**
 * Ends the grant of a revoked connection at its vendor; returns false when the vendor could not be reached. Nothing waits for it: the tokens are
 * gone here, and the user can end the grant in the vendor's settings.
 */
export async function notifyVendor(
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

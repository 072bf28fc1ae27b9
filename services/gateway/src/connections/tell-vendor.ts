import type { RevokedConnection } from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { clientOf, revokeGrant, vendorOf } from '@docfleet/oauth';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './observe-vendor.ts';

/**
 * Ends the grant of a revoked connection at its vendor; false when nobody could be told. Nothing waits for it: the tokens are
 * gone here, and the user can end the grant in the vendor's settings.
 */
export async function tellVendor(
  context: GatewayContext,
  { connection, former }: RevokedConnection,
): Promise<boolean> {
  if (!former) return false;
  const { database, vault, providerSettings, oauthOverrides, logger } = context;
  const vendor = vendorOf(connection.connector, oauthOverrides);
  try {
    const settings = await readNamespaceSettings(database, vault, connection.namespaceId);
    const client = settings && clientOf(settings.configs, vendor);
    if (client?.clientId !== former.clientId || !vendor.revocation) return false;
    const grant = { client, tokens: former.tokens };
    return await observeVendor(context, connection.connector)('revokeGrant', () =>
      revokeGrant(vendor, grant, { fetch: providerSettings.egress.fetch }),
    );
  } catch (error) {
    logger.warn({ error, connectionId: connection.id }, 'the vendor was not told of a revoked connection');
    return false;
  }
}

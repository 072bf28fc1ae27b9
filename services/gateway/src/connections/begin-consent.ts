import { vendorOf } from '@docfleet/connectors';
import { beginAuthorization } from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { invalidField } from '@docfleet/errors/issues';
import { authorizationUrl, clientOf, createCodeVerifier, type OAuthClient, vendorFor } from '@docfleet/oauth';
import type { GatewayContext } from '../http/context.ts';

/** The one address that all vendors send users back to: what is registered with each OAuth client. */
export const callbackPath = '/v1/connections/callback';

/** The namespace's own client at a connector's vendor; throws INVALID_REQUEST when there is none. */
export async function requireClient(
  { database, vault, oauthOverrides }: Pick<GatewayContext, 'database' | 'vault' | 'oauthOverrides'>,
  namespaceId: string,
  connector: string,
): Promise<OAuthClient> {
  const vendor = vendorOf(connector, oauthOverrides);
  const settings = await readNamespaceSettings(database, vault, namespaceId);
  const client = settings && clientOf(settings.configs, vendor);
  if (!client)
    throw invalidField('INVALID_REQUEST', 'connector', `needs ${vendor.config} to be set in the namespace`);
  return client;
}

interface Beginning {
  readonly connection: { readonly id: string; readonly connector: string };
  readonly client: OAuthClient;
  /** Where callers reach the gateway. */
  readonly origin: string;
}

/** Returns the address where a user consents; valid once, for half an hour. */
export async function beginConsent(
  { database, vault, oauthOverrides }: GatewayContext,
  { connection, client, origin }: Beginning,
): Promise<string> {
  const vendor = vendorFor(vendorOf(connection.connector, oauthOverrides), client);
  const { clientId } = client;
  const redirectUri = `${origin}${callbackPath}`;
  const codeVerifier = createCodeVerifier(vendor);
  const planned = { connectionId: connection.id, clientId, redirectUri, codeVerifier };
  const state = await beginAuthorization(database, vault, planned);
  return authorizationUrl(vendor, { clientId, redirectUri, state, codeVerifier });
}

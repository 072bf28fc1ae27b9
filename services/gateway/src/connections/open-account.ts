import { type Connector, createTokenRequests, openConnector } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { createAccessTokens } from '@docfleet/pipeline/access-tokens';
import type { GatewayContext } from '../http/context.ts';

/** Opens a connection's account to list a little of it during a request; only connector-sync reads items. */
export function openAccount(
  context: GatewayContext,
  { id, connector, siteId, settings }: Connection,
): Connector {
  const { database, vault, metrics, oauthOverrides: overrides, connectorEndpoints } = context;
  const { fetch } = context.providerSettings.egress;
  const tokens = createAccessTokens({
    database,
    vault,
    fetch,
    overrides,
    onRenewal: metrics.tokenRenewed,
    requestToken: createTokenRequests(fetch, connectorEndpoints ?? {}),
  });
  return openConnector(connector, {
    fetch,
    accessToken: tokens.of(id),
    endpoints: connectorEndpoints?.[connector] ?? {},
    settings,
    // A site is chosen by a sync, and not by a look.
    site: { id: siteId, choose: async () => undefined },
    markup: { toMarkdown: () => Promise.reject(new Error('Items are read by connector-sync alone')) },
  });
}

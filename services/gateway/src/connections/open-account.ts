import { type Connector, createTokenRequests, openConnector } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { AppError, adviceFor } from '@docfleet/errors';
import { createAccessTokens } from '@docfleet/pipeline/access-tokens';
import { observeCall } from '@docfleet/pipeline/providers';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';

/** Problem at a vendor: our message, the vendor's own words as `reason`, and advice where there is any. */
export interface VendorProblem {
  readonly message: string;
  readonly reason: string | null;
  readonly advice: string | null;
}

export const vendorProblem = z.object({
  message: z.string().meta({ examples: ['Box refuses the OAuth client of the namespace'] }),
  reason: z
    .string()
    .nullable()
    .describe("The vendor's own words")
    .meta({ examples: ['invalid_client: The client credentials are invalid'] }),
  advice: z.string().nullable().describe('Remedy, where one is known'),
});

/** Returns an error of the vendor as a problem; rethrows any other error, which is a fault of the gateway or of the request. */
export function problemOf(cause: unknown): VendorProblem {
  const error = AppError.from(cause);
  const isOfVendor =
    /^(CONNECTION_UNAUTHORIZED|PROVIDER_|ITEM_|ADDRESS_FORBIDDEN|INVALID_INGEST_CONFIG|LISTING_ENDLESS)/.test(
      error.code,
    );
  if (!isOfVendor) throw cause;
  const reason = error.details.reason ?? null;
  return { message: error.message, reason, advice: adviceFor(error.code) ?? null };
}

/** Names of the operations that the gateway itself requests from vendors. */
type VendorOperation =
  | 'checkSettings'
  | 'endChannel'
  | 'exchangeCode'
  | 'findPicker'
  | 'listChoices'
  | 'narrowToken'
  | 'revokeGrant';

/** Runs a call to a vendor within a trace span and counts its outcome in the metrics. */
export type ObserveVendor = <Result>(
  operation: VendorOperation,
  call: () => Promise<Result>,
) => Promise<Result>;

/** Returns a function that traces and counts calls to a connector's vendor under the metrics of all providers. */
export function observeVendor(
  { providerSettings: { onCall } }: Pick<GatewayContext, 'providerSettings'>,
  vendor: string,
): ObserveVendor {
  return (operation, call) =>
    onCall ? observeCall({ port: 'connector', vendor, operation }, onCall, call) : call();
}

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

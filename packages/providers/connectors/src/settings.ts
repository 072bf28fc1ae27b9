import { jsonTable, notificationConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import { connectorNames, signInMethodOf } from './registry.ts';
import type { IssuedToken } from './sign-in.ts';

const address = z.url({ protocol: /^https?$/ });

/** Other addresses of vendors, by the names that their connectors use. */
const endpoints = z.partialRecord(z.enum(connectorNames), z.record(z.string(), address));
export type ConnectorEndpoints = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Settings of services that send requests to the vendors of connectors. */
export const connectorSettings = {
  ...notificationConfig,
  CONNECTOR_ENDPOINTS: jsonTable(endpoints).describe(
    'Other addresses of the connectors’ APIs, as JSON: {"BOX":{"api":"https://…"},"DROPBOX":{"api":"…","content":"…"}}',
  ),
};

/** A vendor that does not issue a token in this time is tried again later. */
const tokenTimeoutMs = 15_000;

interface Entered {
  readonly connector: string;
  readonly settings: unknown;
  readonly secret: string;
}

/** Returns a function that requests a token for the entered settings; it returns undefined where the entered secret is the token. */
export function createTokenRequests(
  fetch: typeof globalThis.fetch,
  addresses: ConnectorEndpoints,
): (entered: Entered) => Promise<IssuedToken> | undefined {
  return ({ connector, settings, secret }) =>
    signInMethodOf(connector, settings)?.requestToken?.(settings, secret, {
      fetch,
      signal: AbortSignal.timeout(tokenTimeoutMs),
      endpoints: addresses[connector] ?? {},
    });
}

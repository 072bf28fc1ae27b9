import { createHash } from 'node:crypto';
import type { PageResponse } from '@docfleet/api/route';
import { vendorOf } from '@docfleet/connectors';
import { beginAuthorization, type Connection } from '@docfleet/domain/connection';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { hasCredentials } from '@docfleet/egress';
import { invalidField } from '@docfleet/errors/issues';
import { authorizationUrl, clientOf, createCodeVerifier, type OAuthClient, vendorFor } from '@docfleet/oauth';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { escapeHtml } from '../http/html-page.ts';

const maxUrlLength = 2_048;
/** Hosts for which `http:` is allowed: applications under development run there, and their traffic stays on the machine. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

export const clientRedirectUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .max(maxUrlLength)
  .refine((text) => !hasCredentials(text), { error: 'must not contain a user name or password' })
  .describe(
    'Address to which the user is sent after authorizing, with connectionId and status appended; unset: a page of docfleet shows the outcome',
  )
  .meta({ examples: ['https://app.example.com/connected'] });

const isHostOf =
  ({ host, hostname }: URL) =>
  (allowed: string) =>
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : allowed === host || allowed === hostname;

/** Returns the reason why users may not be redirected to an address; undefined when they may. */
function problemOf(text: string, hosts: readonly string[]): string | undefined {
  const url = new URL(text);
  if (url.protocol === 'http:' && !ownMachine.includes(url.hostname))
    return 'must begin with https://, unless it is on localhost';
  if (hosts.length > 0 && !hosts.some(isHostOf(url)))
    return `must be on one of the hosts that the operator allows: ${hosts.join(', ')}`;
  return undefined;
}

/** Checks an address for redirects; throws INVALID_REQUEST when users may not be sent to it. */
export function checkRedirectUrl(
  text: string | null | undefined,
  { connectionRedirectHosts }: Pick<GatewayContext, 'connectionRedirectHosts'>,
): void {
  const problem = text ? problemOf(text, connectionRedirectHosts) : undefined;
  if (problem) throw invalidField('INVALID_REQUEST', 'clientRedirectUrl', problem);
}

/**
 * Returns the address that a user is redirected to, with `connectionId` and `status`; undefined without one, or when the operator no longer
 * allows its host.
 */
export function redirectTarget(
  { id, status, clientRedirectUrl: text }: Connection,
  { connectionRedirectHosts }: Pick<GatewayContext, 'connectionRedirectHosts'>,
): string | undefined {
  if (text === null || problemOf(text, connectionRedirectHosts)) return undefined;
  const url = new URL(text);
  url.searchParams.set('connectionId', id);
  url.searchParams.set('status', status);
  return url.href;
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: 100%; max-width: 32rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.75rem; }
p { margin: 0; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Content-Security-Policy of the page: its own style alone, no script, form, frame or external resource. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the page for a user whom a vendor redirected back: a headline and a sentence that says what to do. It needs no script. */
export function outcomePage(status: 200 | 410, headline: string, sentence: string): PageResponse {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(headline)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(headline)}</h1>
<p>${escapeHtml(sentence)}</p>
</main>
</body>
</html>
`;
  return { page, policy, status, referrer: 'no-referrer' };
}

/** Path that every vendor redirects users to after a consent; each OAuth client registers it as its redirect URI. */
export const callbackPath = '/v1/connections/callback';

/** Returns the namespace's OAuth client at the connector's vendor; throws INVALID_REQUEST when it has none. */
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
  /** Origin of the gateway as its callers address it, such as `https://api.example.com`. */
  readonly origin: string;
}

/** Returns the address of the vendor's consent page. It works once, within half an hour. */
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

import type { OAuthClient } from './client.ts';
import { refreshTokens } from './grants.ts';
import { callEndpoint, type EndpointContext } from './token-endpoint.ts';
import { type OAuthTokens, readTokens } from './token-response.ts';
import type { OAuthVendor } from './vendor.ts';

/** Another token of a connection's grant, to be handed to a browser: it may do less, or is for another of the vendor's hosts. */
export interface NarrowTokenOrder {
  readonly client: OAuthClient;
  readonly tokens: OAuthTokens;
  readonly scopes: readonly string[];
}

/** RFC 8693: an access token that may do no more than `scopes` say, for one that may. It cannot be refreshed. */
export async function exchangeToken(
  vendor: OAuthVendor,
  { client, tokens, scopes }: NarrowTokenOrder,
  context: EndpointContext,
): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret } = client;
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: tokens.accessToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    scope: scopes.join(' '),
    client_id,
    client_secret,
  };
  const secrets = [tokens.accessToken, client_secret];
  const request = { url: vendor.tokenUrl, body: vendor.tokenBody, fields, authorization: undefined, secrets };
  return readTokens(vendor, await callEndpoint(vendor, request, context)).tokens.accessToken;
}

/**
 * An access token for other scopes, which name their host, by the grant's refresh token. For vendors alone that let a refresh token live
 * when it was used (Microsoft does): the one that comes with the answer is dropped. Rejects with CONNECTION_UNAUTHORIZED where the
 * user, or an administrator, has not consented to them.
 */
export async function tokenForScopes(
  vendor: OAuthVendor,
  { client, tokens, scopes }: NarrowTokenOrder,
  context: EndpointContext,
): Promise<string> {
  const refreshToken = tokens.refreshToken ?? '';
  const asked = { ...vendor, scopes, refreshesWithScope: true };
  return (await refreshTokens(asked, { client, tokens, refreshToken }, context)).accessToken;
}

import { createHash, randomBytes } from 'node:crypto';
import { type OAuthClient, type OAuthVendor, vendorFor } from './client.ts';
import {
  basicAuthorization,
  callEndpoint,
  type EndpointContext,
  type GrantedTokens,
  type OAuthTokens,
  readTokens,
} from './token-endpoint.ts';

const verifierBytes = 32;

/** A new PKCE verifier (RFC 7636, 4.1); null for a vendor that knows no PKCE. */
export const createCodeVerifier = ({ usesPkce }: OAuthVendor): string | null =>
  usesPkce ? randomBytes(verifierBytes).toString('base64url') : null;

/** RFC 7636, 4.2: S256. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string | null;
}

/** Returns the address at which a user is asked for consent: RFC 6749, 4.1.1, with the vendor's own parameters. */
export function authorizationUrl(
  { authorizeUrl, authorizeParameters, scopes }: OAuthVendor,
  { clientId, redirectUri, state, codeVerifier }: AuthorizationRequest,
): string {
  const url = new URL(authorizeUrl);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...authorizeParameters,
    state,
    ...(codeVerifier !== null && {
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

interface Grant {
  readonly client: OAuthClient;
  readonly fields: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

function requestTokens(vendor: OAuthVendor, { client, fields, secrets }: Grant, context: EndpointContext) {
  const { clientId, clientSecret } = client;
  const isBasic = vendor.clientAuthentication === 'basic';
  const request = {
    url: vendorFor(vendor, client).tokenUrl,
    body: vendor.tokenBody,
    fields: isBasic ? fields : { ...fields, client_id: clientId, client_secret: clientSecret },
    authorization: isBasic ? basicAuthorization(client) : undefined,
    secrets: [...secrets, clientSecret],
  };
  return callEndpoint(vendor, request, context);
}

export interface CodeExchange {
  readonly client: OAuthClient;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string | null;
}

/** Exchanges the code of a consent for tokens: RFC 6749, 4.1.3. May be called once per code, even if it fails. */
export async function exchangeCode(
  vendor: OAuthVendor,
  { client, code, redirectUri, codeVerifier }: CodeExchange,
  context: EndpointContext,
): Promise<GrantedTokens> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier !== null && { code_verifier: codeVerifier }),
  };
  const secrets = [code, ...(codeVerifier === null ? [] : [codeVerifier])];
  return readTokens(vendor, await requestTokens(vendor, { client, fields, secrets }, context));
}

/** New tokens for a refresh token: RFC 6749, 6. A vendor that sends no other refresh token lets the one it was given live on. */
export async function refreshTokens(
  vendor: OAuthVendor,
  { client, tokens, refreshToken }: { client: OAuthClient; tokens: OAuthTokens; refreshToken: string },
  context: EndpointContext,
): Promise<OAuthTokens> {
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...(vendor.refreshesWithScope && { scope: vendor.scopes.join(' ') }),
  };
  const secrets = [refreshToken];
  const result = await requestTokens(vendor, { client, fields, secrets }, context);
  return readTokens(vendor, result, tokens).tokens;
}

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

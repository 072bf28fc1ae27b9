import { type OAuthClient, vendorFor } from './client.ts';
import { basicAuthorization, callEndpoint, type EndpointContext } from './token-endpoint.ts';
import { type GrantedTokens, type OAuthTokens, readTokens } from './token-response.ts';
import type { OAuthVendor } from './vendor.ts';

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

/** Exchanges the code of a consent for tokens: RFC 6749, 4.1.3. To be called once for a code, whatever comes of it. */
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

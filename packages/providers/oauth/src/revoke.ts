import type { OAuthClient, OAuthVendor, Revocation } from './client.ts';
import { refreshTokens } from './grants.ts';
import {
  basicAuthorization,
  callEndpoint,
  type EndpointContext,
  type EndpointRequest,
  type OAuthTokens,
} from './token-endpoint.ts';

interface Grant {
  readonly client: OAuthClient;
  readonly tokens: OAuthTokens;
}

function requestOf({ url, style }: Revocation, { client, tokens }: Grant): EndpointRequest {
  const { accessToken, refreshToken } = tokens;
  const { clientId: client_id, clientSecret: client_secret } = client;
  const token = refreshToken ?? accessToken;
  const request = { url, fields: {}, authorization: undefined, secrets: [token, accessToken, client_secret] };
  switch (style) {
    case 'basic-json':
      return {
        ...request,
        body: 'json',
        fields: { token: accessToken },
        authorization: basicAuthorization(client),
      };
    case 'form':
      return { ...request, body: 'form', fields: { token } };
    case 'client-form':
      return { ...request, body: 'form', fields: { client_id, client_secret, token } };
    case 'bearer':
      return { ...request, body: 'none', authorization: `Bearer ${accessToken}` };
  }
}

const hasExpired = ({ accessTokenExpiresAt }: OAuthTokens) =>
  accessTokenExpiresAt !== null && accessTokenExpiresAt.getTime() <= Date.now();

/** Returns the grant, with a fresh access token where the vendor revokes with nothing else and the stored one has expired. */
async function inForce(
  vendor: OAuthVendor,
  { client, tokens }: Grant,
  context: EndpointContext,
): Promise<Grant> {
  const { refreshToken } = tokens;
  if (vendor.revocation?.style !== 'bearer' || refreshToken === null || !hasExpired(tokens))
    return { client, tokens };
  return { client, tokens: await refreshTokens(vendor, { client, tokens, refreshToken }, context) };
}

/** Ends a grant at its vendor; false for one that cannot be notified. Rejects when the vendor does not confirm it. */
export async function revokeGrant(
  vendor: OAuthVendor,
  grant: Grant,
  context: EndpointContext,
): Promise<boolean> {
  const { revocation } = vendor;
  if (!revocation) return false;
  await callEndpoint(vendor, requestOf(revocation, await inForce(vendor, grant, context)), context);
  return true;
}

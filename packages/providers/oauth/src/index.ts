export { checkClient } from './check-client.ts';
export { clientOf, type OAuthClient, type OAuthVendor, vendorFor } from './client.ts';
export {
  type AuthorizationRequest,
  authorizationUrl,
  type CodeExchange,
  createCodeVerifier,
  exchangeCode,
  exchangeToken,
  type NarrowTokenOrder,
  refreshTokens,
  tokenForScopes,
} from './grants.ts';
export { revokeGrant } from './revoke.ts';
export {
  type EndpointContext,
  type GrantedTokens,
  missingScopes,
  type OAuthTokens,
} from './token-endpoint.ts';

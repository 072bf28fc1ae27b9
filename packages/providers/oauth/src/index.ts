export { type AuthorizationRequest, authorizationUrl, createCodeVerifier } from './authorization-url.ts';
export { checkClient } from './check-client.ts';
export { clientOf, type OAuthClient, vendorFor } from './client.ts';
export { type CodeExchange, exchangeCode, refreshTokens } from './grants.ts';
export { exchangeToken, type NarrowTokenOrder, tokenForScopes } from './narrow-token.ts';
export { revokeGrant } from './revoke.ts';
export type { EndpointContext } from './token-endpoint.ts';
export { type GrantedTokens, missingScopes, type OAuthTokens } from './token-response.ts';
export type { OAuthVendor } from './vendor.ts';

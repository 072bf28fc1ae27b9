export { type AccessTokens, createAccessTokens, type GetAccessToken } from './access-tokens.ts';
export { type IssuedToken, tokensOf } from './renewal.ts';

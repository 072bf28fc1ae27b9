export {
  type AccessTokens,
  createAccessTokens,
  type GetAccessToken,
  type IssuedToken,
  tokensOf,
} from './access-tokens.ts';

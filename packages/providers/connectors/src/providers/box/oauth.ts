import type { ConnectorOAuth } from '../../define-connector.ts';

// https://developer.box.com/reference/post-oauth2-token/
export const boxOAuth = {
  authorizeUrl: 'https://account.box.com/api/oauth2/authorize',
  authorizeParameters: {},
  // None: those that the application has at Box.
  scopes: [],
  usesPkce: false,
  tokenUrl: 'https://api.box.com/oauth2/token',
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: 60,
  revocation: { url: 'https://api.box.com/oauth2/revoke', style: 'client-form' },
} as const satisfies ConnectorOAuth;

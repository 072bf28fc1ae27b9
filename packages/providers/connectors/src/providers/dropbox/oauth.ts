import type { ConnectorOAuth } from '../../define-connector.ts';

// https://developers.dropbox.com/oauth-guide
export const dropboxOAuth = {
  authorizeUrl: 'https://www.dropbox.com/oauth2/authorize',
  authorizeParameters: { token_access_type: 'offline' },
  scopes: ['account_info.read', 'files.metadata.read', 'files.content.read'],
  usesPkce: true,
  tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: null,
  revocation: { url: 'https://api.dropboxapi.com/2/auth/token/revoke', style: 'bearer' },
} as const satisfies ConnectorOAuth;

import type { ConnectorOAuth } from '../../define-connector.ts';

// https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
export const confluenceOAuth = {
  authorizeUrl: 'https://auth.atlassian.com/authorize',
  authorizeParameters: { audience: 'api.atlassian.com', prompt: 'consent' },
  scopes: [
    'offline_access',
    'read:page:confluence',
    'read:space:confluence',
    'read:attachment:confluence',
    'read:hierarchical-content:confluence',
    'read:comment:confluence',
    'read:user:confluence',
  ],
  usesPkce: false,
  tokenUrl: 'https://auth.atlassian.com/oauth/token',
  tokenBody: 'json',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: 90,
  revocation: null,
} as const satisfies ConnectorOAuth;

import type { ConnectorOAuth } from '../../define-connector.ts';

// https://developers.notion.com/reference/create-a-token
export const notionOAuth = {
  authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
  authorizeParameters: { owner: 'user' },
  scopes: [],
  usesPkce: false,
  tokenUrl: 'https://api.notion.com/v1/oauth/token',
  tokenBody: 'json',
  clientAuthentication: 'basic',
  refreshesWithScope: false,
  // It may be null: the access token then lives until it is revoked.
  needsRefreshToken: false,
  refreshTokenDays: null,
  revocation: { url: 'https://api.notion.com/v1/oauth/revoke', style: 'basic-json' },
} as const satisfies ConnectorOAuth;

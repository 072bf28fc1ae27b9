import type { ConnectorOAuth } from '../../define-connector.ts';

// https://developers.google.com/identity/protocols/oauth2/web-server
export const googleDriveOAuth = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  // Without `consent` a user who consents again gets no refresh token.
  authorizeParameters: { access_type: 'offline', prompt: 'consent' },
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
  usesPkce: true,
  tokenUrl: 'https://oauth2.googleapis.com/token',
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: null,
  revocation: { url: 'https://oauth2.googleapis.com/revoke', style: 'form' },
} as const satisfies ConnectorOAuth;

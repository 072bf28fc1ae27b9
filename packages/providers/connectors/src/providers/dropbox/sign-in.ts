import { z } from 'zod';
import type { ConnectorOAuth } from '../../define-connector.ts';
import { requestToken, signInMethod } from '../../sign-in.ts';
import { dropboxTeamSetup } from './setup.ts';

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

const tokenUrl = 'https://api.dropboxapi.com/oauth2/token';
const member = z.string().regex(/^dbmid:[\w-]+$/, 'must be the ID of a member, which begins with dbmid:');

/** Stored settings of a connection with a team's token; null where a user consented. */
export const teamSettings = z.object({ member }).nullish();

/**
 * Signing in with the token of a whole team, with which an application reads as one of its members:
 * https://developers.dropbox.com/dbx-team-files-guide. A refresh token that was issued with PKCE needs no secret of the application.
 */
export const dropboxSignIns = [
  signInMethod({
    method: 'TEAM',
    label: 'Dropbox team, as one of its members',
    setup: dropboxTeamSetup,
    fields: {
      appKey: z.string().nonempty().max(256).meta({ title: 'App key' }),
      refreshToken: z
        .string()
        .nonempty()
        .max(1_024)
        .meta({ title: 'Refresh token of the team', writeOnly: true }),
      member: member
        .meta({ title: 'Member ID', examples: ['dbmid:AAFdgehTzw7WlXhZJsbGCLePe8RvQGYDr-I'] })
        .describe('Member of the team whose files and team folders are read'),
    },
    secret: 'refreshToken',
    requestToken({ appKey, refreshToken }, context) {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: appKey };
      return requestToken({ vendor: 'Dropbox', url: tokenUrl, fields, secret: refreshToken }, context);
    },
  }),
];

import type { OAuthVendor } from './vendor.ts';

const microsoftLogin = 'https://login.microsoftonline.com/common/oauth2/v2.0';

// https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow
const microsoft = {
  authorizeUrl: `${microsoftLogin}/authorize`,
  authorizeParameters: { response_mode: 'query' },
  usesPkce: true,
  tokenUrl: `${microsoftLogin}/token`,
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: true,
  needsRefreshToken: true,
  refreshTokenDays: 90,
  // Only all sessions of the user could be ended, of every application.
  revocation: null,
} as const;

/** The vendors by their connector. Connectors without one are given access by settings. */
export const oauthVendors = {
  // https://developers.notion.com/reference/create-a-token
  NOTION: {
    name: 'Notion',
    config: 'notionConfig',
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
  },
  // https://developers.google.com/identity/protocols/oauth2/web-server
  GOOGLE_DRIVE: {
    name: 'Google Drive',
    config: 'googleDriveConfig',
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
  },
  // https://developers.dropbox.com/oauth-guide
  DROPBOX: {
    name: 'Dropbox',
    config: 'dropboxConfig',
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
  },
  ONEDRIVE: {
    ...microsoft,
    name: 'OneDrive',
    config: 'onedriveConfig',
    scopes: ['offline_access', 'User.Read', 'Files.Read'],
  },
  SHAREPOINT: {
    ...microsoft,
    name: 'SharePoint',
    config: 'sharepointConfig',
    scopes: ['offline_access', 'User.Read', 'Files.Read.All', 'Sites.Read.All'],
  },
  // https://developer.box.com/reference/post-oauth2-token/
  BOX: {
    name: 'Box',
    config: 'boxConfig',
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
  },
  // https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
  CONFLUENCE: {
    name: 'Confluence',
    config: 'confluenceConfig',
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
  },
} as const satisfies Readonly<Record<string, OAuthVendor>>;

/** A connector that its users grant access to by consenting at its vendor. */
export type OAuthConnector = keyof typeof oauthVendors;
export const oauthConnectors = Object.keys(oauthVendors) as readonly OAuthConnector[];

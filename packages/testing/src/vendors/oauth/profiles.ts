/** Differences of one vendor's authorization server from RFC 6749. */
export interface OAuthProfile {
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly revokePath: string | undefined;
  /** Parameters that the consent request must have; without them the vendor refuses it. */
  readonly requiredParameters: Readonly<Record<string, string>>;
  readonly tokenBody: 'form' | 'json';
  readonly clientAuthentication: 'basic' | 'body';
  /** Whether a PKCE challenge is understood; others refuse the parameter, so that no client relies on it. */
  readonly knowsPkce: boolean;
  /** Lifetime of access tokens in seconds; undefined: the response does not include it. */
  readonly accessTokenSeconds: number | undefined;
  /** `single-use`: the old one ends. `new`: the old one lives on. `kept`: the refresh brings none. `none`: there is never one. */
  readonly refreshToken: 'single-use' | 'new' | 'kept' | 'none';
  readonly returnsScopes: boolean;
  /** Status of `invalid_grant`. */
  readonly endedGrantStatus: number;
  readonly revocation: 'basic-json' | 'form' | 'client-form' | 'bearer' | undefined;
  /** Way to obtain tokens with fewer scopes or for another host: RFC 8693, or a refresh with other scopes. */
  readonly narrowsBy?: 'exchange' | 'refresh';
}

const form = { tokenBody: 'form', clientAuthentication: 'body' } as const;

const microsoft: OAuthProfile = {
  ...form,
  authorizePath: '/common/oauth2/v2.0/authorize',
  tokenPath: '/common/oauth2/v2.0/token',
  revokePath: undefined,
  requiredParameters: { response_mode: 'query' },
  knowsPkce: true,
  accessTokenSeconds: 4_200,
  refreshToken: 'new',
  returnsScopes: true,
  endedGrantStatus: 400,
  revocation: undefined,
  narrowsBy: 'refresh',
};

/** Profiles of the vendors, from their own documentation. */
export const oauthProfiles = {
  NOTION: {
    authorizePath: '/v1/oauth/authorize',
    tokenPath: '/v1/oauth/token',
    revokePath: '/v1/oauth/revoke',
    requiredParameters: { owner: 'user' },
    tokenBody: 'json',
    clientAuthentication: 'basic',
    knowsPkce: false,
    accessTokenSeconds: undefined,
    refreshToken: 'single-use',
    returnsScopes: false,
    endedGrantStatus: 400,
    revocation: 'basic-json',
  },
  GOOGLE_DRIVE: {
    ...form,
    authorizePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    revokePath: '/revoke',
    requiredParameters: { access_type: 'offline', prompt: 'consent' },
    knowsPkce: true,
    accessTokenSeconds: 3_599,
    refreshToken: 'kept',
    returnsScopes: true,
    endedGrantStatus: 400,
    revocation: 'form',
  },
  DROPBOX: {
    ...form,
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    revokePath: '/2/auth/token/revoke',
    requiredParameters: { token_access_type: 'offline' },
    knowsPkce: true,
    accessTokenSeconds: 14_400,
    refreshToken: 'kept',
    returnsScopes: true,
    endedGrantStatus: 400,
    revocation: 'bearer',
  },
  ONEDRIVE: microsoft,
  SHAREPOINT: microsoft,
  BOX: {
    ...form,
    authorizePath: '/api/oauth2/authorize',
    tokenPath: '/oauth2/token',
    revokePath: '/oauth2/revoke',
    requiredParameters: {},
    knowsPkce: false,
    accessTokenSeconds: 3_600,
    refreshToken: 'single-use',
    returnsScopes: false,
    endedGrantStatus: 400,
    revocation: 'client-form',
    narrowsBy: 'exchange',
  },
  CONFLUENCE: {
    authorizePath: '/authorize',
    tokenPath: '/oauth/token',
    revokePath: undefined,
    requiredParameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    tokenBody: 'json',
    clientAuthentication: 'body',
    knowsPkce: false,
    accessTokenSeconds: 3_600,
    refreshToken: 'single-use',
    returnsScopes: true,
    endedGrantStatus: 403,
    revocation: undefined,
  },
} as const satisfies Record<string, OAuthProfile>;

export type OAuthProfileName = keyof typeof oauthProfiles;

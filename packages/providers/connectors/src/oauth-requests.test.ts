import {
  authorizationUrl,
  createCodeVerifier,
  exchangeCode,
  exchangeToken,
  refreshTokens,
  revokeGrant,
  vendorFor,
} from '@docfleet/oauth';
import { describe, expect, test } from '@jest/globals';
import { hasConsent, vendorOf } from './index.ts';

/** Addresses and parameters from each vendor's own description, written out: the fakes accept any address that the tests name. */
const google = { access_type: 'offline', prompt: 'consent' };
const vendors = {
  NOTION: {
    consent: ['https://api.notion.com/v1/oauth/authorize', { owner: 'user' }],
    scope: undefined,
    hasChallenge: false,
    tokens: ['https://api.notion.com/v1/oauth/token', 'application/json', 'basic'],
    revocation: 'https://api.notion.com/v1/oauth/revoke',
    needsRefreshToken: false,
  },
  GOOGLE_DRIVE: {
    consent: ['https://accounts.google.com/o/oauth2/v2/auth', google],
    scope: 'https://www.googleapis.com/auth/drive.readonly',
    hasChallenge: true,
    tokens: ['https://oauth2.googleapis.com/token', 'application/x-www-form-urlencoded', 'body'],
    revocation: 'https://oauth2.googleapis.com/revoke',
    needsRefreshToken: true,
  },
  DROPBOX: {
    consent: ['https://www.dropbox.com/oauth2/authorize', { token_access_type: 'offline' }],
    scope: 'account_info.read files.metadata.read files.content.read',
    hasChallenge: true,
    tokens: ['https://api.dropboxapi.com/oauth2/token', 'application/x-www-form-urlencoded', 'body'],
    revocation: 'https://api.dropboxapi.com/2/auth/token/revoke',
    needsRefreshToken: true,
  },
  ONEDRIVE: {
    consent: ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize', { response_mode: 'query' }],
    scope: 'offline_access User.Read Files.Read',
    hasChallenge: true,
    tokens: [
      'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      'application/x-www-form-urlencoded',
      'body',
    ],
    revocation: undefined,
    needsRefreshToken: true,
  },
  SHAREPOINT: {
    consent: ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize', { response_mode: 'query' }],
    scope: 'offline_access User.Read Files.Read.All Sites.Read.All',
    hasChallenge: true,
    tokens: [
      'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      'application/x-www-form-urlencoded',
      'body',
    ],
    revocation: undefined,
    needsRefreshToken: true,
  },
  BOX: {
    consent: ['https://account.box.com/api/oauth2/authorize', {}],
    scope: undefined,
    hasChallenge: false,
    tokens: ['https://api.box.com/oauth2/token', 'application/x-www-form-urlencoded', 'body'],
    revocation: 'https://api.box.com/oauth2/revoke',
    needsRefreshToken: true,
  },
  CONFLUENCE: {
    consent: ['https://auth.atlassian.com/authorize', { audience: 'api.atlassian.com', prompt: 'consent' }],
    scope:
      'offline_access read:page:confluence read:space:confluence read:attachment:confluence read:hierarchical-content:confluence read:comment:confluence read:user:confluence',
    hasChallenge: false,
    tokens: ['https://auth.atlassian.com/oauth/token', 'application/json', 'body'],
    revocation: undefined,
    needsRefreshToken: true,
  },
} as const;

type Name = keyof typeof vendors;
const client = { clientId: 'the id', clientSecret: 'the:secret' };
const credentials = { client_id: 'the id', client_secret: 'the:secret' };
const basic = `Basic ${Buffer.from('the%20id:the%3Asecret').toString('base64')}`;
const redirectUri = 'https://docs.example.com/cb';
const held = {
  accessToken: 'the access token',
  refreshToken: 'the refresh token',
  accessTokenExpiresAt: new Date(Date.now() + 3_600_000),
  refreshTokenExpiresAt: null,
};

type Context = Parameters<typeof revokeGrant>[2];

/** A way out that records what is sent, and grants a token to everyone. */
function recorder() {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return Response.json({ access_token: 'next' });
  };
  return { sent, context: { fetch } };
}

function bodyOf({ body, headers }: RequestInit): unknown {
  const type = new Headers(headers).get('content-type');
  if (type === null) return undefined;
  return type === 'application/json'
    ? JSON.parse(String(body))
    : Object.fromEntries(new URLSearchParams(String(body)));
}

describe.each(Object.keys(vendors) as Name[])('%s', (name) => {
  const expected = vendors[name];
  const vendor = vendorOf(name);
  const [tokenUrl, type, authentication] = expected.tokens;

  /** Returns the expected token request with these fields besides the client's. */
  const tokenRequest = (fields: object) => ({
    url: tokenUrl,
    type,
    authorization: authentication === 'basic' ? basic : null,
    fields: authentication === 'basic' ? fields : { ...fields, ...credentials },
  });
  const requestOf = ({ url, init }: { url: string; init: RequestInit }) => ({
    url,
    type: new Headers(init.headers).get('content-type'),
    authorization: new Headers(init.headers).get('authorization'),
    fields: bodyOf(init),
  });

  test('is asked for consent at its own address, for what the connector reads', () => {
    const codeVerifier = createCodeVerifier(vendor);
    const url = new URL(authorizationUrl(vendor, { ...client, redirectUri, state: 's', codeVerifier }));
    const { code_challenge: challenge, ...parameters } = Object.fromEntries(url.searchParams);
    const [address, own] = expected.consent;
    expect(url.origin + url.pathname).toBe(address);
    expect(challenge !== undefined).toBe(expected.hasChallenge);
    expect(parameters).toEqual({
      client_id: 'the id',
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 's',
      ...(expected.scope && { scope: expected.scope }),
      ...own,
      ...(expected.hasChallenge && { code_challenge_method: 'S256' }),
    });
  });

  test('is asked for tokens in its own way', async () => {
    const { sent, context } = recorder();
    const codeVerifier = createCodeVerifier(vendor);
    await exchangeCode(vendor, { client, code: 'the code', redirectUri, codeVerifier }, context);
    await refreshTokens(vendor, { client, tokens: held, refreshToken: 'the refresh token' }, context);
    const code = { grant_type: 'authorization_code', code: 'the code', redirect_uri: redirectUri };
    const refresh = { grant_type: 'refresh_token', refresh_token: 'the refresh token' };
    const isMicrosoft = name === 'ONEDRIVE' || name === 'SHAREPOINT';
    expect(sent.map(requestOf)).toEqual([
      tokenRequest({ ...code, ...(codeVerifier && { code_verifier: codeVerifier }) }),
      tokenRequest({ ...refresh, ...(isMicrosoft && { scope: expected.scope }) }),
    ]);
    for (const { init } of sent) {
      expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
      expect(new Headers(init.headers).get('accept')).toBe('application/json');
    }
  });

  test('is notified of the end of a grant at its own address, where it can be', async () => {
    const { sent, context } = recorder();
    const isNotified = await revokeGrant(vendor, { client, tokens: held }, context);
    expect({ isNotified, urls: sent.map(({ url }) => url) }).toEqual({
      isNotified: expected.revocation !== undefined,
      urls: expected.revocation ? [expected.revocation] : [],
    });
  });

  test('issues a refresh token, where a connection needs one', () => {
    expect(vendor.needsRefreshToken).toBe(expected.needsRefreshToken);
  });

  test("has an operator's addresses and scopes in place of its own", () => {
    const own = { authorizeUrl: 'https://a.example/', tokenUrl: 'https://t.example/', scopes: ['one'] };
    const revokeUrl = 'https://r.example/';
    expect(vendorOf(name, { [name]: { ...own, revokeUrl } })).toEqual({
      ...vendor,
      ...own,
      revocation: vendor.revocation && { ...vendor.revocation, url: revokeUrl },
    });
  });
});

test.each([
  ['NOTION', { token: 'the access token' }, basic],
  ['GOOGLE_DRIVE', { token: 'the refresh token' }, null],
  ['BOX', { ...credentials, token: 'the refresh token' }, null],
  ['DROPBOX', undefined, 'Bearer the access token'],
] as const)('%s ends the grant of the token that it can end it with', async (name, fields, authorization) => {
  const { sent, context } = recorder();
  await revokeGrant(vendorOf(name), { client, tokens: held }, context);
  const init = sent[0]?.init ?? {};
  expect(bodyOf(init)).toEqual(fields);
  expect(new Headers(init.headers).get('authorization')).toBe(authorization);
});

test('a grant without a refresh token is ended by its access token', async () => {
  const { sent, context } = recorder();
  await revokeGrant(vendorOf('BOX'), { client, tokens: { ...held, refreshToken: null } }, context);
  expect(sent.map(({ init }) => bodyOf(init))).toEqual([{ ...credentials, token: 'the access token' }]);
});

const ended = { accessTokenExpiresAt: new Date(0) };
const [refreshed, revoked] = ['oauth2/token', '2/auth/token/revoke'];

test.each([
  ['that is good', 'DROPBOX', {}, [revoked], 'Bearer the access token'],
  ['without an end', 'DROPBOX', { accessTokenExpiresAt: null }, [revoked], 'Bearer the access token'],
  ['that has ended', 'DROPBOX', ended, [refreshed, revoked], 'Bearer next'],
  ['that nothing renews', 'DROPBOX', { ...ended, refreshToken: null }, [revoked], 'Bearer the access token'],
  ['that its vendor does not want', 'BOX', ended, ['oauth2/revoke'], null],
] as const)(
  'a grant with an access token %s is ended at %s',
  async (_token, name, changes, paths, authorization) => {
    const { sent, context } = recorder();
    await revokeGrant(vendorOf(name), { client, tokens: { ...held, ...changes } }, context);
    expect(sent.map(({ url }) => new URL(url).pathname.slice(1))).toEqual(paths);
    expect(new Headers(sent.at(-1)?.init.headers).get('authorization')).toBe(authorization);
  },
);

test('an answer that comes in parts is read whole', async () => {
  const body = ReadableStream.from(['{"access_', 'token":"next"}'].map((part) => Buffer.from(part)));
  const order = { client, tokens: held, refreshToken: 'r' };
  const renewed = refreshTokens(vendorOf('BOX'), order, { fetch: async () => new Response(body) });
  expect((await renewed).accessToken).toBe('next');
});

const code = { client, code: 'the code', redirectUri, codeVerifier: 'the verifier' };
const narrow = { client, tokens: held, scopes: ['one'] };

test.each([
  ['a code', ['the code', 'the verifier'], (c: Context) => exchangeCode(vendorOf('BOX'), code, c)],
  [
    'a refresh token',
    ['the refresh token'],
    (c: Context) =>
      refreshTokens(vendorOf('BOX'), { client, tokens: held, refreshToken: 'the refresh token' }, c),
  ],
  ['an exchange', ['the access token'], (c: Context) => exchangeToken(vendorOf('BOX'), narrow, c)],
  [
    'a revocation',
    ['the refresh token', 'the access token'],
    (c: Context) => revokeGrant(vendorOf('BOX'), { client, tokens: held }, c),
  ],
])('what a vendor repeats of %s is in no error', async (_request, secrets, send) => {
  const sent = [...secrets, client.clientSecret];
  const said = { error: 'invalid_grant', error_description: sent.join(' and ') };
  const sending = send({ fetch: async () => Response.json(said, { status: 400 }) });
  const reason = `invalid_grant: ${sent.map(() => '[key]').join(' and ')}`;
  await expect(sending).rejects.toMatchObject({ details: { reason } });
});

test('an address of one organization replaces that of all, whatever the organization is called', () => {
  const { authorizeUrl, tokenUrl } = vendorFor(vendorOf('ONEDRIVE'), { ...client, tenantId: 'a/$&' });
  expect([authorizeUrl, tokenUrl]).toEqual([
    'https://login.microsoftonline.com/a%2F%24%26/oauth2/v2.0/authorize',
    'https://login.microsoftonline.com/a%2F%24%26/oauth2/v2.0/token',
  ]);
});

test('a challenge is the SHA-256 of its verifier, which is new each time', () => {
  // RFC 7636, appendix B.
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const url = authorizationUrl(vendorOf('DROPBOX'), { ...client, redirectUri, state: 's', codeVerifier });
  expect(new URL(url).searchParams.get('code_challenge')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  const [one, other] = [createCodeVerifier(vendorOf('DROPBOX')), createCodeVerifier(vendorOf('DROPBOX'))];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(one).not.toBe(other);
});

test('a connector without consents is none of the vendors', () => {
  expect([hasConsent('S3'), hasConsent('toString'), hasConsent('BOX')]).toEqual([false, false, true]);
  expect(() => vendorOf('S3')).toThrow('Users do not consent at S3: its settings grant access');
});

test.each([
  [65_536, true],
  [65_537, false],
])('an answer of %i bytes is read: %s', async (bytes, isRead) => {
  const start = '{"access_token":"next","rest":"';
  const text = `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  const order = { client, tokens: held, refreshToken: 'r' };
  const refreshing = refreshTokens(vendorOf('BOX'), order, { fetch: async () => new Response(text) });
  if (isRead) expect((await refreshing).accessToken).toBe('next');
  else await expect(refreshing).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

import { createEgress } from '@docfleet/egress';
import {
  authorizationUrl,
  createCodeVerifier,
  exchangeCode,
  exchangeToken,
  missingScopes,
  refreshTokens,
  revokeGrant,
  tokenForScopes,
  vendorFor,
} from '@docfleet/oauth';
import {
  type OAuthProfileName,
  type OAuthServer,
  type OAuthServerOptions,
  startOAuthServer,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { connectorNames, hasConsent, vendorOf } from './index.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const context = { fetch: egress.fetch };
afterAll(() => egress.close());

let server: OAuthServer | undefined;
afterEach(() => server?.close());

async function open(name: OAuthProfileName, options?: OAuthServerOptions) {
  const started = await startOAuthServer(name, options);
  server = started;
  const vendor = vendorOf(name, { [name]: started.endpoints });
  const { client } = started;
  const redirectUri = 'https://docs.example.com/v1/connections/callback';

  async function consent() {
    const codeVerifier = createCodeVerifier(vendor);
    const url = authorizationUrl(vendor, { ...client, redirectUri, state: 'st&te=1', codeVerifier });
    const back = new URL(await started.consent(url));
    expect(back.searchParams.get('state')).toBe('st&te=1');
    return { client, redirectUri, codeVerifier, code: back.searchParams.get('code') ?? '' };
  }
  return { vendor, client, consent, server: started };
}

test("an application of one organization signs in at that organization's address", async () => {
  const { vendor, client, server } = await open('SHAREPOINT', { tenantId: 'contoso.example' });
  const redirectUri = 'https://docs.example.com/v1/connections/callback';
  const request = { redirectUri, state: 'state', codeVerifier: null };
  const url = authorizationUrl(vendor, { ...client, ...request });
  await expect(server.consent(url)).rejects.toThrow('AADSTS50194');
  const own = { ...client, tenantId: 'contoso.example' };
  const consent = authorizationUrl(vendorFor(vendor, own), { ...own, ...request });
  const code = new URL(await server.consent(consent)).searchParams.get('code') ?? '';
  const exchange = { client: own, code, redirectUri, codeVerifier: null };
  const { tokens } = await exchangeCode(vendor, exchange, context);
  const refreshToken = tokens.refreshToken ?? '';
  const renewed = await refreshTokens(vendor, { client: own, tokens, refreshToken }, context);
  expect(server.accepts(renewed.accessToken)).toBe(true);
  await expect(
    refreshTokens(vendor, { client, tokens: renewed, refreshToken }, context),
  ).rejects.toMatchObject({ details: { reason: expect.stringContaining('AADSTS50194') } });
});

const names = connectorNames.filter(hasConsent) as OAuthProfileName[];
const revocable = names.filter((name) => vendorOf(name).revocation);

describe.each(names)('%s', (name) => {
  test('issues tokens for the code of a consent, and new ones for a refresh token', async () => {
    const { vendor, client, consent, server } = await open(name);
    const { tokens, scopes } = await exchangeCode(vendor, await consent(), context);
    expect(server.accepts(tokens.accessToken)).toBe(true);
    expect(missingScopes(vendor, scopes)).toEqual([]);
    const refreshToken = tokens.refreshToken ?? '';
    const renewed = await refreshTokens(vendor, { client, tokens, refreshToken }, context);
    expect(renewed.accessToken).not.toBe(tokens.accessToken);
    expect(server.hasRefreshToken(renewed.refreshToken ?? '')).toBe(true);
  });

  test('takes a code once', async () => {
    const { vendor, consent } = await open(name);
    const exchange = await consent();
    await exchangeCode(vendor, exchange, context);
    const again = exchangeCode(vendor, exchange, context);
    await expect(again).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
    // The vendor repeats what it was sent; the error does not.
    await expect(again).rejects.not.toHaveProperty('details.reason', expect.stringContaining(exchange.code));
  });

  test('a wrong secret is the fault of the namespace', async () => {
    const { vendor, client, consent } = await open(name);
    const exchange = { ...(await consent()), client: { ...client, clientSecret: 'wrong' } };
    await expect(exchangeCode(vendor, exchange, context)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: {
        setting: `${vendor.config}.clientSecret`,
        reason: expect.stringContaining('invalid_client'),
      },
    });
  });
});

test('Box exchanges a token for one that may do less, and that cannot be exchanged again', async () => {
  const { vendor, client, consent, server } = await open('BOX');
  const { tokens } = await exchangeCode(vendor, await consent(), context);
  const scopes = ['base_picker'];
  const accessToken = await exchangeToken(vendor, { client, tokens, scopes }, context);
  expect([server.accepts(accessToken, 'base_picker'), server.accepts(accessToken)]).toEqual([true, false]);
  const again = exchangeToken(vendor, { client, tokens: { ...tokens, accessToken }, scopes }, context);
  await expect(again).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  await expect(again).rejects.not.toHaveProperty('details.reason', expect.stringContaining(accessToken));
});

test('Microsoft issues a token for another host by a refresh token that lives on', async () => {
  const { vendor, client, consent, server } = await open('SHAREPOINT');
  const { tokens } = await exchangeCode(vendor, await consent(), context);
  const scopes = ['https://contoso.sharepoint.com/.default'];
  const accessToken = await tokenForScopes(vendor, { client, tokens, scopes }, context);
  expect([server.accepts(accessToken, scopes[0]), server.accepts(accessToken)]).toEqual([true, false]);
  expect(server.hasRefreshToken(tokens.refreshToken ?? '')).toBe(true);
});

test.each(revocable)('%s is notified that a grant has ended', async (name) => {
  const { vendor, client, consent, server } = await open(name);
  const { tokens } = await exchangeCode(vendor, await consent(), context);
  expect(await revokeGrant(vendor, { client, tokens }, context)).toBe(true);
  expect(server.accepts(tokens.accessToken)).toBe(false);
});

test('a vendor that takes only its access token to end a grant is given one that is in force', async () => {
  const { vendor, client, consent, server } = await open('DROPBOX');
  const { tokens } = await exchangeCode(vendor, await consent(), context);
  const old = { ...tokens, accessTokenExpiresAt: new Date(0) };
  await revokeGrant(vendor, { client, tokens: old }, context);
  expect(server.tokenRequests('refresh_token')).toHaveLength(1);
  expect(server.hasRefreshToken(tokens.refreshToken ?? '')).toBe(false);
});

test.each([
  [
    'an answer that asks to wait',
    'PROVIDER_RATE_LIMITED',
    { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
  ],
  ['an answer that it is not available', 'PROVIDER_UNAVAILABLE', { kind: 'status', status: 503 }],
  [
    'a redirect',
    'PROVIDER_UNAVAILABLE',
    { kind: 'status', status: 302, headers: { location: 'https://example.com/' } },
  ],
  [
    'a refusal without a code',
    'CONNECTION_UNAUTHORIZED',
    { kind: 'status', status: 403, body: 'Unknown or invalid refresh token.' },
  ],
  [
    'a refusal that the user must authorize again',
    'CONNECTION_UNAUTHORIZED',
    { kind: 'status', status: 400, body: { error: 'interaction_required' } },
  ],
  [
    'a refusal of the redirect address',
    'PROVIDER_REJECTED',
    { kind: 'status', status: 400, body: { error: 'redirect_uri_mismatch' } },
  ],
  ...[403, 404, 407].map(
    (status) =>
      [
        `a page of a proxy with ${status}`,
        'PROVIDER_UNAVAILABLE',
        { kind: 'status', status, body: '<html><title>Access denied</title></html>' },
      ] as const,
  ),
  [
    'a refusal in which the server blames itself',
    'PROVIDER_UNAVAILABLE',
    { kind: 'status', status: 400, body: { error: 'server_error' } },
  ],
  [
    'a refusal of the client',
    'PROVIDER_REJECTED',
    { kind: 'status', status: 401, body: { error: 'invalid_client' } },
  ],
  ['a page', 'PROVIDER_UNAVAILABLE', { kind: 'status', status: 200, body: '<html>' }],
  ['an empty token', 'PROVIDER_UNAVAILABLE', { kind: 'status', status: 200, body: { access_token: '' } }],
  ['an endless answer', 'PROVIDER_UNAVAILABLE', { kind: 'status', status: 200, body: 'x'.repeat(100_000) }],
  ['silence', 'PROVIDER_UNAVAILABLE', { kind: 'hang' }],
  ['an answer that stalls', 'PROVIDER_UNAVAILABLE', { kind: 'stall' }],
  ['an answer that breaks off', 'PROVIDER_UNAVAILABLE', { kind: 'cut' }],
  ['half an answer', 'PROVIDER_UNAVAILABLE', { kind: 'truncated' }],
] as const)('%s of a token endpoint is %s', async (_name, code, fault) => {
  const { vendor, consent } = await open('BOX', { fault: () => fault });
  const exchanging = exchangeCode(vendor, await consent(), { ...context, timeoutMs: 300 });
  await expect(exchanging).rejects.toMatchObject({ code });
});

test('a scope that the user unticked is named', async () => {
  const { vendor, client, server } = await open('DROPBOX');
  const redirectUri = 'https://docs.example.com/cb';
  const codeVerifier = createCodeVerifier(vendor);
  const url = authorizationUrl(vendor, { ...client, redirectUri, state: 's', codeVerifier });
  const back = new URL(await server.consent(url, { untick: 'files.content.read' }));
  const exchange = { client, redirectUri, codeVerifier, code: back.searchParams.get('code') ?? '' };
  const { scopes } = await exchangeCode(vendor, exchange, context);
  expect(missingScopes(vendor, scopes)).toEqual(['files.content.read']);
});

test('scopes are compared as Microsoft writes them, with or without the API that they are of', () => {
  const granted = ['https://graph.microsoft.com/files.read', 'User.Read', 'openid'];
  expect(missingScopes(vendorOf('ONEDRIVE'), granted)).toEqual([]);
});

test('a code is of no use without its verifier', async () => {
  const { vendor, consent } = await open('GOOGLE_DRIVE');
  const exchange = { ...(await consent()), codeVerifier: createCodeVerifier(vendor) };
  await expect(exchangeCode(vendor, exchange, context)).rejects.toMatchObject({
    code: 'CONNECTION_UNAUTHORIZED',
  });
});

test('vendors are named as users know them, and by the setting of a namespace that holds their client', () => {
  const named = names.map((connector) => {
    const { name, config } = vendorOf(connector);
    return [connector, name, config];
  });
  expect(named.toSorted()).toEqual([
    ['BOX', 'Box', 'boxConfig'],
    ['CONFLUENCE', 'Confluence', 'confluenceConfig'],
    ['DROPBOX', 'Dropbox', 'dropboxConfig'],
    ['GOOGLE_DRIVE', 'Google Drive', 'googleDriveConfig'],
    ['NOTION', 'Notion', 'notionConfig'],
    ['ONEDRIVE', 'OneDrive', 'onedriveConfig'],
    ['SHAREPOINT', 'SharePoint', 'sharepointConfig'],
  ]);
});

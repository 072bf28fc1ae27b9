import { type StubHandler, type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { connectorSettings, createTokenRequests } from './settings.ts';
import { requestToken } from './sign-in.ts';

let server: StubServer | undefined;
afterEach(() => server?.close());

const secret = 'a-secret-of-the-app';
const { signal } = new AbortController();

/** Requests a token of a vendor that answers so. */
async function request(handler: StubHandler, endpoints: Record<string, string> = {}) {
  server = await startStubServer(handler);
  const order = {
    vendor: 'Acme',
    url: `${server.url}/token`,
    fields: { a: 'b c', client_secret: secret },
    secret,
  };
  return requestToken(order, { fetch, signal, endpoints });
}

const issued = (changes: object = {}) => ({ body: { access_token: 'token', expires_in: 60, ...changes } });

test('a token is requested with a form, and ends when its vendor says', async () => {
  const before = Date.now();
  const { accessToken, accessTokenExpiresAt } = await request(() => issued({ expires_in: '60' }));
  expect(accessToken).toBe('token');
  expect(accessTokenExpiresAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  expect(accessTokenExpiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(server?.requests).toMatchObject([
    {
      method: 'POST',
      path: '/token',
      body: `a=b+c&client_secret=${secret}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    },
  ]);
  expect(server?.requests[0]?.headers).not.toHaveProperty('authorization');
});

test("the operator's stand-in is asked in place of the vendor", async () => {
  const other = await startStubServer(() => issued());
  await request(() => ({ status: 500 }), { token: other.url });
  expect([server?.requests.length, other.requests.length]).toEqual([0, 1]);
  await other.close();
});

test.each([
  [302, 'PROVIDER_UNAVAILABLE'],
  [399, 'PROVIDER_UNAVAILABLE'],
  [400, 'CONNECTION_UNAUTHORIZED'],
  [401, 'CONNECTION_UNAUTHORIZED'],
  [403, 'CONNECTION_UNAUTHORIZED'],
  [408, 'PROVIDER_UNAVAILABLE'],
  [425, 'PROVIDER_UNAVAILABLE'],
  [429, 'PROVIDER_RATE_LIMITED'],
  [499, 'CONNECTION_UNAUTHORIZED'],
  [500, 'PROVIDER_UNAVAILABLE'],
  [503, 'PROVIDER_UNAVAILABLE'],
])('a token endpoint that answers with %i says %s', async (status, code) => {
  const asking = request(() => ({ status, headers: { location: '/elsewhere' } }));
  await expect(asking).rejects.toMatchObject({ code, details: { status } });
  expect(server?.requests).toHaveLength(1);
});

test.each([
  [
    'with its description',
    { error: 'invalid_grant', error_description: `Not ${secret}` },
    'invalid_grant: Not [key]',
  ],
  ['alone', { error: 'invalid_grant' }, 'invalid_grant'],
  ['and no description', { error: 'invalid_grant', error_description: null }, 'invalid_grant'],
  ['in another form', { message: 'No' }, '{"message":"No"}'],
])('a refusal says its error %s', async (_name, body, reason) => {
  await expect(request(() => ({ status: 400, body }))).rejects.toMatchObject({
    message: 'Acme no longer accepts what was entered for this connection: enter it again',
    details: { reason },
  });
});

test.each([
  ['an empty token', { access_token: '' }],
  ['no token', { access_token: undefined }],
  ['a token that has ended', { expires_in: 0 }],
  ['a token without an end', { expires_in: undefined }],
])('%s is no answer', async (_name, changes) => {
  await expect(request(() => issued(changes))).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

const { CONNECTOR_ENDPOINTS } = connectorSettings;

test.each([
  ['nothing', undefined, {}],
  ['one connector', '{"BOX":{"api":"http://localhost:1"}}', { BOX: { api: 'http://localhost:1' } }],
  ['what is no JSON', '{', undefined],
  ['an unknown connector', '{"ACME":{"api":"https://a.example"}}', undefined],
  ['an address of another kind', '{"BOX":{"api":"ftp://a.example"}}', undefined],
  ['what is no address', '{"BOX":{"api":"xhttps"}}', undefined],
])("a setting of %s for vendors' addresses is read or refused", (_name, text, read) => {
  expect(CONNECTOR_ENDPOINTS.safeParse(text).data).toEqual(read);
});

test('what is entered as the token itself requests none', () => {
  const order = { settings: { method: 'TOKEN' }, secret };
  expect(createTokenRequests(fetch, {})({ connector: 'NOTION', ...order })).toBeUndefined();
  expect(createTokenRequests(fetch, {})({ connector: 'DROPBOX', ...order })).toBeUndefined();
});

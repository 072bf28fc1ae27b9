import { generateKeyPairSync } from 'node:crypto';
import { createEgress } from '@docfleet/egress';
import { startStubServer, startTokenIssuer, type TokenIssuer } from '@docfleet/testing';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createTokenRequests, signInMethodOf, signInMethodsOf } from './index.ts';
import { connectorNames } from './registry.ts';

const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let issuer: TokenIssuer | undefined;
afterEach(() => issuer?.close());
afterAll(() => egress.close());

const vendors = [
  ['BOX', 'BOX', {}],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', {}],
  ['SHAREPOINT', 'MICROSOFT', { sites: [] }],
  ['ONEDRIVE', 'MICROSOFT', { user: 'ada@contoso.com' }],
  ['SHAREPOINT', 'MICROSOFT_CERTIFICATE', { sites: [] }],
  ['ONEDRIVE', 'MICROSOFT_CERTIFICATE', { user: 'ada@contoso.com' }],
] as const;

async function open(
  connector: (typeof vendors)[number][0],
  kind: (typeof vendors)[number][1],
  extent: object = {},
) {
  const started = await startTokenIssuer(kind);
  issuer = started;
  const entered: Record<string, unknown> = { ...started.settings, ...extent };
  const field = signInMethodOf(connector, entered)?.secret ?? '';
  const { [field]: secret, ...settings } = entered;
  const endpoints = {
    [connector]: kind.startsWith('MICROSOFT') ? { login: started.url } : { token: started.url },
  };
  const request = createTokenRequests(egress.fetch, endpoints);
  return {
    issuer: started,
    secret: String(secret),
    request: (changes: { readonly settings?: object; readonly secret?: string } = {}) =>
      request({
        connector,
        settings: { ...settings, ...changes.settings },
        secret: changes.secret ?? String(secret),
      }),
  };
}

test.each(vendors)(
  '%s issues a token for what was entered, once for each request',
  async (connector, kind, extent) => {
    const { issuer: started, request } = await open(connector, kind, extent);
    const [first, second] = [await request(), await request()];
    expect([started.accepts(first?.accessToken ?? ''), started.accepts(second?.accessToken ?? '')]).toEqual([
      true,
      true,
    ]);
    const left = (first?.accessTokenExpiresAt.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_599_000);
  },
);

test.each([
  ['BOX', 'BOX', 45],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', 3_600],
  ['SHAREPOINT', 'MICROSOFT_CERTIFICATE', 300],
] as const)('what %s is shown as %s is good for %i seconds', async (connector, kind, seconds) => {
  const { issuer: started, request } = await open(connector, kind);
  const before = Math.floor(Date.now() / 1_000);
  await request();
  const form = new URLSearchParams(started.requests[0]?.body);
  const assertion = form.get('assertion') ?? form.get('client_assertion') ?? '';
  const [, claims = ''] = assertion.split('.');
  const { iat, exp, nbf = iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect([exp - iat, nbf]).toEqual([seconds, iat]);
  expect(iat).toBeGreaterThanOrEqual(before);
  expect(iat).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
});

test.each([
  ['BOX', 'BOX', 'JWT signature verification failed', 'Box'],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', 'Invalid JWT Signature', 'Google'],
  ['SHAREPOINT', 'MICROSOFT', 'AADSTS7000215', 'Microsoft'],
  ['SHAREPOINT', 'MICROSOFT_CERTIFICATE', 'AADSTS700027', 'Microsoft'],
] as const)(
  '%s refuses a key that was removed, in its own words and without the secret',
  async (connector, kind, words, name) => {
    const { issuer: started, request, secret } = await open(connector, kind);
    started.removeKey();
    const error = await request()?.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'CONNECTION_UNAUTHORIZED',
      message: `${name} no longer accepts what was entered for this connection: enter it again`,
      details: { reason: expect.stringContaining(words) },
    });
    expect(JSON.stringify(error)).not.toContain(secret);
  },
);

test.each([
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', { subject: 'unknown@example.com' }, 'Invalid email or User ID'],
  ['BOX', 'BOX', { userId: '999' }, "check the 'sub' claim"],
  ['SHAREPOINT', 'MICROSOFT', { tenantId: 'elsewhere' }, 'AADSTS90002'],
] as const)('%s refuses %p', async (connector, kind, settings, words) => {
  const { request } = await open(connector, kind);
  await expect(request({ settings })).rejects.toMatchObject({
    details: { reason: expect.stringContaining(words) },
  });
});

test('an app of Box with a key reads as the user that was entered', async () => {
  const { issuer: started, request } = await open('BOX', 'BOX');
  const issued = await request({ settings: { userId: '11446498' } });
  expect(started.accepts(issued?.accessToken ?? '')).toBe(true);
});

test('a client secret of Box is enough for an app without a key', async () => {
  const { issuer: started, request } = await open('BOX', 'BOX');
  const settings = { method: 'CLIENT_CREDENTIALS', clientId: 'box-app', enterpriseId: '123456' };
  const issued = await request({ settings, secret: 'box-secret' });
  expect(started.accepts(issued?.accessToken ?? '')).toBe(true);
  await expect(request({ settings, secret: 'wrong' })).rejects.toMatchObject({
    message: expect.stringMatching(/^Box /),
    details: { reason: expect.stringContaining('invalid_client') },
  });
});

test.each([
  ['BOX', { method: 'CLIENT_CREDENTIALS', clientId: 'a', enterpriseId: '1' }],
  ['SHAREPOINT', { method: 'APP', tenantId: 'contoso.com', clientId: 'a', sites: [] }],
] as const)('a secret that %s repeats in its refusal is not in the error', async (connector, settings) => {
  const stub = await startStubServer(({ body }) => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: 'invalid_client', error_description: `It was ${body}` }),
  }));
  const endpoints = { [connector]: { token: stub.url, login: stub.url } };
  const secret = 'a-secret-of-the-app';
  const request = createTokenRequests(egress.fetch, endpoints)({ connector, settings, secret });
  const error = await request?.catch((thrown: unknown) => thrown);
  await stub.close();
  expect(error).toMatchObject({ details: { reason: expect.stringContaining('client_secret=[key]') } });
  expect(JSON.stringify(error)).not.toContain(secret);
});

test('a refusal that is no JSON is shown as it is', async () => {
  const stub = await startStubServer(() => ({ status: 400, body: 'Not here' }));
  const settings = { method: 'APP', tenantId: 'contoso.com', clientId: 'a', sites: [] };
  const request = createTokenRequests(egress.fetch, { SHAREPOINT: { login: stub.url } });
  const issued = request({ connector: 'SHAREPOINT', settings, secret: 's' })?.finally(() => stub.close());
  await expect(issued).rejects.toMatchObject({ details: { reason: 'Not here' } });
});

test('a vendor that is down is no refusal of what was entered', async () => {
  const { issuer: started, request } = await open('BOX', 'BOX');
  await started.close();
  await expect(request()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
});

test('a method has a schema that its name selects, and a secret of that schema', () => {
  for (const connector of connectorNames)
    for (const method of signInMethodsOf(connector)) {
      expect(signInMethodOf(connector, { method: method.method })).toBe(method);
      expect(Object.keys(method.schema.shape)).toContain(method.secret);
      expect(method.schema.shape['method']?.safeParse('ANOTHER').success).toBe(false);
      expect(method.label).toMatch(/^[A-Z]/);
    }
  expect(signInMethodOf('BOX', { method: 'ANOTHER' })).toBeUndefined();
});

test.each([
  ['GOOGLE_DRIVE', '{}'],
  ['GOOGLE_DRIVE', 'no JSON'],
  [
    'GOOGLE_DRIVE',
    JSON.stringify({ type: 'service_account', client_email: 'a', private_key_id: 'b', private_key: 'c' }),
  ],
  [
    'GOOGLE_DRIVE',
    JSON.stringify({ type: 'authorized_user', client_email: 'a', private_key_id: 'b', private_key: rsaKey }),
  ],
  ['BOX', JSON.stringify({ boxAppSettings: { clientID: 'a' } })],
] as const)('a key of %s that is none is refused before anything is requested', (connector, key) => {
  const read = signInMethodOf(connector, {})?.schema.safeParse({ key });
  expect(read?.error?.issues).toMatchObject([{ path: ['key'], message: expect.stringContaining('JSON') }]);
});

test.each([
  ['https://contoso.sharepoint.com/sites/hr', true],
  ['http://contoso.sharepoint.com/sites/hr', false],
  ['contoso.sharepoint.com,1,2', true],
  ['contoso.sharepoint.com,1', false],
  ['contoso.sharepoint.com/sites,1,2', false],
])('a site of SharePoint is named by its address or id: %s is %p', (site, isAccepted) => {
  const settings = {
    method: 'APP',
    tenantId: 'contoso.com',
    clientId: 'a',
    clientSecret: 'b',
    sites: [site],
  };
  expect(signInMethodOf('SHAREPOINT', settings)?.schema.safeParse(settings).success).toBe(isAccepted);
});

test.each([
  ['SHAREPOINT', { sites: Array(501).fill('host,1,2') }],
  ['SHAREPOINT', { tenantId: 'contoso.com/..' }],
  ['SHAREPOINT', { clientId: '' }],
  ['SHAREPOINT', { clientSecret: '' }],
  ['SHAREPOINT', { method: 'OTHER' }],
  ['ONEDRIVE', { user: '' }],
  ['ONEDRIVE', { user: undefined }],
  ['BOX', { userId: 'ada' }],
  ['BOX', { enterpriseId: 'x' }],
  ['GOOGLE_DRIVE', { subject: 'ada' }],
] as const)('%s refuses %j before anything is requested', (connector, wrong) => {
  const valid = {
    SHAREPOINT: { tenantId: 'contoso.com', clientId: 'a', clientSecret: 'b' },
    ONEDRIVE: { tenantId: 'contoso.com', clientId: 'a', clientSecret: 'b', user: 'ada@contoso.com' },
    BOX: { method: 'CLIENT_CREDENTIALS', clientId: 'a', clientSecret: 'b', enterpriseId: '1' },
    GOOGLE_DRIVE: {
      key: JSON.stringify({
        type: 'service_account',
        client_email: 'a',
        private_key_id: 'b',
        private_key: rsaKey,
      }),
    },
  }[connector];
  const schema = signInMethodOf(connector, valid)?.schema;
  expect(schema?.safeParse(valid).success).toBe(true);
  expect(schema?.safeParse({ ...valid, ...wrong }).success).toBe(false);
});

const application = { tenantId: 'contoso.com', clientId: 'a', clientSecret: 'b' };
test.each([
  ['BOX', 'clientId', 256, { method: 'CLIENT_CREDENTIALS', clientSecret: 'b', enterpriseId: '1' }],
  ['BOX', 'clientSecret', 1_024, { method: 'CLIENT_CREDENTIALS', clientId: 'a', enterpriseId: '1' }],
  ['SHAREPOINT', 'tenantId', 256, application],
  ['SHAREPOINT', 'clientId', 256, application],
  ['SHAREPOINT', 'clientSecret', 1_024, application],
  ['ONEDRIVE', 'user', 320, application],
  ['NOTION', 'token', 512, {}],
] as const)('%s takes a %s of one to %i characters', (connector, field, longest, others) => {
  const accepts = (length: number) =>
    signInMethodOf(connector, others)?.schema.safeParse({ ...others, [field]: 'x'.repeat(length) }).success;
  expect([0, 1, longest, longest + 1].map(accepts)).toEqual([false, true, true, false]);
});

test.each([
  ['BOX', 'BOX', {}],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', {}],
  ['SHAREPOINT', 'MICROSOFT_CERTIFICATE', {}],
] as const)(
  '%s takes a key of 20,000 characters and none that is longer',
  async (connector, kind, extent) => {
    const { settings, close } = await startTokenIssuer(kind);
    await close();
    const schema = signInMethodOf(connector, settings)?.schema;
    const accepts = (length: number) =>
      schema?.safeParse({ ...settings, ...extent, key: String(settings['key']).padEnd(length) }).success;
    expect([20_000, 20_001].map(accepts)).toEqual([true, false]);
  },
);

test('at most 500 sites are named, by addresses of at most 1,024 characters', () => {
  const accepts = (sites: readonly string[]) =>
    signInMethodOf('SHAREPOINT', application)?.schema.safeParse({ ...application, sites }).success;
  const address = 'https://contoso.sharepoint.com/sites/';
  expect([500, 501].map((count) => accepts(Array(count).fill('host,1,2')))).toEqual([true, false]);
  expect([1_024, 1_025].map((length) => accepts([address.padEnd(length, 'x')]))).toEqual([true, false]);
});

test('a certificate is accepted with the key that belongs to it, and with no other', async () => {
  const [one, other] = [
    await startTokenIssuer('MICROSOFT_CERTIFICATE'),
    await startTokenIssuer('MICROSOFT_CERTIFICATE'),
  ];
  await Promise.all([one.close(), other.close()]);
  const settings = { ...one.settings, user: 'ada@contoso.com' };
  const { schema } = signInMethodOf('ONEDRIVE', settings)!;
  const [certificate = '', ofOther = ''] = [one, other].map(({ settings: { key } }) => String(key));
  const end = '-----END CERTIFICATE-----';
  const mixed = certificate.slice(0, certificate.indexOf(end)) + ofOther.slice(ofOther.indexOf(end));
  const accepts = (key: string) => schema.safeParse({ ...settings, key }).success;
  expect([certificate, mixed, certificate.split(end)[1] ?? '', 'neither'].map(accepts)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  // A field of one line, as that of the console, takes the line breaks out of what is pasted.
  expect(accepts(certificate.replace(/\n/g, ''))).toBe(true);
});

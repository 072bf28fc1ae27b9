import { createEgress } from '@docfleet/egress';
import { startTokenIssuer, type TokenIssuer } from '@docfleet/testing';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createTokenRequests, signInMethodOf, signInMethodsOf } from './index.ts';
import { connectorNames } from './registry.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let issuer: TokenIssuer | undefined;
afterEach(() => issuer?.close());
afterAll(() => egress.close());

const vendors = [
  ['BOX', 'BOX', {}],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', {}],
  ['SHAREPOINT', 'MICROSOFT', { sites: [] }],
  ['ONEDRIVE', 'MICROSOFT', { user: 'ada@contoso.com' }],
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
  const endpoints = { [connector]: kind === 'MICROSOFT' ? { login: started.url } : { token: started.url } };
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
  ['BOX', 'BOX', 'JWT signature verification failed'],
  ['GOOGLE_DRIVE', 'GOOGLE_DRIVE', 'Invalid JWT Signature'],
  ['SHAREPOINT', 'MICROSOFT', 'AADSTS7000215'],
] as const)(
  '%s refuses a key that was removed, in its own words and without the secret',
  async (connector, kind, words) => {
    const { issuer: started, request, secret } = await open(connector, kind);
    started.removeKey();
    const error = await request()?.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'CONNECTION_UNAUTHORIZED',
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

test('a client secret of Box is enough for an app without a key', async () => {
  const { issuer: started, request } = await open('BOX', 'BOX');
  const settings = { method: 'CLIENT_CREDENTIALS', clientId: 'box-app', enterpriseId: '123456' };
  const issued = await request({ settings, secret: 'box-secret' });
  expect(started.accepts(issued?.accessToken ?? '')).toBe(true);
  await expect(request({ settings, secret: 'wrong' })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('invalid_client') },
  });
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
  ['BOX', JSON.stringify({ boxAppSettings: { clientID: 'a' } })],
] as const)('a key of %s that is none is refused before anything is requested', (connector, key) => {
  const read = signInMethodOf(connector, {})?.schema.safeParse({ key });
  expect(read?.error?.issues).toMatchObject([{ path: ['key'], message: expect.stringContaining('JSON') }]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createApiKey } from '@docfleet/domain/api-key';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { createSignInLink } from './sign-in-code.ts';

let gateway: TestGateway;
let consoleFolder: string;

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'docfleet-console-'));
  await mkdir(join(consoleFolder, 'assets'));
  await writeFile(join(consoleFolder, 'index.html'), '<title>the console</title>');
  await writeFile(join(consoleFolder, 'assets/index-abc.js'), 'export {}');
  await writeFile(join(consoleFolder, 'assets/large-abc.js'), 'export {};');
  await writeFile(join(consoleFolder, 'assets/large-abc.js.gz'), gzipSync('export {};'));
  gateway = await startTestGateway({ consoleFolder });
});
afterAll(async () => {
  await gateway.close();
  await rm(consoleFolder, { recursive: true });
});

const ownPage = { 'x-docfleet-console': '1', 'sec-fetch-site': 'same-origin' };

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function send(path: string, { method = 'GET', headers = ownPage, body }: Sent = {}) {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const result = isJson ? (JSON.parse(text) as { data?: unknown; error?: { code: string } }) : {};
  return { status: response.status, headers: response.headers, text, ...result };
}

const signIn = (body: unknown, headers: Record<string, string> = ownPage) =>
  send('/console/session', { method: 'POST', body, headers });

/** The cookie of who signed in with a key. */
async function cookieOf(apiKey: string): Promise<string> {
  const { headers } = await signIn({ apiKey });
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

describe('the session', () => {
  test('a key is put, encrypted, into a cookie that no script and no other site can use', async () => {
    const { status, headers, data } = await signIn({ apiKey: gateway.keys.admin });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      apiKey: { name: 'test', scopes: ['admin'] },
      organization: { id: gateway.organizationId, name: 'Acme' },
      limits: { fileBytes: expect.any(Number) },
    });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^docfleet-console=[\w-]{100,}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).not.toContain(gateway.keys.admin.slice(-20));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  test('over https the cookie is Secure and bound to its host', async () => {
    const behindProxy = await startTestGateway({ publicUrl: 'https://docfleet.example.com' });
    try {
      const { headers } = await fetch(`${behindProxy.url}/console/session`, {
        method: 'POST',
        headers: { ...ownPage, 'content-type': 'application/json' },
        body: JSON.stringify({ apiKey: behindProxy.keys.read }),
      });
      expect(headers.get('set-cookie')).toMatch(/^__Host-docfleet-console=.*; SameSite=Strict; Secure$/);
    } finally {
      await behindProxy.close();
    }
  });

  test.each([
    ['a key that does not exist', { apiKey: 'df_live_0123456789abcdef_nothing' }],
    ['what is no key', { apiKey: 'hello' }],
    ['a code that was never given', { code: 'hello' }],
  ])('%s does not sign in', async (_, body) => {
    const { status, error, headers } = await signIn(body);
    expect({ status, code: error?.code }).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('a body that is neither a key nor a code is refused', async () => {
    expect(await signIn({ apiKey: gateway.keys.read, code: 'x' })).toMatchObject({ status: 400 });
  });

  test('it reports who is signed in, and forgets it on signing out', async () => {
    const cookie = await cookieOf(gateway.keys.read);
    const headers = { ...ownPage, cookie };
    expect(await send('/console/session', { headers })).toMatchObject({
      status: 200,
      data: { apiKey: { scopes: ['read'] } },
    });
    expect(await send('/console/session')).toMatchObject({ status: 401 });
    const out = await send('/console/session', { method: 'DELETE', headers });
    expect(out.headers.get('set-cookie')).toMatch(/^docfleet-console=; Path=\/; Max-Age=0;/);
  });

  test('it ends with its key', async () => {
    const { database } = gateway.context;
    const { organizationId } = gateway;
    const apiKey = await createApiKey(database, { organizationId, name: 'short', scopes: ['admin'] });
    const headers = { ...ownPage, cookie: await cookieOf(apiKey) };
    expect(await send('/v1/namespaces', { headers })).toMatchObject({ status: 200 });
    const id = /^df_live_([^_]+)_/.exec(apiKey)?.[1] ?? '';
    const revoked = await gateway.call('delete', `/v1/api-keys/${id}`);
    expect(revoked.status).toBe(200);
    expect(await send('/v1/namespaces', { headers })).toMatchObject({ status: 401 });
  });
});

describe('the cookie at the API', () => {
  const whereFrom: [string, Record<string, string>, number][] = [
    ['from the own page', ownPage, 200],
    [
      'without the header that only a script of the own page can set',
      { 'sec-fetch-site': 'same-origin' },
      401,
    ],
    ['from another site', { ...ownPage, 'sec-fetch-site': 'cross-site' }, 401],
    ['from a neighboring host', { ...ownPage, 'sec-fetch-site': 'same-site' }, 401],
    ['typed into the address bar', { ...ownPage, 'sec-fetch-site': 'none' }, 401],
    [
      'of an old browser, from another origin',
      { 'x-docfleet-console': '1', origin: 'https://evil.example' },
      401,
    ],
    ['of an old browser that only reads', { 'x-docfleet-console': '1' }, 200],
  ];
  test.each(whereFrom)('%s', async (_, headers, status) => {
    const cookie = await cookieOf(gateway.keys.admin);
    expect(await send('/v1/namespaces', { headers: { ...headers, cookie } })).toMatchObject({ status });
  });

  test('of an old browser changes things only from the own origin', async () => {
    const cookie = await cookieOf(gateway.keys.admin);
    const post = (headers: Record<string, string>) =>
      send('/v1/search', {
        method: 'POST',
        headers: { 'x-docfleet-console': '1', cookie, ...headers },
        body: {},
      });
    expect(await post({})).toMatchObject({ status: 401 });
    expect(await post({ origin: 'null' })).toMatchObject({ status: 401 });
    // Past the door, where the empty body is what is wrong.
    expect(await post({ origin: gateway.url })).toMatchObject({ status: 400 });
  });

  test('counts for nothing beside an Authorization header, good or bad', async () => {
    const headers = { ...ownPage, cookie: await cookieOf(gateway.keys.admin) };
    const authorization = 'Bearer df_live_wrong';
    expect(await send('/v1/namespaces', { headers: { ...headers, authorization } })).toMatchObject({
      status: 401,
    });
    const reader = `Bearer ${gateway.keys.read}`;
    expect(await send('/v1/api-keys', { headers: { ...headers, authorization: reader } })).toMatchObject({
      status: 403,
    });
  });

  test.each([
    ['changed', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['of nonsense', () => 'docfleet-console=hello'],
    ['that is empty', () => 'docfleet-console='],
  ])('%s is refused', async (_, change) => {
    const cookie = change(await cookieOf(gateway.keys.admin));
    expect(await send('/v1/namespaces', { headers: { ...ownPage, cookie } })).toMatchObject({ status: 401 });
  });

  test('the session is not disclosed to other sites, nor ended or begun by them', async () => {
    const cookie = await cookieOf(gateway.keys.admin);
    const headers = { ...ownPage, 'sec-fetch-site': 'cross-site', cookie };
    for (const method of ['GET', 'DELETE'])
      expect(await send('/console/session', { method, headers })).toMatchObject({ status: 403 });
    expect(await signIn({ apiKey: gateway.keys.admin }, headers)).toMatchObject({ status: 403 });
  });
});

describe('a sign-in link', () => {
  const codeOf = async () => {
    const order = { url: gateway.url, apiKey: gateway.keys.admin };
    const link = new URL(await createSignInLink(gateway.context, order));
    expect(link.pathname).toBe('/console/sign-in');
    expect(link.href).not.toContain(gateway.keys.admin);
    return { code: link.searchParams.get('code') };
  };

  test('signs in once', async () => {
    const body = await codeOf();
    expect(await signIn(body)).toMatchObject({ status: 200, data: { apiKey: { scopes: ['admin'] } } });
    expect(await signIn(body)).toMatchObject({ status: 401 });
  });

  test('of two who come with it at once, one gets in', async () => {
    const body = await codeOf();
    const statuses = (await Promise.all([signIn(body), signIn(body)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
  });

  test('is not spent by opening it', async () => {
    const body = await codeOf();
    expect(await send(`/console/sign-in?code=${body.code}`)).toMatchObject({ status: 200 });
    expect(await signIn(body)).toMatchObject({ status: 200 });
  });
});

describe('the pages', () => {
  test('every path but a file is the one page, never from a cache, under a strict policy', async () => {
    for (const path of ['/console', '/console/', '/console/n/handbook/documents/1.2'])
      expect(await send(path)).toMatchObject({ status: 200, text: '<title>the console</title>' });
    const { headers } = await send('/console');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    const assets = `${gateway.url}/console/assets/`;
    expect(policy).toContain(
      `default-src 'none'; script-src ${assets} 'wasm-unsafe-eval'; style-src ${assets};`,
    );
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    expect(policy).not.toMatch(/'unsafe/);
  });

  test('a script of the page runs with the hash that the build put there, and no other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docfleet-console-'));
    const script = '<script type="module" integrity="sha384-abc+/=" src="/console/assets/a.js"></script>';
    await writeFile(join(folder, 'index.html'), script);
    const built = await startTestGateway({ consoleFolder: folder });
    try {
      const response = await fetch(`${built.url}/console`);
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, nonce] =
        /, script-src 'nonce-([\w+/=]+)' 'strict-dynamic' 'wasm-unsafe-eval';/.exec(policy) ?? [];
      expect(await response.text()).toContain(`nonce="${nonce}" integrity="sha384-abc+/="`);
    } finally {
      await built.close();
      await rm(folder, { recursive: true });
    }
  });

  test('files have hashed names, so that browsers keep them for good', async () => {
    const { status, headers } = await send('/console/assets/index-abc.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toContain('javascript');
  });

  test.each([
    ['gzip, br', 'gzip'],
    ['identity', null],
  ])('a file is sent to who takes %s in the encoding %s', async (accepted, encoding) => {
    const given = { headers: { 'accept-encoding': accepted } };
    const { headers, text } = await send('/console/assets/large-abc.js', given);
    expect(text).toBe('export {};');
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const whole = await send('/console/assets/index-abc.js', given);
    expect([whole.text, whole.headers.get('content-encoding')]).toEqual(['export {}', null]);
  });

  test.each(['/console/assets/index-old.js', '/console/assets/', '/console/assets/..%2f..%2fpackage.json'])(
    '%s is not found, rather than answered with the page',
    async (path) => {
      expect(await send(path)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    },
  );

  test('where it was not built, its address says how', async () => {
    const bare = await startTestGateway({ consoleFolder: join(consoleFolder, 'none') });
    try {
      const response = await fetch(`${bare.url}/console`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('npm run console-build');
    } finally {
      await bare.close();
    }
  });
});

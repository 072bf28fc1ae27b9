import { request as httpRequest } from 'node:http';
import { createApiClient } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace, ingestText } from '../documents.ts';
import { type AttackedFleet, type Customer, createKey, startAttackedFleet } from './attacked-fleet.ts';

/** Ideas from the OWASP API Security Top 10 of 2023, beside those that other tests try: docs/guides/security.md. */
let attacked: AttackedFleet;

beforeAll(async () => {
  attacked = await startAttackedFleet();
  for (const { api } of [attacked.attacker, attacked.neighbor]) {
    await createNamespace(api, 'own');
    await createNamespace(api, 'other');
  }
}, 240_000);
afterAll(() => attacked?.fleet.remove());

const ownPage = { 'x-docfleet-console': '1', 'sec-fetch-site': 'same-origin' };

async function signIn(apiKey: string): Promise<string> {
  const response = await fetch(`${attacked.fleet.url}/console/session`, {
    method: 'POST',
    headers: { ...ownPage, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function sessions(cookie: string, path = '', method = 'GET') {
  const response = await fetch(`${attacked.fleet.url}/console/sessions${path}`, {
    method,
    headers: { ...ownPage, cookie },
  });
  const body = (await response.json()) as { data?: { sessions?: { id: string; isCurrent: boolean }[] } };
  return { status: response.status, sessions: body.data?.sessions ?? [] };
}

/** Sends a request as it is, with a Host that no client would send. */
function withHost(host: string, path: string): Promise<{ status: number; policy: string }> {
  const { port } = new URL(attacked.fleet.url);
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      const policy = String(response.headers['content-security-policy'] ?? '');
      resolve({ status: response.statusCode ?? 0, policy });
    })
      .once('error', reject)
      .end();
  });
}

describe('API1, object level', () => {
  test('a session of another organization can be neither seen nor ended', async () => {
    const [theirs, own] = [await signIn(attacked.neighbor.apiKey), await signIn(attacked.attacker.apiKey)];
    const id = (await sessions(theirs)).sessions[0]?.id;
    expect((await sessions(own)).sessions.map((one) => one.id)).not.toContain(id);
    expect((await sessions(own, `/${id}`, 'DELETE')).status).toBe(404);
    expect((await sessions(theirs)).status).toBe(200);
  });

  test('a cursor of one namespace opens no other', async () => {
    const { api } = attacked.attacker;
    for (const text of ['one', 'two']) await ingestText(api, 'own', text);
    const list = (namespaceId: string, cursor?: string) =>
      api.request<{ nextCursor: string }>('POST', '/v1/documents', {
        namespaceId,
        filterConfig: {},
        pagination: { pageSize: 1, cursor },
      });
    const { nextCursor } = (await list('own')).body.data;
    expect((await list('own', nextCursor)).status).toBe(200);
    expect((await list('other', nextCursor)).status).toBe(400);
  });
});

describe('API2, authentication', () => {
  test('a key in the address is no key', async () => {
    const { fleet, attacker } = attacked;
    for (const name of ['api_key', 'apiKey', 'access_token', 'token'])
      expect((await fetch(`${fleet.url}/v1/namespaces?${name}=${attacker.apiKey}`)).status).toBe(401);
  });

  test('a session ends with the key that it was opened with', async () => {
    const { attacker } = attacked;
    const key = await createKey(attacker, { scopes: ['read'] });
    const cookie = await signIn(key);
    expect((await sessions(cookie)).status).toBe(200);
    await attacker.api.request('DELETE', `/v1/api-keys/${key.split('_')[2]}`);
    expect((await sessions(cookie)).status).toBe(401);
  });
});

test.each([
  ['POST', '/v1/api-keys', { name: 'x', limitKeyId: null }],
  ['POST', '/v1/api-keys', { name: 'x', organizationId: '00000000-0000-7000-8000-000000000000' }],
  ['POST', '/v1/namespaces', { name: 'x', organizationId: '00000000-0000-7000-8000-000000000000' }],
])('API3, properties: %s %s takes no field of ours: %j', async (method, path, body) => {
  expect((await attacked.attacker.api.request(method, path, body)).status).toBe(400);
});

describe('API4, resources', () => {
  test('rotating a key does not reset its limit', async () => {
    const { attacker, fleet } = attacked;
    const key = await createKey(attacker, { rateLimitPerMinute: 5 });
    const id = key.split('_')[2] ?? '';
    const rotated = await attacker.api.request<{ key: string }>('POST', `/v1/api-keys/${id}/rotate`, {});
    const stored = await fleet.database.apiKey.findUnique({
      where: { id: rotated.body.data.key.split('_')[2] ?? '' },
    });
    // Its limit is that of the old key, which counts against the key that created it.
    expect([stored?.rateLimitPerMinute, stored?.limitKeyId]).toEqual([5, id]);
  });

  test('an organization at its limit of namespaces is refused, and another is not', async () => {
    const { attacker, neighbor, fleet } = attacked;
    const { organizationId } = attacker;
    await fleet.database.namespace.createMany({
      data: Array.from({ length: 998 }, (_, index) => ({
        id: crypto.randomUUID(),
        organizationId,
        name: `filler-${index}`,
        configs: {},
        sealedSecrets: new Uint8Array(),
      })),
    });
    const create = ({ api }: Customer) => api.request('POST', '/v1/namespaces', { name: 'one-more' });
    expect((await create(attacker)).body.error?.code).toBe('ORGANIZATION_LIMIT_REACHED');
    expect((await create(neighbor)).status).toBe(201);
    await fleet.database.namespace.deleteMany({ where: { name: { startsWith: 'filler-' } } });
  });
});

test('API5, functions: a key that reads sees and ends its own sessions alone', async () => {
  const { attacker } = attacked;
  const admin = await signIn(attacker.apiKey);
  const reader = await signIn(await createKey(attacker, { scopes: ['read'] }));
  const seen = (await sessions(reader)).sessions;
  expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  const adminId = (await sessions(admin)).sessions.find(({ isCurrent }) => isCurrent)?.id;
  expect((await sessions(reader, `/${adminId}`, 'DELETE')).status).toBe(404);
});

describe('API8, configuration', () => {
  test.each(['evil.example; script-src *', 'evil.example/../', "x' 'unsafe-inline'"])(
    'the Host %s puts nothing into the policy of the console',
    async (host) => {
      const { policy } = await withHost(host, '/console');
      expect(policy).not.toContain('evil');
      expect(policy).not.toMatch(/'unsafe-/);
    },
  );

  test('no other origin may read the API', async () => {
    const { fleet, attacker } = attacked;
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch(`${fleet.url}/v1/namespaces`, {
        method,
        headers: { origin: 'https://evil.example', authorization: `Bearer ${attacker.apiKey}` },
      });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

test("API9, inventory: sessions are for the console's own pages", async () => {
  const cookie = await signIn(attacked.attacker.apiKey);
  const response = await fetch(`${attacked.fleet.url}/console/sessions`, { headers: { cookie } });
  expect(response.status).toBe(403);
});

test('API10, unsafe names: a file name sends no headers of its own', async () => {
  const { api } = attacked.neighbor;
  const name = 'a"; filename="b.html\r\nSet-Cookie: x=1';
  const form = new FormData();
  form.append('namespaceId', 'own');
  form.append('file', new Blob(['text']), name);
  const response = await fetch(`${attacked.fleet.url}/v1/ingest/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${attacked.neighbor.apiKey}` },
    body: form,
  });
  expect(response.headers.get('set-cookie')).toBeNull();
  const listed = await api.request<{ documents: { name: string }[] }>('POST', '/v1/documents', {
    namespaceId: 'own',
    filterConfig: {},
  });
  expect(JSON.stringify(listed.body)).not.toContain('\\r\\n');
});

test('the key of another customer is never accepted beside one that is valid', async () => {
  const { fleet, attacker } = attacked;
  const both = createApiClient({ ...fleet, apiKey: `${attacker.apiKey}, Bearer df_live_x` });
  expect((await both.request('GET', '/v1/namespaces')).status).toBe(401);
});

import { authenticate, createApiKey, idOfKey, revokeApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { createGatewayContext } from '../create-context.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ rateLimitPerMinute: 5_000 });
});
afterAll(() => gateway.close());

const create = (json: object, key?: string) =>
  gateway.call('POST', '/v1/api-keys', { json, ...(key && { key }) });
const rotate = (id: string, json: object = {}) => gateway.call('POST', `/v1/api-keys/${id}/rotate`, { json });
const revoke = (id: string, key?: string) =>
  gateway.call('DELETE', `/v1/api-keys/${id}`, { ...(key && { key }) });
const list = (query = '') => gateway.call('GET', `/v1/api-keys${query}`);
const use = async (key: string) => (await gateway.call('GET', '/v1/namespaces', { key })).status;
const find = async (id: string) =>
  (await list('?pageSize=100')).body.data.apiKeys.find((apiKey: { id: string }) => apiKey.id === id);
const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a key is shown once, when it is created, and works', async () => {
  const expiresAt = isoIn(60_000);
  const { status, body } = await create({
    name: ' import ',
    scopes: ['ingest'],
    expiresAt,
    rateLimitPerMinute: 50,
  });
  expect(status).toBe(201);
  const { apiKey, key } = body.data;
  expect(apiKey).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    prefix: `df_live_${apiKey.id}`,
    name: 'import',
    scopes: ['ingest'],
    status: 'ACTIVE',
    rateLimitPerMinute: 50,
    createdAt: { isoString: expect.any(String) },
    expiresAt: { isoString: expiresAt },
    revokedAt: null,
    lastUsedAt: null,
    rotatedToId: null,
  });
  expect(key.startsWith(`${apiKey.prefix}_`)).toBe(true);
  expect(await use(key)).toBe(200);
  const listed = await list();
  expect(listed.text).not.toContain(key.slice(-43));
  expect(listed.text).not.toMatch(/hash/i);
});

test('a key of any scope may ask what it is itself', async () => {
  const { status, body } = await gateway.call('GET', '/v1/api-keys/current', { key: gateway.keys.read });
  expect(status).toBe(200);
  expect(body.data.apiKey).toMatchObject({
    id: idOfKey(gateway.keys.read),
    scopes: ['read'],
    status: 'ACTIVE',
  });
});

test('a key may read and ingest unless its scopes say otherwise', async () => {
  const { body } = await create({ name: 'usual', expiresAt: null, rateLimitPerMinute: null });
  expect(body.data.apiKey).toMatchObject({
    scopes: ['read', 'ingest'],
    expiresAt: null,
    rateLimitPerMinute: null,
  });
  expect((await create({ name: 'x' }, body.data.key)).body.error.code).toBe('FORBIDDEN');
});

test.each([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: '\u200b\u2060\ufeff' }, 'name'],
  [{ name: '\u3164' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'x', scopes: [] }, 'scopes'],
  [{ name: 'x', scopes: ['root'] }, 'scopes.0'],
  [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ name: 'x', rateLimitPerMinute: 0 }, 'rateLimitPerMinute'],
  [{ name: 'x', rateLimitPerMinute: 5_001 }, 'rateLimitPerMinute'],
  [{ name: 'x', secret: 'mine' }, 'secret'],
])('a key of %j is refused, naming the field', async (json, path) => {
  const { status, body } = await create(json);
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(body.error.details.issues[0].path).toBe(path);
});

test('a key with a low limit cannot make one with a higher one', async () => {
  const { body } = await create({ name: 'slow', scopes: ['admin'], rateLimitPerMinute: 100 });
  const slow = body.data.key;
  expect((await create({ name: 'x', rateLimitPerMinute: 101 }, slow)).status).toBe(400);
  expect((await create({ name: 'x' }, slow)).body.data.apiKey.rateLimitPerMinute).toBe(100);
});

test('only an admin key sees, makes, rotates or revokes keys', async () => {
  for (const key of [gateway.keys.read, gateway.keys.ingest]) {
    const id = idOfKey(gateway.keys.read);
    const responses = await Promise.all([
      gateway.call('GET', '/v1/api-keys', { key }),
      create({ name: 'x' }, key),
      gateway.call('POST', `/v1/api-keys/${id}/rotate`, { json: {}, key }),
      revoke(id, key),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
});

test('keys are listed in pages, the newest first', async () => {
  const seen: string[] = [];
  let query = '?pageSize=2';
  for (;;) {
    const { data } = (await list(query)).body;
    seen.push(...data.apiKeys.map((apiKey: { id: string }) => apiKey.id));
    if (!data.hasNextPage) break;
    query = `?pageSize=2&cursor=${data.nextCursor}`;
  }
  const all = (await list('?pageSize=100')).body.data.apiKeys;
  expect(seen).toEqual(all.map((apiKey: { id: string }) => apiKey.id));
  expect(all.at(-1).name).toBe('test');
  expect((await list('?cursor=bm90aGluZw')).body.error.details.issues[0].path).toBe('pagination.cursor');
  expect((await list('?pageSize=101')).status).toBe(400);
});

test('keys belong to the organization, whatever the tenant', async () => {
  const { body } = await gateway.call('GET', '/v1/api-keys?pageSize=1', { tenantId: 'a' });
  expect(body.data.apiKeys).toHaveLength(1);
});

test('a rotated key hands over its name, scopes, expiry and limit, and works on for a day', async () => {
  const expiresAt = isoIn(10 * 86_400_000);
  const order = { name: 'rotated', scopes: ['read'], expiresAt, rateLimitPerMinute: 7 };
  const { apiKey: old, key } = (await create(order)).body.data;
  const rotated = await rotate(old.id);
  expect(rotated.status).toBe(201);
  const { apiKey } = rotated.body.data;
  expect(apiKey).toMatchObject({ ...order, expiresAt: { isoString: expiresAt }, rotatedToId: null });
  const shown = await find(old.id);
  expect(shown).toMatchObject({ status: 'ACTIVE', rotatedToId: apiKey.id });
  const left = Date.parse(shown.expiresAt.isoString) - Date.now();
  expect(Math.round(left / 3_600_000)).toBe(24);
  expect(await use(key)).toBe(200);
  expect(await use(rotated.body.data.key)).toBe(200);
});

test('the grace period ends no later than the old key would', async () => {
  const expiresAt = isoIn(60_000);
  const { id } = (await create({ name: 'short', expiresAt })).body.data.apiKey;
  await rotate(id, { gracePeriodSeconds: 2_592_000 });
  expect((await find(id)).expiresAt.isoString).toBe(expiresAt);
});

test('without a grace period the old key stops at once', async () => {
  const { apiKey, key } = (await create({ name: 'leaked' })).body.data;
  expect(await use(key)).toBe(200);
  await rotate(apiKey.id, { gracePeriodSeconds: 0 });
  expect(await use(key)).toBe(401);
  expect((await find(apiKey.id)).status).toBe('EXPIRED');
});

test.each([-1, 2_592_001, 1.5, '60'])(
  'a grace period of %j seconds is refused',
  async (gracePeriodSeconds) => {
    const { status, body } = await rotate(idOfKey(gateway.keys.read), { gracePeriodSeconds });
    expect(status).toBe(400);
    expect(body.error.details.issues[0].path).toBe('gracePeriodSeconds');
  },
);

test('a key that was rotated, revoked or has expired is not rotated: API_KEY_CONFLICT', async () => {
  const makeId = async () => (await create({ name: 'x' })).body.data.apiKey.id;
  const [rotatedId, revokedId, expiredId] = [await makeId(), await makeId(), await makeId()];
  await rotate(rotatedId);
  await revoke(revokedId);
  await gateway.context.database.apiKey.update({
    where: { id: expiredId },
    data: { expiresAt: new Date(0) },
  });
  for (const id of [rotatedId, revokedId, expiredId]) {
    const { status, body } = await rotate(id);
    expect([status, body.error.code]).toEqual([409, 'API_KEY_CONFLICT']);
  }
});

test('two rotations at once make one new key', async () => {
  const { id } = (await create({ name: 'twice' })).body.data.apiKey;
  const responses = await Promise.all([rotate(id), rotate(id)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('a revoked key stops working at once here, and revoking it again changes nothing', async () => {
  const { apiKey, key } = (await create({ name: 'gone' })).body.data;
  expect(await use(key)).toBe(200);
  const revoked = await revoke(apiKey.id);
  expect(revoked.body.data.apiKey).toMatchObject({ id: apiKey.id, status: 'REVOKED' });
  expect(await use(key)).toBe(401);
  const again = await revoke(apiKey.id);
  expect(again.body.data.apiKey.revokedAt).toEqual(revoked.body.data.apiKey.revokedAt);
});

test('a revoked key soon stops working on another gateway too', async () => {
  const { apiKey, key } = (await create({ name: 'gone elsewhere' })).body.data;
  const other = createGatewayContext(gateway.context, gateway.context);
  expect(await other.authenticate(key)).toBeDefined();
  await revoke(apiKey.id);
  await eventually(async () => expect(await other.authenticate(key)).toBeUndefined());
});

test('the last admin key that works is not revoked over HTTP, but by the operator', async () => {
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Small');
  const makeAdmin = (expiresAt: Date | null = null) =>
    createApiKey(database, { organizationId, name: 'admin', scopes: ['admin'], expiresAt });
  const last = await makeAdmin();
  await makeAdmin(new Date(0));
  const refused = await revoke(idOfKey(last), last);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'API_KEY_CONFLICT']);
  expect(await use(last)).toBe(200);

  const second = await makeAdmin();
  const responses = await Promise.all([revoke(idOfKey(last), last), revoke(idOfKey(second), second)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);

  for (const key of [last, second])
    await revokeApiKey(database, { organizationId, apiKeyId: null }, idOfKey(key));
  expect(await authenticate(database, last)).toBeUndefined();
  expect(await authenticate(database, second)).toBeUndefined();
});

test('a foreign key is answered exactly like one that does not exist', async () => {
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Other');
  const foreign = await createApiKey(database, { organizationId, name: 'k', scopes: ['admin'] });
  for (const act of [revoke, rotate]) {
    const [response, missing] = [await act(idOfKey(foreign)), await act('0123456789abcdef')];
    expect([response.status, response.body.error.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    expect({ ...response.body.error, requestId: missing.body.error.requestId }).toEqual(missing.body.error);
  }
  expect((await list('?pageSize=100')).text).not.toContain(idOfKey(foreign));
  expect(await use(foreign)).toBe(200);
});

test('the use of a key is noted, at most once a minute', async () => {
  const { apiKey, key } = (await create({ name: 'used' })).body.data;
  await use(key);
  const noted = await eventually(async () => {
    const { lastUsedAt } = await find(apiKey.id);
    expect(lastUsedAt).not.toBeNull();
    return lastUsedAt.isoString;
  });
  gateway.context.forgetCaller(apiKey.id);
  await use(key);
  expect((await find(apiKey.id)).lastUsedAt.isoString).toBe(noted);
  const { database } = gateway.context;
  await database.apiKey.update({
    where: { id: apiKey.id },
    data: { lastUsedAt: new Date(Date.now() - 61_000) },
  });
  gateway.context.forgetCaller(apiKey.id);
  await use(key);
  await eventually(async () => expect((await find(apiKey.id)).lastUsedAt.isoString > noted).toBe(true));
});

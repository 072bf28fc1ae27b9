import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCaller } from '../../test/call.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

const url = 'http://127.0.0.1:9/hook';
const create = (json: object = {}, options: { tenantId?: string } = {}) =>
  gateway.call('POST', '/v1/webhooks', { json: { url, ...json }, ...options });
const made = async (json: object = {}, options: { tenantId?: string } = {}) =>
  (await create(json, options)).body.data.webhook;

test('a webhook is created, listed, fetched, changed and deleted; its key is shown once', async () => {
  const created = await create({ events: ['DOCUMENTS_READY'], namespaceIds: ['docs', 'docs'] });
  expect(created.status).toBe(201);
  const { webhook } = created.body.data;
  expect(webhook).toMatchObject({
    name: '127.0.0.1:9',
    url,
    status: 'ACTIVE',
    signingKey: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    events: ['DOCUMENTS_READY'],
    namespaceIds: ['docs'],
    retryPolicy: 'DEFAULT',
    tenantId: null,
    disabledReason: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const path = `/v1/webhooks/${webhook.id}`;
  const masked = { ...webhook, signingKey: `whsec_****${webhook.signingKey.slice(-4)}` };
  expect((await gateway.call('GET', path)).body.data.webhook).toEqual(masked);
  expect((await gateway.call('GET', '/v1/webhooks')).body.data.webhooks).toEqual([masked]);

  const json = { name: 'new', status: 'DISABLED', events: [], namespaceIds: [], retryPolicy: 'STANDARD' };
  const changed = await gateway.call('PATCH', path, { json });
  expect(changed.body.data.webhook).toMatchObject({ ...json, signingKey: masked.signingKey });

  expect(await gateway.call('DELETE', path)).toMatchObject({
    status: 200,
    body: { data: { id: webhook.id } },
  });
  expect((await gateway.call('GET', path)).body.error.code).toBe('WEBHOOK_NOT_FOUND');
  const audit = await gateway.context.database.auditEvent.findMany({ where: { targetId: webhook.id } });
  expect(audit.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.deleted',
  ]);
  expect(JSON.stringify(audit) + gateway.log.join('')).not.toContain(webhook.signingKey);
});

test.each([
  ['ftp://example.com/', 'https://'],
  ['not a url', 'https://'],
  ['https://user:secret@example.com/', 'user name'],
  ['http://10.0.0.1/', 'is private'],
  ['http://[::1]:80/', 'is private'],
  ['http://169.254.169.254/', 'is private'],
  ['http://metadata.google.internal/', 'is private'],
])('%s is refused as an address, naming the field', async (address, message) => {
  const response = await create({ url: address });
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(response.body.error.details.issues).toEqual([
    { path: 'url', message: expect.stringContaining(message) },
  ]);
  expect(response.text).not.toContain('secret');
});

test.each([
  [{ events: ['DOCUMENTS_EATEN'] }, 400, 'INVALID_REQUEST'],
  [{ events: ['WEBHOOK_TEST'] }, 400, 'INVALID_REQUEST'],
  [{ retryPolicy: 'NEVER' }, 400, 'INVALID_REQUEST'],
  [{ signingKey: 'mine' }, 400, 'INVALID_REQUEST'],
  [{ namespaceIds: ['nowhere'] }, 404, 'NAMESPACE_NOT_FOUND'],
])('a webhook with %j is refused', async (json, status, code) => {
  const response = await create(json);
  expect([response.status, response.body.error.code]).toEqual([status, code]);
});

test('a new key is shown once, and the key before goes on for the hours that were asked for', async () => {
  const webhook = await made();
  const path = `/v1/webhooks/${webhook.id}`;
  const rotated = await gateway.call('POST', `${path}/rotate-key`, { json: {} });
  expect(rotated.body.data.webhook.signingKey).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rotated.body.data.webhook.signingKey).not.toBe(webhook.signingKey);
  const hours = (Date.parse(rotated.body.data.webhook.previousKeyEndsAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  const atOnce = await gateway.call('POST', `${path}/rotate-key`, { json: { overlapHours: 0 } });
  expect(atOnce.body.data.webhook.previousKeyEndsAt).toBeNull();
  const shown = (await gateway.call('GET', path)).body.data.webhook.signingKey;
  expect(shown).toBe(`whsec_****${atOnce.body.data.webhook.signingKey.slice(-4)}`);
});

test('a rotation that is repeated with its Idempotency-Key returns the same key and keeps the previous one', async () => {
  const webhook = await made();
  const path = `/v1/webhooks/${webhook.id}`;
  const rotate = () =>
    gateway.call('POST', `${path}/rotate-key`, { json: {}, headers: { 'idempotency-key': 'rotate once' } });
  const [first, second] = [await rotate(), await rotate()];
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  const { signingKey } = first.body.data.webhook;
  const shown = (await gateway.call('GET', path)).body.data.webhook.signingKey;
  expect(shown).toBe(`whsec_****${signingKey.slice(-4)}`);
});

test('a tenant sees and changes its own webhooks alone; without a tenant all are seen', async () => {
  const common = await made();
  const own = await made({}, { tenantId: 'globex' });
  expect(own.tenantId).toBe('globex');
  const list = async (options: { tenantId?: string }) =>
    (await gateway.call('GET', '/v1/webhooks', options)).body.data.webhooks.map(
      ({ id }: { id: string }) => id,
    );
  expect(await list({ tenantId: 'globex' })).toEqual([own.id]);
  expect(await list({})).toEqual(expect.arrayContaining([common.id, own.id]));
  const path = `/v1/webhooks/${common.id}`;
  const calls = [
    gateway.call('GET', path, { tenantId: 'globex' }),
    gateway.call('PATCH', path, { tenantId: 'globex', json: { name: 'x' } }),
    gateway.call('DELETE', path, { tenantId: 'globex' }),
    gateway.call('POST', `${path}/test`, { tenantId: 'globex' }),
    gateway.call('POST', `${path}/rotate-key`, { tenantId: 'globex', json: {} }),
    gateway.call('GET', `${path}/deliveries`, { tenantId: 'globex' }),
  ];
  for (const { status, body } of await Promise.all(calls))
    expect([status, body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
});

test("another organization's webhook is answered like a missing one, and a key to read cannot change any", async () => {
  const { id } = await made();
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Other');
  const key = await createApiKey(database, { organizationId, name: 'x', scopes: ['admin'] });
  const other = createCaller(gateway.url, key, () => undefined);
  const [foreign, missing] = [
    await other('GET', `/v1/webhooks/${id}`),
    await other('GET', '/v1/webhooks/00000000-0000-7000-8000-000000000000'),
  ];
  const error = { ...missing.body.error, requestId: expect.any(String) };
  expect(foreign.body).toEqual({ ...missing.body, error });
  expect((await other('GET', '/v1/webhooks/nonsense')).status).toBe(404);
  const read = { key: gateway.keys.read };
  expect((await gateway.call('GET', `/v1/webhooks/${id}`, read)).status).toBe(200);
  expect((await gateway.call('DELETE', `/v1/webhooks/${id}`, read)).status).toBe(403);
  expect((await gateway.call('POST', `/v1/webhooks/${id}/test`, read)).status).toBe(403);
});

test('tests are in the delivery log, which is filtered, paged and replayed from', async () => {
  const { id } = await made();
  const path = `/v1/webhooks/${id}`;
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1)
    ids.unshift((await gateway.call('POST', `${path}/test`)).body.data.deliveryId);
  const first = (await gateway.call('GET', `${path}/deliveries?pageSize=2`)).body.data;
  expect(first.deliveries).toMatchObject([
    {
      id: ids[0],
      event: 'WEBHOOK_TEST',
      status: 'QUEUED',
      attemptCount: 0,
      lastAttempt: null,
      nextAttemptAt: null,
    },
    { id: ids[1] },
  ]);
  const rest = await gateway.call('GET', `${path}/deliveries?pageSize=2&cursor=${first.nextCursor}`);
  expect(rest.body.data).toMatchObject({
    deliveries: [{ id: ids[2] }],
    hasNextPage: false,
    nextCursor: null,
  });
  const count = async (query: string) =>
    (await gateway.call('GET', `${path}/deliveries?${query}`)).body.data.itemsReturned;
  expect(
    await Promise.all(['status=QUEUED', 'status=FAILED', 'event=WEBHOOK_TEST', 'event=X'].map(count)),
  ).toEqual([3, 0, 3, 0]);
  expect((await gateway.call('GET', `${path}/deliveries?pageSize=101`)).status).toBe(400);
  expect((await gateway.call('GET', `${path}/deliveries?cursor=x`)).body.error.code).toBe('INVALID_REQUEST');

  const detail = await gateway.call('GET', `${path}/deliveries/${ids[0]}`);
  expect(detail.body.data.delivery).toMatchObject({ id: ids[0], data: { webhookId: id }, attempts: [] });
  expect((await gateway.call('POST', `${path}/deliveries/${ids[0]}/replay`)).status).toBe(202);
  const foreign = await made();
  const elsewhere = await gateway.call('POST', `/v1/webhooks/${foreign.id}/deliveries/${ids[0]}/replay`);
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([404, 'WEBHOOK_DELIVERY_NOT_FOUND']);

  await gateway.call('PATCH', path, { json: { status: 'DISABLED' } });
  for (const call of ['test', `deliveries/${ids[0]}/replay`])
    expect((await gateway.call('POST', `${path}/${call}`)).body.error.code).toBe('WEBHOOK_DISABLED');
});

test('an organization can have 50 webhooks, also when they are asked for at once', async () => {
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Many');
  const key = await createApiKey(database, { organizationId, name: 'x', scopes: ['admin'] });
  const webhooks = Array.from({ length: 48 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    organizationId,
    name: 'x',
    url,
    sealedKey: new Uint8Array(),
    maskedKey: '',
  }));
  await database.webhook.createMany({ data: webhooks });
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => gateway.call('POST', '/v1/webhooks', { key, json: { url } })),
  );
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill('WEBHOOK_LIMIT_REACHED'));
});

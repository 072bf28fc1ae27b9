import { createApiKey, idOfKey, revokeApiKey } from '@docfleet/domain/api-key';
import { removeAuditEvents } from '@docfleet/domain/audit-event';
import { createOrganization } from '@docfleet/domain/organization';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let keyId: string;
let rotatedToId: string;
const day = 86_400_000;
const isoIn = (ms: number) => encodeURIComponent(new Date(Date.now() + ms).toISOString());

beforeAll(async () => {
  gateway = await startTestGateway();
  const created = await gateway.call('POST', '/v1/api-keys', {
    json: { name: 'import', scopes: ['ingest'] },
  });
  keyId = created.body.data.apiKey.id;
  const rotated = await gateway.call('POST', `/v1/api-keys/${keyId}/rotate`, { json: {} });
  rotatedToId = rotated.body.data.apiKey.id;
  const headers = { 'x-request-id': 'revoking' };
  await gateway.call('DELETE', `/v1/api-keys/${keyId}`, { headers });
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  await gateway.call('DELETE', '/v1/namespaces/docs');
});
afterAll(() => gateway.close());

const list = (query = '') => gateway.call('GET', `/v1/audit-events${query}`);
const actionsOf = async (query: string): Promise<string[]> =>
  (await list(query)).body.data.auditEvents.map(({ action }: { action: string }) => action);

test('the events of a key are listed, the newest first, with their actor and request', async () => {
  const { body } = await list(`?targetType=api_key&targetId=${keyId}`);
  const common = {
    id: expect.any(String),
    targetType: 'api_key',
    targetId: keyId,
    tenantId: null,
    apiKeyId: idOfKey(gateway.keys.admin),
    requestId: expect.any(String),
    createdAt: { isoString: expect.any(String) },
  };
  const expiresAt = expect.any(String);
  expect(body.data.auditEvents).toEqual([
    { ...common, action: 'api_key.revoked', requestId: 'revoking', details: { name: 'import' } },
    { ...common, action: 'api_key.rotated', details: { rotatedToId, expiresAt } },
    { ...common, action: 'api_key.created', details: { name: 'import', scopes: ['ingest'] } },
  ]);
});

test('what the operator does has no key', async () => {
  const { database } = gateway.context;
  const { organizationId } = gateway;
  const key = await createApiKey(database, { organizationId, name: 'operated', scopes: ['read'] });
  await revokeApiKey(database, { organizationId, apiKeyId: null }, idOfKey(key));
  const { body } = await list(`?targetId=${idOfKey(key)}`);
  expect(body.data.auditEvents).toMatchObject([
    { action: 'api_key.revoked', apiKeyId: null, requestId: null },
    { action: 'api_key.created', apiKeyId: null },
  ]);
});

test('no secret is in the trail', async () => {
  const { text } = await list('?pageSize=100');
  for (const key of Object.values(gateway.keys)) expect(text).not.toContain(key.slice(-43));
});

test('filters combine with AND, and unknown values match nothing', async () => {
  expect(await actionsOf('?action=namespace.deleted')).toEqual(['namespace.deleted']);
  expect(await actionsOf('?action=namespace.deleted&targetType=api_key')).toEqual([]);
  expect(await actionsOf(`?apiKeyId=${idOfKey(gateway.keys.admin)}&targetType=namespace`)).toContain(
    'namespace.deleted',
  );
  expect(await actionsOf(`?apiKeyId=${keyId}`)).toEqual([]);
  expect(await actionsOf('?action=nothing.known')).toEqual([]);
  expect(await actionsOf('?targetType=planet')).toEqual([]);
  expect(await actionsOf(`?to=${isoIn(-day)}`)).toEqual([]);
  expect(await actionsOf(`?from=${isoIn(-day)}&to=${isoIn(day)}&action=namespace.deleted`)).toHaveLength(1);
  expect(await actionsOf(`?from=${isoIn(day)}`)).toEqual([]);
});

test.each([
  '?from=yesterday',
  '?from=0000-01-01T00:00:00Z',
  '?to=9999-12-31T23:59:59-23:59',
  '?to=1',
  '?pageSize=0',
  '?pageSize=x',
  '?cursor=x',
  '?other=1',
  '?action=a&action=b',
])('the query %s is refused', async (query) => {
  const { status, body } = await list(query);
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
});

test('pages follow each other without a gap', async () => {
  const all = await actionsOf('?pageSize=100');
  const seen: string[] = [];
  let query = '?pageSize=3';
  for (;;) {
    const { data } = (await list(query)).body;
    seen.push(...data.auditEvents.map(({ action }: { action: string }) => action));
    expect(data.itemsReturned).toBe(data.auditEvents.length);
    if (data.nextCursor === null) break;
    query = `?pageSize=3&cursor=${data.nextCursor}`;
  }
  expect(seen).toEqual(all);
});

test('only an admin key of the organization sees the trail', async () => {
  for (const key of [gateway.keys.read, gateway.keys.ingest])
    expect((await gateway.call('GET', '/v1/audit-events', { key })).status).toBe(403);
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Other');
  const key = await createApiKey(database, { organizationId, name: 'k', scopes: ['admin'] });
  const { body } = await gateway.call('GET', '/v1/audit-events', { key });
  expect(body.data.auditEvents).toMatchObject([{ action: 'api_key.created', targetId: idOfKey(key) }]);
});

test('the trail is the organization’s, whatever the tenant', async () => {
  const { body } = await gateway.call('GET', '/v1/audit-events', { tenantId: 'a' });
  expect(body.data.itemsReturned).toBeGreaterThan(0);
});

test('events that are older than they are kept are removed, others stay', async () => {
  const { database } = gateway.context;
  const [oldest] = await database.auditEvent.findMany({ orderBy: { id: 'asc' }, take: 1 });
  await database.auditEvent.update({ where: { id: oldest!.id }, data: { createdAt: new Date(0) } });
  const before = await database.auditEvent.count();
  expect(await removeAuditEvents(database, new Date(Date.now() - 365 * day))).toBe(1);
  expect(await database.auditEvent.count()).toBe(before - 1);
});

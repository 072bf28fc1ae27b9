import { createApiKey } from '@docfleet/domain/api-key';
import { removeExpiredRequests } from '@docfleet/domain/idempotency';
import { createOrganization } from '@docfleet/domain/organization';
import { AppError } from '@docfleet/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { routes } from '../routes.ts';
import { takesIdempotencyKey } from './idempotency.ts';

let gateway: TestGateway;
/** Behavior of the dispatcher with the jobs of an accepted document: it stands for anything that may fail in a handler. */
let interfere: () => void | Promise<void> = () => undefined;
beforeAll(async () => {
  gateway = await startTestGateway({
    dispatcher: { dispatch: () => interfere() } as unknown as TestGateway['context']['dispatcher'],
  });
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
beforeEach(() => {
  interfere = () => undefined;
});
afterAll(() => gateway.close());

let keys = 0;
const newKey = () => `request ${++keys}`;
const runs = () => gateway.context.database.ingestJobRun.count();
const textBody = (text = 'hello', namespaceId = 'docs') => ({
  namespaceId,
  ingestConfig: { source: 'TEXT', config: { name: 'a', text } },
});
const ingest = (idempotencyKey: string, json: object = textBody(), options: object = {}) =>
  gateway.call('POST', '/v1/ingest/text', {
    json,
    headers: { 'idempotency-key': idempotencyKey },
    ...options,
  });
const upload = (idempotencyKey: string, content: string, fields: object = {}, fileName = 'a.txt') => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ namespaceId: 'docs', ...fields }))
    form.set(name, String(value));
  form.set('file', new Blob([content], { type: 'text/plain' }), fileName);
  return gateway.call('POST', '/v1/ingest/file', {
    body: form,
    headers: { 'idempotency-key': idempotencyKey },
  });
};
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

test('every POST that creates or enqueues takes an Idempotency-Key, and nothing else does', () => {
  const named = routes.filter(takesIdempotencyKey).map(({ path }) => path);
  for (const path of ['/v1/namespaces', '/v1/ingest/text', '/v1/ingest/file', '/v1/api-keys'])
    expect(named).toContain(path);
  expect(named).toContain('/v1/api-keys/{apiKeyId}/rotate');
  expect(named).toContain('/v1/webhooks/{webhookId}/rotate-key');
  for (const path of ['/v1/search', '/v1/search/hybrid', '/v1/documents', '/v1/ingest-job-runs'])
    expect(named).not.toContain(path);
});

test('the same request with the same key is done once and answered twice', async () => {
  const [key, before] = [newKey(), await runs()];
  const first = await ingest(key);
  const second = await ingest(key);
  expect(first.status).toBe(202);
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await runs()).toBe(before + 1);
});

test('without a key each request counts', async () => {
  const before = await runs();
  for (const _ of [1, 2]) await gateway.call('POST', '/v1/ingest/text', { json: textBody() });
  expect(await runs()).toBe(before + 2);
});

test('the order of fields does not matter', async () => {
  const key = newKey();
  const { namespaceId, ingestConfig } = textBody();
  const { source, config } = ingestConfig;
  const first = await ingest(key, { namespaceId, ingestConfig: { source, config } });
  const turned = { ingestConfig: { config: { text: config.text, name: config.name }, source }, namespaceId };
  expect((await ingest(key, turned)).text).toBe(first.text);
});

test('another request with the same key is IDEMPOTENCY_KEY_REUSED', async () => {
  const key = newKey();
  await ingest(key);
  const reused = [409, 'IDEMPOTENCY_KEY_REUSED'];
  expect(outcome(await ingest(key, textBody('other')))).toEqual(reused);
  expect(outcome(await ingest(key, textBody(), { tenantId: 'a' }))).toEqual(reused);
  expect(outcome(await upload(key, 'hello'))).toEqual(reused);
  const create = (query: string) =>
    gateway.call('POST', `/v1/namespaces${query}`, {
      json: { name: 'queried', ...localConfigs },
      headers: { 'idempotency-key': 'queried' },
    });
  expect((await create('?validate=false')).status).toBe(201);
  expect(outcome(await create('?validate=true'))).toEqual(reused);
});

test('a file counts by its content, its name and the fields', async () => {
  const [key, before] = [newKey(), await runs()];
  const first = await upload(key, 'content');
  expect(first.status).toBe(202);
  const again = await upload(key, 'content');
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  expect(await runs()).toBe(before + 1);
  const reused = [409, 'IDEMPOTENCY_KEY_REUSED'];
  expect(outcome(await upload(key, 'changed'))).toEqual(reused);
  expect(outcome(await upload(key, 'content', { metadata: '{"a":1}' }))).toEqual(reused);
  expect(outcome(await upload(key, 'content', {}, 'b.txt'))).toEqual(reused);
});

test('while the first request runs, the second is rejected as retryable: IDEMPOTENCY_KEY_IN_USE', async () => {
  const [key, before] = [newKey(), await runs()];
  const responses = await Promise.all(Array.from({ length: 5 }, () => ingest(key)));
  expect(await runs()).toBe(before + 1);
  for (const response of responses.filter(({ status }) => status !== 202)) {
    expect(outcome(response)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(response.headers.get('retry-after')).toBe('1');
  }
  expect((await ingest(key)).headers.get('idempotency-replayed')).toBe('true');
});

test('a refusal that would be the same again is kept too', async () => {
  const key = newKey();
  const first = await ingest(key, textBody('x', 'later'));
  expect(outcome(first)).toEqual([404, 'NAMESPACE_NOT_FOUND']);
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'later', ...localConfigs } });
  const second = await ingest(key, textBody('x', 'later'));
  expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
});

test.each([
  ['an error of ours', () => new Error('broken'), 500],
  ['a store that is away', () => new AppError('SERVICE_UNAVAILABLE', 'away'), 503],
  ['a provider that failed', () => new AppError('PROVIDER_UNAVAILABLE', 'away'), 502],
  ['a limit', () => new AppError('RATE_LIMIT_EXCEEDED', 'slowly'), 429],
])('after %s the same key may be tried again', async (_what, cause, status) => {
  const key = newKey();
  interfere = () => {
    throw cause();
  };
  expect((await ingest(key)).status).toBe(status);
  interfere = () => undefined;
  const again = await ingest(key);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, null]);
});

test('a request that never began leaves its key free', async () => {
  const key = newKey();
  expect((await ingest(key, { wrong: true })).status).toBe(400);
  expect((await ingest(key, textBody(), { key: undefined })).status).toBe(401);
  expect((await ingest(key, textBody(), { key: gateway.keys.read })).status).toBe(403);
  expect((await ingest(key)).status).toBe(202);
});

test('when the process died at it, the same request runs again 20 seconds later, another one does not', async () => {
  const { database } = gateway.context;
  const key = newKey();
  await ingest(key);
  const where = { organizationId: gateway.organizationId, key };
  // As it is before a response was stored.
  await database.idempotencyRecord.updateMany({ where, data: { status: null, sealedBody: null } });
  expect(outcome(await ingest(key))).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
  await database.idempotencyRecord.updateMany({ where, data: { leaseExpiresAt: new Date() } });
  expect(outcome(await ingest(key, textBody('other')))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  const before = await runs();
  const again = await ingest(key);
  expect([again.status, again.headers.get('idempotency-replayed'), await runs()]).toEqual([
    202,
    null,
    before + 1,
  ]);
});

test('a claim lasts 20 seconds and an answer 24 hours', async () => {
  const key = newKey();
  const before = Date.now();
  await ingest(key);
  const after = Date.now();
  const record = await gateway.context.database.idempotencyRecord.findFirstOrThrow({ where: { key } });
  const between = (date: Date, ms: number) => date.getTime() >= before + ms && date.getTime() <= after + ms;
  expect(between(record.leaseExpiresAt, 20_000)).toBe(true);
  expect(between(record.expiresAt, 86_400_000)).toBe(true);
});

test('after 24 hours the key is as new, and what is left of it is removed', async () => {
  const { database } = gateway.context;
  const [reused, forgotten] = [newKey(), newKey()];
  for (const key of [reused, forgotten]) await ingest(key);
  const expiresAt = new Date();
  await database.idempotencyRecord.updateMany({
    where: { key: { in: [reused, forgotten] } },
    data: { expiresAt },
  });
  const again = await ingest(reused, textBody('other'));
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, null]);
  expect(await removeExpiredRequests(database)).toBe(1);
  expect(await database.idempotencyRecord.count({ where: { key: forgotten } })).toBe(0);
  expect((await ingest(reused, textBody('other'))).headers.get('idempotency-replayed')).toBe('true');
});

test('keys of one organization mean nothing to another', async () => {
  const { database } = gateway.context;
  const organizationId = await createOrganization(database, 'Other');
  const key = await createApiKey(database, { organizationId, name: 'k', scopes: ['admin'] });
  const create = (options: object) =>
    gateway.call('POST', '/v1/api-keys', {
      json: { name: 'same' },
      headers: { 'idempotency-key': 'shared' },
      ...options,
    });
  const [own, foreign] = [await create({}), await create({ key })];
  expect([own.status, foreign.status]).toEqual([201, 201]);
  expect(foreign.body.data.key).not.toBe(own.body.data.key);
});

test('a key that was created twice is the same key, and its secret is not in the database', async () => {
  const headers = { 'idempotency-key': newKey() };
  const create = () => gateway.call('POST', '/v1/api-keys', { json: { name: 'once' }, headers });
  const [first, second] = [await create(), await create()];
  expect(second.body.data.key).toBe(first.body.data.key);
  const records = await gateway.context.database.idempotencyRecord.findMany();
  const stored = Buffer.concat(records.map(({ sealedBody }) => Buffer.from(sealedBody ?? [])));
  expect(stored.includes(first.body.data.key)).toBe(false);
});

test.each(['x'.repeat(256), 'é', '\t'])('the Idempotency-Key %j is refused', async (key) => {
  const { status, body } = await ingest(Buffer.from(key).toString('latin1'));
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(body.error.details.issues[0].path).toBe('Idempotency-Key');
});

test('the longest Idempotency-Key has 255 characters', async () => {
  expect((await ingest('~'.repeat(255))).status).toBe(202);
});

test('a search takes no notice of an Idempotency-Key', async () => {
  const { status } = await gateway.call('POST', '/v1/ingest-job-runs', {
    json: { namespaceId: 'docs' },
    headers: { 'idempotency-key': 'x'.repeat(300) },
  });
  expect(status).toBe(200);
});

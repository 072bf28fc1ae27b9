import type { ServerResponse } from 'node:http';
import {
  admitDeliveries,
  createOrganization,
  createWebhook,
  replayDelivery,
  rotateSigningKey,
  sendTestEvent,
  updateWebhook,
  type WebhookSettings,
} from '@docfleet/domain';
import { createLogger } from '@docfleet/logging';
import { openResources, type Resources, resourcesConfig } from '@docfleet/resources';
import { Scope } from '@docfleet/service';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  type StubHandler,
  type StubRequest,
  type StubServer,
  startStubServer,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { z } from 'zod';
import { startWebhookDispatcher } from './start.ts';

const scope = new Scope();
const log: string[] = [];
let resources: Resources;
let organizationId: string;
let receivers: StubServer[] = [];

const masterKey = Buffer.alloc(32, 7).toString('base64');

async function start(allowCidrs: string): Promise<Resources> {
  const database = scope.defer(await createTestDatabase(), (opened) => opened.drop());
  const redis = scope.defer(await createTestRedis(), (opened) => opened.drop());
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    MASTER_KEY: masterKey,
    EGRESS_ALLOW_CIDRS: allowCidrs,
  });
  const { LOCAL_FILES_DIR, LANCEDB_URI } = config;
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ service: 'webhook-dispatcher', level: 'info' }, destination);
  const opened = openResources(scope, { ...config, LOCAL_FILES_DIR, LANCEDB_URI }, logger);
  // The first query loads a module, which jest allows only while a test or a hook runs.
  await opened.database.$connect();
  startWebhookDispatcher(scope, opened, { concurrency: 64, retentionDays: 14, disableAfterDays: 5 });
  return opened;
}

beforeAll(async () => {
  resources = await start('127.0.0.0/8');
});
afterAll(() => scope.close());
beforeEach(async () => {
  organizationId = await createOrganization(resources.database, 'Acme');
});
afterEach(async () => {
  const { database } = resources;
  await database.webhook.deleteMany();
  await database.webhookEvent.deleteMany();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function receive(handler: StubHandler = () => ({ status: 200 })): Promise<StubServer> {
  const receiver = await startStubServer(handler);
  receivers.push(receiver);
  return receiver;
}

const actor = () => ({ organizationId, apiKeyId: null });

async function listen(url: string, changes: Partial<WebhookSettings> & { tenantId?: string } = {}) {
  const { webhook, signingKey } = await createWebhook(resources.database, resources.vault, actor(), {
    name: 'x',
    url,
    events: [],
    namespaceNames: [],
    retryPolicy: 'DEFAULT',
    tenantId: null,
    ...changes,
  });
  return { id: webhook.id, signingKey };
}

const emit = (count = 1, changes: { tenantId?: string; namespaceName?: string } = {}) =>
  resources.database.webhookEvent.createMany({
    data: Array.from({ length: count }, () => ({
      organizationId,
      namespaceName: 'docs',
      type: 'DOCUMENTS_READY' as const,
      data: { documentIds: ['d'], ingestJobRunId: 'r' },
      ...changes,
    })),
  });

const deliveriesOf = (webhookId: string) =>
  resources.database.webhookDelivery.findMany({
    where: { webhookId },
    orderBy: { id: 'asc' },
    include: { log: { orderBy: { number: 'asc' } } },
  });

/** The one delivery of a webhook, once it has this status. */
const settled = (webhookId: string, status: string, withinMs = 20_000) =>
  eventually(async () => {
    const [delivery] = await deliveriesOf(webhookId);
    expect(delivery?.status).toBe(status);
    if (!delivery) throw new Error('no delivery');
    return delivery;
  }, withinMs);

const headersOf = ({ headers }: StubRequest) => headers as Record<string, string>;
const bodyOf = ({ json }: StubRequest) => json as Record<string, unknown>;
const hold = (_request: StubRequest, _response: ServerResponse) => undefined;

test('an event arrives as documented, and verifies with the library of Standard Webhooks', async () => {
  const receiver = await receive();
  const { id, signingKey } = await listen(receiver.url);
  await emit();
  const delivery = await settled(id, 'SUCCEEDED');
  const [request] = receiver.requests;
  if (!request) throw new Error('nothing arrived');
  expect(Object.keys(bodyOf(request))).toEqual([
    'requestId',
    'event',
    'data',
    'tenantId',
    'namespaceId',
    'organizationId',
    'timestamp',
  ]);
  expect(request.json).toMatchObject({
    requestId: delivery.id,
    event: 'DOCUMENTS_READY',
    data: { documentIds: ['d'], ingestJobRunId: 'r' },
    tenantId: null,
    namespaceId: 'docs',
    organizationId,
    timestamp: request.headers['x-service-timestamp'],
  });
  expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.id });
  expect(new StandardWebhook(signingKey).verify(request.body, headersOf(request))).toEqual(request.json);
  expect(delivery.log).toMatchObject([{ number: 1, statusCode: 200, error: null, responseExcerpt: '{}' }]);
});

test('a failure is sent again once, with the same id and a new timestamp, then it has failed', async () => {
  const receiver = await receive(() => ({ status: 500, body: 'out of order\0' }));
  const { id } = await listen(receiver.url);
  await emit();
  const { log: attempts } = await settled(id, 'FAILED');
  expect(attempts).toMatchObject([
    { statusCode: 500, error: 'The receiver answered 500', responseExcerpt: 'out of order\uFFFD' },
    { statusCode: 500 },
  ]);
  const [first, second] = attempts.map(({ startedAt }) => startedAt.getTime());
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(2_000);
  const [one, other, more] = receiver.requests.map(bodyOf);
  expect(one?.['requestId']).toBe(other?.['requestId']);
  expect(one?.['timestamp']).not.toBe(other?.['timestamp']);
  expect(more).toBeUndefined();
});

test('the standard policy goes on after five seconds', async () => {
  const receiver = await receive(() => ({ status: 503 }));
  const { id } = await listen(receiver.url, { retryPolicy: 'STANDARD' });
  await emit();
  const { dueAt, updatedAt } = await settled(id, 'RETRYING');
  expect(dueAt.getTime() - updatedAt.getTime()).toBe(5_000);
});

test('a redirect is not followed', async () => {
  const elsewhere = await receive();
  const receiver = await receive(() => ({ status: 301, headers: { location: elsewhere.url } }));
  const { id } = await listen(receiver.url);
  await emit();
  const { log: attempts } = await settled(id, 'FAILED');
  expect(attempts[0]?.error).toBe('The receiver answered 301; redirects are not followed');
  expect(elsewhere.requests).toEqual([]);
});

test('a connection that is closed without an answer is a failure', async () => {
  const receiver = await receive((_request, response) => void response.destroy());
  const { id } = await listen(receiver.url);
  await emit();
  const { log: attempts } = await settled(id, 'FAILED');
  expect(attempts[0]).toMatchObject({
    statusCode: null,
    error: expect.stringMatching(/^The connection failed/),
  });
});

test('of an answer no more than the beginning is read', async () => {
  let sent = 0;
  const receiver = await receive((_request, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(16_384, 'x');
    const write = () => {
      while (!response.destroyed && sent < 200_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    write();
    return undefined;
  });
  const { id } = await listen(receiver.url);
  await emit();
  const { log: attempts } = await settled(id, 'SUCCEEDED');
  expect(attempts[0]?.responseExcerpt).toBe('x'.repeat(1_024));
  // What the sockets on both sides buffer comes on top of the 64 KB.
  expect(sent).toBeLessThan(20_000_000);
});

test.each([
  ['hangs', hold],
  [
    'drips',
    (_request: StubRequest, response: ServerResponse) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(drip));
      return undefined;
    },
  ],
])(
  'a receiver that %s has ten seconds, and delays no other',
  async (_habit, handler) => {
    const slow = await receive(handler);
    const quick = await receive();
    const [{ id: slowId }, { id: quickId }] = [await listen(slow.url), await listen(quick.url)];
    await emit(100);
    await eventually(async () => {
      const done = (await deliveriesOf(quickId)).filter(({ status }) => status === 'SUCCEEDED');
      expect(done).toHaveLength(100);
    }, 9_000);
    const inFlight = (await deliveriesOf(slowId)).filter(({ status }) => status === 'QUEUED');
    expect(inFlight).toHaveLength(16);
    expect((await deliveriesOf(slowId)).flatMap(({ log: attempts }) => attempts)).toEqual([]);
    const failed = await eventually(async () => {
      const attempts = (await deliveriesOf(slowId)).flatMap((delivery) => delivery.log);
      expect(attempts.length).toBeGreaterThan(0);
      return attempts[0];
    }, 15_000);
    expect(failed?.error).toBe('There was no complete answer within 10 seconds');
    expect(failed?.durationMs).toBeGreaterThanOrEqual(10_000);
  },
  40_000,
);

test('a webhook that keeps failing has one delivery under way, and a whole window after its next success', async () => {
  const { database } = resources;
  const { id } = await listen('http://127.0.0.1:9/');
  const sizes = await database.$transaction(async (session) => {
    const setFailures = (consecutiveFailures: number) =>
      session.webhook.update({ where: { id }, data: { consecutiveFailures } });
    const event = { organizationId, namespaceName: '', type: 'WEBHOOK_TEST', data: {} } as const;
    const { id: eventId } = await session.webhookEvent.create({
      data: { ...event, dispatchedAt: new Date() },
    });
    await session.$executeRaw`
      INSERT INTO webhook_deliveries (id, "webhookId", "eventId", status, "dueAt")
      SELECT gen_random_uuid(), ${id}::uuid, ${eventId}, 'PENDING', now() - interval '1 second' FROM generate_series(1, 50)`;
    // The dispatcher that runs beside may be admitting at this moment.
    const admit = () =>
      eventually(async () => {
        const { length } = await admitDeliveries(session);
        expect(length).toBeGreaterThan(0);
        return length;
      });
    await setFailures(4);
    const whileFailing = await admit();
    await setFailures(0);
    return [whileFailing, await admit()];
  });
  expect(sizes).toEqual([1, 15]);
});

test('each webhook gets what it chose: its tenant, its namespaces, its events', async () => {
  const receiver = await receive();
  const all = await listen(receiver.url);
  const globex = await listen(receiver.url, { tenantId: 'globex' });
  const wiki = await listen(receiver.url, { namespaceNames: ['wiki'] });
  const errors = await listen(receiver.url, { events: ['DOCUMENTS_ERROR'] });
  await emit(1, { tenantId: 'globex' });
  await emit(1, { namespaceName: 'wiki' });
  await eventually(async () => expect(await deliveriesOf(all.id)).toHaveLength(2));
  const counts = [globex, wiki, errors].map(async ({ id }) => (await deliveriesOf(id)).length);
  expect(await Promise.all(counts)).toEqual([1, 1, 0]);
});

test('while keys overlap, receivers verify with either; afterwards with the new one alone', async () => {
  const receiver = await receive();
  const { id, signingKey: oldKey } = await listen(receiver.url);
  const { database, vault } = resources;
  const rotated = await rotateSigningKey(database, vault, actor(), { id, overlapHours: 24 });
  const newKey = rotated?.signingKey ?? '';
  await emit();
  await settled(id, 'SUCCEEDED');
  const [request] = receiver.requests;
  if (!request) throw new Error('nothing arrived');
  for (const key of [oldKey, newKey]) new StandardWebhook(key).verify(request.body, headersOf(request));
  const { 'x-service-signature': own, 'x-service-signature-previous': previous } = headersOf(request);
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect(previous).toMatch(/^[0-9a-f]{64}$/);
  expect(previous).not.toBe(own);

  await database.webhook.update({ where: { id }, data: { oldKeyEndsAt: new Date() } });
  await emit();
  const [, later] = await eventually(() => {
    expect(receiver.requests).toHaveLength(2);
    return receiver.requests;
  });
  if (!later) throw new Error('nothing arrived');
  new StandardWebhook(newKey).verify(later.body, headersOf(later));
  expect(() => new StandardWebhook(oldKey).verify(later.body, headersOf(later))).toThrow();
  expect(later.headers['x-service-signature-previous']).toBeUndefined();
});

test('a replay sends the same event under the same id once more', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url);
  await emit();
  const { id: deliveryId } = await settled(id, 'SUCCEEDED');
  const job = await replayDelivery(resources.database, { webhookId: id, deliveryId });
  if (!job) throw new Error('nothing to replay');
  resources.dispatcher.dispatch([job]);
  await eventually(() => expect(receiver.requests).toHaveLength(2));
  const [first, second] = receiver.requests.map(bodyOf);
  expect([second?.['requestId'], second?.['data']]).toEqual([deliveryId, first?.['data']]);
  await eventually(async () => expect((await deliveriesOf(id))[0]?.log).toHaveLength(2));
});

test('a test event reaches its webhook, whatever that chose', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url, { events: ['DOCUMENTS_ERROR'] });
  const webhook = { id, organizationId, tenantId: null };
  const { deliveryId, job } = await sendTestEvent(resources.database, webhook);
  resources.dispatcher.dispatch([job]);
  await settled(id, 'SUCCEEDED');
  expect(receiver.requests[0]?.json).toMatchObject({
    requestId: deliveryId,
    event: 'WEBHOOK_TEST',
    data: { webhookId: id },
    namespaceId: '',
  });
});

test('410 Gone disables a webhook at once; what waited for it is cancelled, and enabling it begins anew', async () => {
  const receiver = await receive(() => ({ status: receiver.requests.length > 1 ? 200 : 410 }));
  const { id } = await listen(receiver.url);
  await emit();
  const disabled = await eventually(async () => {
    const found = await resources.database.webhook.findUniqueOrThrow({ where: { id } });
    expect(found.status).toBe('DISABLED');
    return found;
  });
  expect(disabled.disabledReason).toBe('The receiver answered 410 Gone');
  expect(log.join('')).toContain('webhook disabled');
  const audit = { organizationId, action: 'webhook.disabled', targetId: id };
  expect(await resources.database.auditEvent.count({ where: audit })).toBe(1);
  await settled(id, 'CANCELLED');

  const enabled = await updateWebhook(resources.database, actor(), disabled, { status: 'ACTIVE' });
  expect(enabled).toMatchObject({ disabledReason: null, consecutiveFailures: 0, failingSince: null });
  await emit();
  await eventually(async () => expect((await deliveriesOf(id))[1]?.status).toBe('SUCCEEDED'));
});

test('a webhook that took nothing for five days is disabled, saying since when', async () => {
  const receiver = await receive(() => ({ status: 500 }));
  const { id } = await listen(receiver.url);
  const failingSince = new Date(Date.now() - 5 * 86_400_000);
  await resources.database.webhook.update({ where: { id }, data: { failingSince, consecutiveFailures: 30 } });
  await emit();
  await eventually(async () => {
    const { status, disabledReason } = await resources.database.webhook.findUniqueOrThrow({ where: { id } });
    expect([status, disabledReason]).toEqual([
      'DISABLED',
      expect.stringContaining(failingSince.toISOString()),
    ]);
  });
});

test('a delivery that was lost on the way is sent', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url);
  const { deliveryId } = await sendTestEvent(resources.database, { id, organizationId, tenantId: null });
  await resources.database.outboxEntry.deleteMany();
  const dueAt = new Date();
  await resources.database.webhookDelivery.update({ where: { id: deliveryId }, data: { dueAt } });
  await settled(id, 'SUCCEEDED');
});

test('an address in a private network is refused, and named without what lies behind', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url.replace('127.0.0.1', '[::1]'));
  await emit();
  const { log: attempts } = await settled(id, 'FAILED');
  expect(attempts[0]).toMatchObject({ statusCode: null, error: expect.stringContaining('is private') });
  expect(receiver.requests).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '../../database/index.ts';
import { createOrganization } from '../../organization/index.ts';
import { admitDeliveries, createWebhook, fanOutEvents, openDeliveryLog, removeOldEvents } from '../index.ts';

const vault = createVault(randomBytes(32).toString('base64'));
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 5 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

const settings = {
  name: 'x',
  url: 'https://example.com/',
  events: [],
  namespaceNames: [],
  retryPolicy: 'DEFAULT' as const,
  tenantId: null,
};

/** Creates a webhook with `count` queued deliveries. */
async function queueDeliveries(count: number) {
  const organizationId = await createOrganization(database, 'Acme');
  const actor = { organizationId, apiKeyId: null };
  const { webhook, signingKey } = await createWebhook(database, vault, actor, settings);
  const event = { organizationId, namespaceName: 'docs', type: 'DOCUMENTS_READY', data: {} } as const;
  await database.webhookEvent.createMany({ data: Array(count).fill(event) });
  await fanOutEvents(database);
  await admitDeliveries(database);
  const rows = await database.webhookDelivery.findMany({
    where: { webhookId: webhook.id },
    orderBy: { id: 'asc' },
  });
  return { webhookId: webhook.id, signingKey, ids: rows.map(({ id }) => id) };
}

const outcomeAt = (second: number, error: string | null) => ({
  startedAt: new Date(1_700_000_000_000 + second * 1_000),
  durationMs: 5,
  statusCode: error === null ? 200 : 500,
  error,
  responseExcerpt: '',
});

const openAll = async (log: ReturnType<typeof openDeliveryLog>, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => log.open(id)))).map((delivery) => {
    if (!delivery) throw new Error('nothing to send');
    return delivery;
  });

test('concurrent calls that open deliveries each get their own', async () => {
  const log = openDeliveryLog(database, vault);
  const [one, other] = [await queueDeliveries(3), await queueDeliveries(2)];
  const ids = [...one.ids, 'f0000000-0000-7000-8000-000000000000', ...other.ids];
  const opened = await Promise.all(ids.map((id) => log.open(id)));
  expect(opened.map((delivery) => delivery?.id)).toEqual([...one.ids, undefined, ...other.ids]);
  expect(opened.map((delivery) => delivery?.signingKey)).toEqual([
    ...one.ids.map(() => one.signingKey),
    undefined,
    ...other.ids.map(() => other.signingKey),
  ]);
});

test('failures are counted since the last success, also when they are recorded together', async () => {
  const log = openDeliveryLog(database, vault);
  const { ids, webhookId } = await queueDeliveries(7);
  const [lone, ...rest] = await openAll(log, ids);
  if (!lone) throw new Error('no delivery');
  const errors = ['early', 'early', null, 'late', 'late', 'late'];
  const [, ...streaks] = await Promise.all([
    log.record(lone, outcomeAt(0, 'alone')),
    ...rest.map((delivery, index) => log.record(delivery, outcomeAt(index + 1, errors[index] ?? null))),
  ]);
  const streak = { consecutiveFailures: 3, failingSince: outcomeAt(4, '').startedAt };
  expect(streaks).toEqual([streak, streak, undefined, streak, streak, streak]);
  const webhook = await database.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(webhook).toMatchObject(streak);
  const statuses = await database.webhookDelivery.findMany({
    where: { webhookId },
    orderBy: { id: 'asc' },
    select: { status: true, attempts: true, retries: true },
  });
  const failed = { status: 'RETRYING', attempts: 1, retries: 1 };
  const done = { status: 'SUCCEEDED', attempts: 1, retries: 0 };
  expect(statuses).toEqual([failed, failed, failed, done, failed, failed, failed]);
});

test('of a hundred attempts that are recorded together, one that the database refuses fails alone', async () => {
  const log = openDeliveryLog(database, vault);
  const { ids, webhookId } = await queueDeliveries(100);
  // More than the window of one webhook: those of many are recorded together as well.
  await database.webhookDelivery.updateMany({ where: { webhookId }, data: { status: 'QUEUED' } });
  const deliveries = await openAll(log, ids);
  const outcomes = await Promise.allSettled(
    deliveries.map((delivery, at) =>
      log.record(delivery, { ...outcomeAt(at, null), responseExcerpt: at === 50 ? 'a\u0000b' : 'ok' }),
    ),
  );
  expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([50]);
  expect(await database.webhookDelivery.count({ where: { webhookId, status: 'SUCCEEDED' } })).toBe(99);
});

test('of a hundred deliveries that are opened together, one whose key cannot be opened fails alone', async () => {
  const log = openDeliveryLog(database, vault);
  const [good, bad] = [await queueDeliveries(99), await queueDeliveries(1)];
  await database.webhook.update({ where: { id: bad.webhookId }, data: { sealedKey: Buffer.from('x') } });
  const outcomes = await Promise.allSettled(
    [...good.ids.slice(0, 50), ...bad.ids, ...good.ids.slice(50)].map((id) => log.open(id)),
  );
  expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([50]);
});

test('of a delivery that was sent twice concurrently, the first attempt to end is recorded', async () => {
  const log = openDeliveryLog(database, vault);
  const { ids } = await queueDeliveries(1);
  const [first, second] = await openAll(log, [...ids, ...ids]);
  if (!first || !second) throw new Error('no delivery');
  await log.record(first, outcomeAt(0, null));
  await log.record(second, outcomeAt(1, 'late'));
  const [delivery] = await database.webhookDelivery.findMany({
    where: { id: ids[0] ?? '' },
    include: { log: true },
  });
  expect(delivery).toMatchObject({ status: 'SUCCEEDED', attempts: 1, log: [{ number: 1, error: null }] });
});

test('events are kept for the retention, then deleted with their deliveries and attempts', async () => {
  const log = openDeliveryLog(database, vault);
  const dayMs = 86_400_000;
  const [old, young] = [await queueDeliveries(2), await queueDeliveries(1)];
  for (const delivery of await openAll(log, [...old.ids, ...young.ids]))
    await log.record(delivery, outcomeAt(0, null));
  const setAge = (webhookId: string, days: number) =>
    database.webhookEvent.updateMany({
      where: { deliveries: { some: { webhookId } } },
      data: { createdAt: new Date(Date.now() - days * dayMs) },
    });
  await database.webhookEvent.deleteMany({
    where: { deliveries: { none: { webhookId: { in: [old.webhookId, young.webhookId] } } } },
  });
  await setAge(old.webhookId, 14.1);
  await setAge(young.webhookId, 13.9);
  expect(await removeOldEvents(database, 14)).toBe(2);
  const left = await database.webhookDelivery.findMany({ include: { log: true } });
  expect(left.map(({ webhookId, log: attempts }) => [webhookId, attempts.length])).toEqual([
    [young.webhookId, 1],
  ]);
  expect(await database.webhookAttempt.count()).toBe(1);
  expect(await removeOldEvents(database, 14)).toBe(0);
});

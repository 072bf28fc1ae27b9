import type { ServerResponse } from 'node:http';
import { admitDeliveries, replayDelivery, sendTestEvent } from '@docfleet/domain/webhook';
import { limits } from '@docfleet/runtime/config';
import { eventually, type StubRequest } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestDispatcher, type TestDispatcher } from '../test/start-test-dispatcher.ts';

let dispatcher: TestDispatcher;
beforeAll(async () => {
  dispatcher = await startTestDispatcher();
});
afterEach(() => dispatcher.reset());
afterAll(() => dispatcher.close());

const bodyOf = ({ json }: StubRequest) => json as Record<string, unknown>;
const hold = (_request: StubRequest, _response: ServerResponse) => undefined;

const drip = (_request: StubRequest, response: ServerResponse) => {
  response.writeHead(200);
  const drops = setInterval(() => response.write('.'), 100);
  response.once('close', () => clearInterval(drops));
  return undefined;
};

test('receivers that hang or drip have ten seconds each, and delay no other', async () => {
  const quick = await dispatcher.receive();
  const { id: quickId } = await dispatcher.listen(quick.url);
  const slowIds: string[] = [];
  for (const habit of [hold, drip])
    slowIds.push((await dispatcher.listen((await dispatcher.receive(habit)).url)).id);
  await dispatcher.emit(100);
  await eventually(async () => {
    const done = (await dispatcher.deliveriesOf(quickId)).filter(({ status }) => status === 'SUCCEEDED');
    expect(done).toHaveLength(100);
  });
  for (const id of slowIds) {
    const deliveries = await dispatcher.deliveriesOf(id);
    expect(deliveries.filter(({ status }) => status === 'QUEUED').length).toBeLessThanOrEqual(64);
    expect(deliveries.filter(({ status }) => status === 'SUCCEEDED')).toEqual([]);
  }
  for (const id of slowIds) {
    const failed = await eventually(async () => {
      const attempts = (await dispatcher.deliveriesOf(id)).flatMap((delivery) => delivery.log);
      expect(attempts.length).toBeGreaterThan(0);
      return attempts[0];
    });
    expect(failed?.error).toBe('There was no complete answer within 10 seconds');
    expect(failed?.durationMs).toBeGreaterThanOrEqual(10_000);
  }
});

test("an organization's slow receivers leave half of the slots to others, however many they are", async () => {
  const slow = await dispatcher.receive(hold);
  const slowIds: string[] = [];
  // Ten windows of 64 are more than the 512 slots of this dispatcher.
  for (let index = 0; index < 10; index += 1) slowIds.push((await dispatcher.listen(slow.url)).id);
  await dispatcher.emit(64);
  const quick = await dispatcher.receive();
  await eventually(() => expect(slow.requests).toHaveLength(limits.webhookRequestsPerOrganization));
  const other = await dispatcher.createSourceOfAnother();
  const { id: otherId } = await other.listen(quick.url);
  await other.emit();
  await dispatcher.settled(otherId, 'SUCCEEDED');
  // None of the slow ones has ended yet: the other did not wait for one.
  const attempts = { delivery: { webhookId: { in: slowIds } } };
  expect(await dispatcher.resources.database.webhookAttempt.count({ where: attempts })).toBe(0);
  expect(slow.requests).toHaveLength(limits.webhookRequestsPerOrganization);
  // One of its own is the first to come after them.
  const { id: quickId } = await dispatcher.listen(quick.url);
  await dispatcher.emit();
  await dispatcher.settled(quickId, 'SUCCEEDED');
});

test('a webhook that keeps failing has one delivery under way, and a whole window after its next success', async () => {
  const { database } = dispatcher.resources;
  const { id } = await dispatcher.listen('http://127.0.0.1:9/');
  const sizes = await database.$transaction(async (session) => {
    const setFailures = (consecutiveFailures: number) =>
      session.webhook.update({ where: { id }, data: { consecutiveFailures } });
    const event = {
      organizationId: dispatcher.organizationId,
      namespaceName: '',
      type: 'WEBHOOK_TEST',
      data: {},
    } as const;
    const { id: eventId } = await session.webhookEvent.create({
      data: { ...event, dispatchedAt: new Date() },
    });
    await session.$executeRaw`
      INSERT INTO webhook_deliveries (id, "webhookId", "eventId", status, "dueAt")
      SELECT gen_random_uuid(), ${id}::uuid, ${eventId}, 'PENDING', now() - interval '1 second' FROM generate_series(1, 100)`;
    // The dispatcher that runs beside may be admitting at this moment.
    const admit = () =>
      eventually(async () => {
        const { length } = await admitDeliveries(session);
        expect(length).toBeGreaterThan(0);
        return length;
      });
    await setFailures(6);
    const whileFailing = await admit();
    await setFailures(0);
    return [whileFailing, await admit()];
  });
  expect(sizes).toEqual([1, 63]);
});

test('each webhook gets what it chose: its tenant, its namespaces, its events', async () => {
  const receiver = await dispatcher.receive();
  const all = await dispatcher.listen(receiver.url);
  const globex = await dispatcher.listen(receiver.url, { tenantId: 'globex' });
  const wiki = await dispatcher.listen(receiver.url, { namespaceNames: ['wiki'] });
  const errors = await dispatcher.listen(receiver.url, { events: ['DOCUMENTS_ERROR'] });
  await dispatcher.emit(1, { tenantId: 'globex' });
  await dispatcher.emit(1, { namespaceName: 'wiki' });
  await eventually(async () => expect(await dispatcher.deliveriesOf(all.id)).toHaveLength(2));
  const counts = [globex, wiki, errors].map(async ({ id }) => (await dispatcher.deliveriesOf(id)).length);
  expect(await Promise.all(counts)).toEqual([1, 1, 0]);
});

test('a replay sends the same event under the same id once more', async () => {
  const receiver = await dispatcher.receive();
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const { id: deliveryId } = await dispatcher.settled(id, 'SUCCEEDED');
  const job = await replayDelivery(dispatcher.resources.database, { webhookId: id, deliveryId });
  if (!job) throw new Error('nothing to replay');
  dispatcher.resources.dispatcher.dispatch([job]);
  await eventually(() => expect(receiver.requests).toHaveLength(2));
  const [first, second] = receiver.requests.map(bodyOf);
  expect([second?.['requestId'], second?.['data']]).toEqual([deliveryId, first?.['data']]);
  await eventually(async () => expect((await dispatcher.deliveriesOf(id))[0]?.log).toHaveLength(2));
});

test('a test event reaches its webhook, whatever that chose', async () => {
  const receiver = await dispatcher.receive();
  const { id } = await dispatcher.listen(receiver.url, { events: ['DOCUMENTS_ERROR'] });
  const webhook = { id, organizationId: dispatcher.organizationId, tenantId: null };
  const { deliveryId, job } = await sendTestEvent(dispatcher.resources.database, webhook);
  dispatcher.resources.dispatcher.dispatch([job]);
  await dispatcher.settled(id, 'SUCCEEDED');
  expect(receiver.requests[0]?.json).toMatchObject({
    requestId: deliveryId,
    event: 'WEBHOOK_TEST',
    data: { webhookId: id },
    namespaceId: '',
  });
});

test('a delivery that was lost on the way is sent', async () => {
  const receiver = await dispatcher.receive();
  const { id } = await dispatcher.listen(receiver.url);
  const { deliveryId } = await sendTestEvent(dispatcher.resources.database, {
    id,
    organizationId: dispatcher.organizationId,
    tenantId: null,
  });
  await dispatcher.resources.database.outboxEntry.deleteMany();
  const dueAt = new Date();
  await dispatcher.resources.database.webhookDelivery.update({ where: { id: deliveryId }, data: { dueAt } });
  await dispatcher.settled(id, 'SUCCEEDED');
});

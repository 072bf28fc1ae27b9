import { gzipSync } from 'node:zlib';
import { rotateSigningKey, updateWebhook } from '@docfleet/domain/webhook';
import { eventually, type StubRequest } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { eventData, startTestDispatcher, type TestDispatcher } from '../test/start-test-dispatcher.ts';

let dispatcher: TestDispatcher;
beforeAll(async () => {
  dispatcher = await startTestDispatcher();
});
afterEach(() => dispatcher.reset());
afterAll(() => dispatcher.close());

const headersOf = ({ headers }: StubRequest) => headers as Record<string, string>;
const bodyOf = ({ json }: StubRequest) => json as Record<string, unknown>;

test('an event arrives as documented, and verifies with the library of Standard Webhooks', async () => {
  const receiver = await dispatcher.receive();
  const { id, signingKey } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const delivery = await dispatcher.settled(id, 'SUCCEEDED');
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
    data: eventData,
    tenantId: null,
    namespaceId: 'docs',
    organizationId: dispatcher.organizationId,
    timestamp: request.headers['x-service-timestamp'],
  });
  expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.id });
  expect(new StandardWebhook(signingKey).verify(request.body, headersOf(request))).toEqual(request.json);
  expect(delivery.log).toMatchObject([{ number: 1, statusCode: 200, error: null, responseExcerpt: '{}' }]);
});

test('a failure is sent again once, with the same id and a new timestamp, then it has failed', async () => {
  const receiver = await dispatcher.receive(() => ({ status: 500, body: 'out of order\0' }));
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const { log: attempts } = await dispatcher.settled(id, 'FAILED');
  expect(attempts).toMatchObject([
    { statusCode: 500, error: 'The receiver answered 500', responseExcerpt: 'out of order\uFFFD' },
    { statusCode: 500 },
  ]);
  const [first, second] = attempts.map(({ startedAt }) => startedAt.getTime());
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(2_000);
  const [one, other, more] = receiver.requests.map(bodyOf);
  expect((await dispatcher.resources.metrics.scrape()).body).toMatch(
    /^docfleet_webhook_attempts_total\{outcome="refused",service="webhook-dispatcher"\} 2$/m,
  );
  expect(one?.['requestId']).toBe(other?.['requestId']);
  expect(one?.['timestamp']).not.toBe(other?.['timestamp']);
  expect(more).toBeUndefined();
});

test('the standard policy goes on after five seconds', async () => {
  const receiver = await dispatcher.receive(() => ({ status: 503 }));
  const { id } = await dispatcher.listen(receiver.url, { retryPolicy: 'STANDARD' });
  await dispatcher.emit();
  const { dueAt, updatedAt } = await dispatcher.settled(id, 'RETRYING');
  const delay = dueAt.getTime() - updatedAt.getTime();
  expect(delay).toBeGreaterThanOrEqual(5_000);
  expect(delay).toBeLessThanOrEqual(6_000);
});

test.each([
  ['seconds', () => '90'],
  // A date has no fractions of a second.
  ['a date', () => new Date(Date.now() + 91_000).toUTCString()],
])('the standard policy waits for as long as a receiver asks in %s', async (_form, retryAfter) => {
  const receiver = await dispatcher.receive(() => ({
    status: 429,
    headers: { 'retry-after': retryAfter() },
  }));
  const { id } = await dispatcher.listen(receiver.url, { retryPolicy: 'STANDARD' });
  await dispatcher.emit();
  const { dueAt, log } = await dispatcher.settled(id, 'RETRYING');
  const delay = dueAt.getTime() - Number(log[0]?.startedAt);
  expect(delay).toBeGreaterThanOrEqual(89_000);
  expect(delay).toBeLessThan(150_000);
});

test('a redirect is not followed', async () => {
  const elsewhere = await dispatcher.receive();
  const receiver = await dispatcher.receive(() => ({ status: 301, headers: { location: elsewhere.url } }));
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const { log: attempts } = await dispatcher.settled(id, 'FAILED');
  expect(attempts[0]?.error).toBe('The receiver answered 301; redirects are not followed');
  expect(elsewhere.requests).toEqual([]);
});

test('a connection that is closed without an answer is a failure', async () => {
  const receiver = await dispatcher.receive((_request, response) => void response.destroy());
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const { log: attempts } = await dispatcher.settled(id, 'FAILED');
  expect(attempts[0]).toMatchObject({
    statusCode: null,
    error: expect.stringMatching(/^The connection failed/),
  });
});

test('of an answer no more than the beginning is read', async () => {
  let sent = 0;
  const receiver = await dispatcher.receive((_request, response) => {
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
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const { log: attempts } = await dispatcher.settled(id, 'SUCCEEDED');
  expect(attempts[0]?.responseExcerpt).toBe('x'.repeat(1_024));
  // The buffers of both sockets come on top of the 64 KB.
  expect(sent).toBeLessThan(20_000_000);
});

test.each([
  ['is plain where its header says gzip', { 'content-encoding': 'gzip' }, 'ok', 'ok'],
  ['cannot be decompressed', { 'content-encoding': 'gzip' }, gzipSync('ok').subarray(0, 12), ''],
  ['has 40 KB of headers', { 'x-trace': 'x'.repeat(40_000) }, 'ok', 'ok'],
])('an answer of 200 that %s accepts the event', async (_what, headers, body, responseExcerpt) => {
  const receiver = await dispatcher.receive(() => ({ status: 200, headers, body }));
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const delivery = await dispatcher.settled(id, 'SUCCEEDED');
  expect(delivery.log).toMatchObject([{ number: 1, statusCode: 200, error: null, responseExcerpt }]);
});

test('while keys overlap, receivers verify with either; afterwards with the new one alone', async () => {
  const receiver = await dispatcher.receive();
  const { id, signingKey: oldKey } = await dispatcher.listen(receiver.url);
  const { database, vault } = dispatcher.resources;
  const rotated = await rotateSigningKey(database, vault, dispatcher.actor, { id, overlapHours: 24 });
  const newKey = rotated?.signingKey ?? '';
  await dispatcher.emit();
  await dispatcher.settled(id, 'SUCCEEDED');
  const [request] = receiver.requests;
  if (!request) throw new Error('nothing arrived');
  for (const key of [oldKey, newKey]) new StandardWebhook(key).verify(request.body, headersOf(request));
  const { 'x-service-signature': own, 'x-service-signature-previous': previous } = headersOf(request);
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect(previous).toMatch(/^[0-9a-f]{64}$/);
  expect(previous).not.toBe(own);

  await database.webhook.update({ where: { id }, data: { oldKeyEndsAt: new Date() } });
  await dispatcher.emit();
  const [, later] = await eventually(() => {
    expect(receiver.requests).toHaveLength(2);
    return receiver.requests;
  });
  if (!later) throw new Error('nothing arrived');
  new StandardWebhook(newKey).verify(later.body, headersOf(later));
  expect(() => new StandardWebhook(oldKey).verify(later.body, headersOf(later))).toThrow();
  expect(later.headers['x-service-signature-previous']).toBeUndefined();
});

test('410 Gone disables a webhook at once; what waited for it is cancelled, and enabling it begins anew', async () => {
  const receiver = await dispatcher.receive(() => ({ status: receiver.requests.length > 1 ? 200 : 410 }));
  const { id } = await dispatcher.listen(receiver.url);
  await dispatcher.emit();
  const disabled = await eventually(async () => {
    const found = await dispatcher.resources.database.webhook.findUniqueOrThrow({ where: { id } });
    expect(found.status).toBe('DISABLED');
    return found;
  });
  expect(disabled.disabledReason).toBe('The receiver answered 410 Gone');
  expect(dispatcher.log.join('')).toContain('webhook disabled');
  const audit = { organizationId: dispatcher.organizationId, action: 'webhook.disabled', targetId: id };
  expect(await dispatcher.resources.database.auditEvent.count({ where: audit })).toBe(1);
  await dispatcher.settled(id, 'CANCELLED');

  const enabled = await updateWebhook(dispatcher.resources.database, dispatcher.actor, disabled, {
    status: 'ACTIVE',
  });
  expect(enabled).toMatchObject({ disabledReason: null, consecutiveFailures: 0, failingSince: null });
  await dispatcher.emit();
  await eventually(async () => expect((await dispatcher.deliveriesOf(id))[1]?.status).toBe('SUCCEEDED'));
});

test('a webhook that took nothing for five days is disabled, saying since when', async () => {
  const receiver = await dispatcher.receive(() => ({ status: 500 }));
  const { id } = await dispatcher.listen(receiver.url);
  const failingSince = new Date(Date.now() - 5 * 86_400_000);
  await dispatcher.resources.database.webhook.update({
    where: { id },
    data: { failingSince, consecutiveFailures: 30 },
  });
  await dispatcher.emit();
  await eventually(async () => {
    const { status, disabledReason } = await dispatcher.resources.database.webhook.findUniqueOrThrow({
      where: { id },
    });
    expect([status, disabledReason]).toEqual([
      'DISABLED',
      expect.stringContaining(failingSince.toISOString()),
    ]);
  });
});

test('an address in a private network is refused, and named without what lies behind', async () => {
  const receiver = await dispatcher.receive();
  const { id } = await dispatcher.listen(receiver.url.replace('127.0.0.1', '[::1]'));
  await dispatcher.emit();
  const { log: attempts } = await dispatcher.settled(id, 'FAILED');
  expect(attempts[0]).toMatchObject({ statusCode: null, error: expect.stringContaining('is private') });
  expect(receiver.requests).toEqual([]);
});

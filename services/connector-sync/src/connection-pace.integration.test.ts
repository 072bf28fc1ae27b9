import { openCache } from '@docfleet/redis/cache';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnectionPace } from './connection-pace.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const signal = new AbortController().signal;
let redis: TestRedis;
/** Of two processes. */
let caches: ReturnType<typeof openCache>[];
beforeAll(async () => {
  redis = await createTestRedis();
  caches = [openCache({ url: redis.url }, logger), openCache({ url: redis.url }, logger)];
  await eventually(() => Promise.all(caches.map((cache) => cache.ping())));
});
afterAll(async () => {
  for (const cache of caches) cache.close();
  await redis.drop();
});

const paces = (connectionId: string, waitTimeoutMs: number) =>
  caches.map((cache) => createConnectionPace(cache).of(connectionId, waitTimeoutMs));

test('processes share the pace of a connection: together they get a burst of a second, and no more', async () => {
  const [one, two] = paces('shared', 0);
  const asked = Array.from({ length: 12 }, (_, number) => (number % 2 === 0 ? one : two)?.(signal, 4));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(4);
  // Some of a second may have passed meanwhile.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    reason: { code: 'SERVICE_UNAVAILABLE', details: { retryAfterMs: expect.any(Number) } },
  });
});

test('a vendor that asks to wait is left alone by all processes', async () => {
  const [cache] = caches;
  if (!cache) throw new Error('There is no cache');
  await createConnectionPace(cache).rest('resting', 60_000);
  const [, other] = paces('resting', 1_000);
  await expect(other?.(signal, 100)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const [, neighbour] = paces('neighbour', 1_000);
  await expect(neighbour?.(signal, 100)).resolves.toBeUndefined();
});

test('who waits for a turn lets go when it is aborted', async () => {
  const [pace] = paces('aborted', 60_000);
  await pace?.(signal, 1);
  const abort = new AbortController();
  const waiting = pace?.(abort.signal, 1);
  abort.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
});

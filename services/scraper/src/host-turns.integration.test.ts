import { type Cache, openCache } from '@docfleet/redis/cache';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHostTurns } from './host-turns.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(() => redis.drop());

const logger = createLogger({ service: 'scraper', level: 'silent' });
const turn = { delayMs: 0, signal: new AbortController().signal };

/** A cache that is connected: one that is not counts as away. */
async function connect(): Promise<Cache> {
  const cache = openCache({ url: redis.url }, logger);
  await eventually(() => cache.ping());
  return cache;
}

/** How many visits were under way at once at the most. */
async function maxAtOnce(caches: readonly Cache[]): Promise<number> {
  let active = 0;
  let most = 0;
  const visit = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
  };
  const turns = caches.map((cache) => createHostTurns(cache, 3));
  await Promise.all(
    turns.flatMap((own) => Array.from({ length: 20 }, () => own.take('a.example', turn, visit))),
  );
  for (const cache of caches) cache.close();
  return most;
}

test('two processes together keep to the limit of a host', async () => {
  expect(await maxAtOnce([await connect(), await connect()])).toBeLessThanOrEqual(3);
});

test('while Redis is away each process keeps to it by itself', async () => {
  expect(await maxAtOnce([openCache({ url: 'redis://127.0.0.1:1' }, logger)])).toBe(3);
});

test('a host that wants its pages far apart is not waited for by a worker', async () => {
  const cache = await connect();
  const turns = createHostTurns(cache, 3);
  const slow = { ...turn, delayMs: 30_000 };
  await turns.take('slow.example', slow, async () => undefined);
  await expect(turns.take('slow.example', slow, async () => undefined)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterMs: expect.any(Number) },
  });
  cache.close();
});

import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Cache, openCache } from '../cache.ts';
import {
  createCacheLeases,
  createLocalLeases,
  createRateLimiter,
  type RateLimiter,
  withFallback,
} from './index.ts';
import { windowMs } from './lease.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
let caches: Cache[];
let processes: RateLimiter[];
beforeAll(async () => {
  redis = await createTestRedis();
  caches = [
    openCache(redis, logger),
    openCache(redis, logger),
    openCache(redis, logger),
    openCache(redis, logger),
  ];
  for (const cache of caches) await eventually(() => cache.ping());
  processes = caches.map((cache) => createRateLimiter(createCacheLeases(cache)));
});
afterAll(async () => {
  for (const cache of caches) cache.close();
  await redis.drop();
});

/** Begins where the window has time enough, so that a test has it whole. */
const enterWindow = () =>
  eventually(() => expect(Date.now() % windowMs).toBeLessThan(windowMs - 10_000), 15_000);

async function takeMany(limiters: readonly RateLimiter[], subject: string, limit: number, requests: number) {
  const decisions = await Promise.all(
    Array.from({ length: requests }, (_, index) => limiters[index % limiters.length]!.take(subject, limit)),
  );
  return decisions.filter(({ allowed }) => allowed).length;
}

test('one process lets through exactly the limit', async () => {
  await enterWindow();
  const [first] = processes;
  let allowed = 0;
  for (let sent = 0; sent < 650; sent++) if ((await first!.take('alone', 600)).allowed) allowed += 1;
  expect(allowed).toBe(600);
});

test('four processes that are sent ten times the limit let through exactly the limit together', async () => {
  await enterWindow();
  expect(await takeMany(processes, 'together', 600, 6_000)).toBe(600);
});

test('what one process leased and did not use, another gets', async () => {
  await enterWindow();
  const [first, second] = processes;
  await first!.take('returned', 160);
  // The first holds 10 of 160, of which it has used one.
  const used = await takeMany([second!], 'returned', 160, 160);
  expect(used).toBe(150);
  await eventually(async () => {
    expect((await second!.take('returned', 160)).allowed).toBe(true);
  });
  expect(await takeMany([second!], 'returned', 160, 20)).toBe(8);
});

test('a limit that is raised holds at once', async () => {
  await enterWindow();
  const [first] = processes;
  expect(await takeMany([first!], 'raised', 2, 5)).toBe(2);
  const [, second] = processes;
  expect(await takeMany([second!], 'raised', 5, 5)).toBe(3);
});

test('without Redis requests are let through, up to the limit of each process', async () => {
  await enterWindow();
  const nowhere = openCache({ url: 'redis://127.0.0.1:1' }, logger);
  caches.push(nowhere);
  const leases = () => withFallback(createCacheLeases(nowhere), createLocalLeases(), logger);
  const alone = [createRateLimiter(leases()), createRateLimiter(leases())];
  expect(await takeMany(alone, 'away', 10, 100)).toBe(20);
});

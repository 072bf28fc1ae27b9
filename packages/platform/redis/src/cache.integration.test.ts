import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Cache, openCache } from './cache.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
let cache: Cache;
beforeAll(async () => {
  redis = await createTestRedis();
  cache = openCache(redis, logger);
  await eventually(() => cache.ping());
});
afterAll(async () => {
  cache.close();
  await redis.drop();
});

test('a value is returned byte for byte until it expires', async () => {
  const value = Uint8Array.from([0, 255, 128]);
  await cache.set('a', value, 200);
  expect(Uint8Array.from((await cache.get('a')) ?? [])).toEqual(value);
  await eventually(async () => expect(await cache.get('a')).toBeUndefined());
});

test('without Redis there is nothing in the cache, and nothing fails', async () => {
  const nowhere = openCache({ url: 'redis://127.0.0.1:1' }, logger);
  await nowhere.set('a', Uint8Array.from([1]), 1_000);
  expect(await nowhere.get('a')).toBeUndefined();
  await expect(nowhere.ping()).rejects.toThrow();
  nowhere.close();
});

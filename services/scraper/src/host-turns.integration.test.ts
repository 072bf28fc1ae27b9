import { AppError } from '@docfleet/errors';
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
const limits = { atOnce: 3, refusalTimeoutMs: 900_000 };
const turn = { delayMs: 0, signal: new AbortController().signal };

/** A cache that is connected: one that is not counts as away. */
async function connect(): Promise<Cache> {
  const cache = openCache({ url: redis.url }, logger);
  await eventually(() => cache.ping());
  return cache;
}

/** Returns the maximum number of concurrent visits. */
async function maxAtOnce(caches: readonly Cache[]): Promise<number> {
  let active = 0;
  let most = 0;
  const visit = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
  };
  const turns = caches.map((cache) => createHostTurns(cache, limits));
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
  const turns = createHostTurns(cache, limits);
  const slow = { ...turn, delayMs: 30_000 };
  await turns.take('slow.example', slow, async () => undefined);
  await expect(turns.take('slow.example', slow, async () => undefined)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterMs: expect.any(Number) },
  });
  cache.close();
});

const throttled = (retryAfterMs: number) =>
  new AppError('PAGE_UNAVAILABLE', 'slow down', { details: { status: 429, retryAfterMs } });
const begin = (turns: ReturnType<typeof createHostTurns>, host: string) =>
  turns.take(host, turn, async () => 'read').catch((error: unknown) => AppError.from(error));

test('a host that refuses pages is left alone for as long as it says, by all processes', async () => {
  const caches = [await connect(), await connect()];
  const [one, other] = caches.map((cache) => createHostTurns(cache, limits));
  await one!.take('busy.example', turn, () => Promise.reject(throttled(60_000))).catch(() => undefined);
  expect(await begin(other!, 'busy.example')).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterMs: expect.any(Number) },
  });
  for (const cache of caches) cache.close();
});

test('a host that has refused pages is asked more slowly after its pause', async () => {
  const cache = await connect();
  const turns = createHostTurns(cache, limits);
  await turns.take('slow-down.example', turn, () => Promise.reject(throttled(10))).catch(() => undefined);
  const times: number[] = [];
  const visit = async () => void times.push(performance.now());
  for (let visits = 0; visits < 3; visits += 1) await turns.take('slow-down.example', turn, visit);
  expect(times[2]! - times[1]!).toBeGreaterThan(500);
  cache.close();
});

test('pages that are put off are sent to different times', async () => {
  const cache = await connect();
  const turns = createHostTurns(cache, limits);
  const slow = { ...turn, delayMs: 20_000 };
  await turns.take('far-apart.example', slow, async () => undefined);
  const waits: number[] = [];
  for (let page = 0; page < 3; page += 1) {
    const error = await turns.take('far-apart.example', slow, async () => undefined).catch(AppError.from);
    waits.push(error?.details.retryAfterMs ?? 0);
  }
  expect(waits[1]! - waits[0]!).toBeGreaterThan(15_000);
  expect(waits[2]! - waits[1]!).toBeGreaterThan(15_000);
  cache.close();
});

test('a failure that is no refusal slows nothing down', async () => {
  const cache = await connect();
  const turns = createHostTurns(cache, limits);
  const missing = new AppError('PAGE_NOT_FOUND', 'gone');
  await turns.take('fine.example', turn, () => Promise.reject(missing)).catch(() => undefined);
  expect(await begin(turns, 'fine.example')).toBe('read');
  cache.close();
});

test('a host that refuses everything for longer than the timeout fails its pages for that', async () => {
  const cache = await connect();
  const turns = createHostTurns(cache, { atOnce: 3, refusalTimeoutMs: 1 });
  const refuse = () => Promise.reject(throttled(6_000));
  await turns.take('closed.example', turn, refuse).catch(() => undefined);
  await eventually(async () =>
    expect(await begin(turns, 'closed.example')).toMatchObject({
      code: 'PAGE_UNAVAILABLE',
      message: expect.stringContaining('has refused every page'),
      details: { maxAttempts: 1 },
    }),
  );
  cache.close();
});

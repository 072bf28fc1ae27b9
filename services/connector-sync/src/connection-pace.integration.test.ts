import type { AppError } from '@docfleet/errors';
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

function cacheOf(process: number) {
  const cache = caches[process];
  if (!cache) throw new Error('There is no such process');
  return cache;
}

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
  await createConnectionPace(cacheOf(0)).rest('resting', 60_000);
  const [, other] = paces('resting', 1_000);
  await expect(other?.(signal, 100)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const [, neighbor] = paces('neighbor', 1_000);
  await expect(neighbor?.(signal, 100)).resolves.toBeUndefined();
});

test('who waits for a turn lets go when it is aborted', async () => {
  const [pace] = paces('aborted', 60_000);
  await pace?.(signal, 1);
  const abort = new AbortController();
  const waiting = pace?.(abort.signal, 1);
  abort.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
});

test('what would wait for too long is refused, with how long', async () => {
  const [pace, other] = paces('refused', 0);
  await pace?.(signal, 1);
  const refusal = await other?.(signal, 1).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The vendor lets this connection ask no faster',
  });
  const { retryAfterMs = 0 } = (refusal as AppError).details;
  expect(retryAfterMs).toBeGreaterThan(0);
  expect(retryAfterMs).toBeLessThanOrEqual(1_000);
  expect(Number.isInteger(retryAfterMs)).toBe(true);
});

test('what is allowed to wait has its turn', async () => {
  const [pace] = paces('waiting', 5_000);
  for (let turn = 0; turn < 5; turn += 1) await expect(pace?.(signal, 4)).resolves.toBeUndefined();
});

test('a short rest does not end a longer one', async () => {
  const pace = createConnectionPace(cacheOf(0));
  await pace.rest('long', 60_000);
  await pace.rest('long', 10);
  const refusal = await pace
    .of('long', 0)(signal, 1)
    .catch((error: unknown) => error);
  expect((refusal as AppError).details.retryAfterMs).toBeGreaterThan(50_000);
  expect((refusal as AppError).details.retryAfterMs).toBeLessThanOrEqual(60_000);
});

test('who was let go before its turn takes none', async () => {
  const [pace] = paces('gone', 0);
  const abort = new AbortController();
  abort.abort('stop');
  await expect(pace?.(abort.signal, 1)).rejects.toBe('stop');
  await expect(pace?.(signal, 1)).resolves.toBeUndefined();
});

test('while Redis is away, a process keeps the pace of each connection by itself', async () => {
  const away = openCache({ url: 'redis://127.0.0.1:1' }, logger);
  const pace = createConnectionPace(away);
  await expect(pace.rest('alone', 60_000)).resolves.toBeUndefined();
  await pace.of('alone', 0)(signal, 0.001);
  await pace.of('other', 0)(signal, 0.001);
  const abort = new AbortController();
  const waiting = pace.of('alone', 0)(abort.signal, 0.001);
  abort.abort('stop');
  await expect(waiting).rejects.toBe('stop');
  away.close();
});

test('who waits for a quota that rests is let go when it is aborted, and one without rest does not wait', async () => {
  const pace = createConnectionPace(cacheOf(0));
  await pace.rest('quota', 60_000);
  const shares = (quota: string | undefined) => pace.of('sharing', 120_000, async () => quota);
  const abort = new AbortController();
  const waiting = shares('quota')(abort.signal, 100);
  abort.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  await expect(shares('other')(signal, 100)).resolves.toBeUndefined();
  await expect(shares(undefined)(signal, 100)).resolves.toBeUndefined();
  const hurried = pace.of('sharing', 1_000, async () => 'quota')(signal, 100);
  await expect(hurried).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

type Run = Parameters<typeof createConnectionPace>[0]['run'];

/** Returns a cache with fixed responses, which records the key and the numbers of each request. */
function answering(...answers: (number | Error)[]) {
  const asked: unknown[][] = [];
  const run: Run = async (_script, key, numbers) => {
    asked.push([key, ...numbers]);
    const answer = answers.shift() ?? 0;
    if (answer instanceof Error) throw answer;
    return String(answer);
  };
  return { asked, pace: createConnectionPace({ ...cacheOf(0), run }) };
}

test.each([
  [4, [250, 750]],
  [1, [1_000, 0]],
  [0.5, [2_000, 0]],
])('%d requests a second are so far apart, and so many of them come at once', async (perSecond, limits) => {
  const { asked, pace } = answering();
  await pace.of('one', 7)(signal, perSecond);
  expect(asked).toEqual([['connection-pace:one', ...limits, 7]]);
});

test.each([
  ['as long as is allowed', 30, undefined],
  ['a moment longer', 31, 31],
  ['part of a millisecond longer', 30.2, 31],
])(
  'a quota that rests for %s is waited for, or said to rest for so long',
  async (_name, left, retryAfterMs) => {
    const { asked, pace } = answering(left);
    const turn = pace.of('one', 30, async () => 'shared')(signal, 1);
    if (retryAfterMs === undefined) await turn;
    else await expect(turn).rejects.toMatchObject({ details: { retryAfterMs } });
    const shared = ['connection-pace:shared'];
    expect(asked).toEqual(
      retryAfterMs === undefined ? [shared, ['connection-pace:one', 1_000, 0, 30]] : [shared],
    );
  },
);

test.each([
  ['is refused with how long it would take', -12.5, 13],
  ['waits', 1, undefined],
])('a turn that %s says so', async (_name, answer, retryAfterMs) => {
  const { pace } = answering(answer);
  const turn = pace.of('one', 0)(signal, 1);
  if (retryAfterMs === undefined) await expect(turn).resolves.toBeUndefined();
  else await expect(turn).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfterMs } });
});

test('a rest is kept under the name that it was asked for', async () => {
  const { asked, pace } = answering();
  await pace.rest('one', 500);
  expect(asked).toEqual([['connection-pace:one', 500]]);
});

test('a quota of which Redis cannot say whether it rests lets the connection go on', async () => {
  const { asked, pace } = answering(new Error('away'));
  await pace.of('one', 0, async () => 'shared')(signal, 1);
  expect(asked).toHaveLength(2);
});

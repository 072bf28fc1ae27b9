import { expect, test } from '@jest/globals';
import { createLocalLeases, type LeaseSource } from './lease.ts';
import { createRateLimiter } from './rate-limiter.ts';

const minuteMs = 60_000;

function createClock(start = 10 * minuteMs) {
  let now = start;
  return { now: () => now, pass: (ms: number) => (now += ms) };
}

/** Counts how often a source is asked. */
function counting(source: LeaseSource): { source: LeaseSource; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    source: (...order) => {
      asked += 1;
      return source(...order);
    },
  };
}

test.each([1, 2, 15, 16, 17, 600, 1_000])(
  'one process alone lets through exactly its limit of %i requests',
  async (limit) => {
    const { now } = createClock();
    const limiter = createRateLimiter(createLocalLeases(now), now);
    const remaining: number[] = [];
    for (let sent = 0; sent < limit; sent++) {
      const decision = await limiter.take('k', limit);
      expect(decision.allowed).toBe(true);
      remaining.push(decision.remaining);
    }
    expect(remaining).toEqual(Array.from({ length: limit }, (_, index) => limit - 1 - index));
    expect(await limiter.take('k', limit)).toMatchObject({ allowed: false, remaining: 0 });
  },
);

test('the window ends with the minute, and then the whole limit is there again', async () => {
  const { now, pass } = createClock(10 * minuteMs + 15_000);
  const limiter = createRateLimiter(createLocalLeases(now), now);
  await limiter.take('k', 1);
  const refused = await limiter.take('k', 1);
  expect(refused).toEqual({ allowed: false, limit: 1, remaining: 0, resetAt: 660, retryAfterMs: 45_000 });
  pass(45_000);
  expect(await limiter.take('k', 1)).toMatchObject({ allowed: true, resetAt: 720 });
});

test('what two keys do does not concern each other', async () => {
  const { now } = createClock();
  const limiter = createRateLimiter(createLocalLeases(now), now);
  await limiter.take('a', 1);
  expect(await limiter.take('b', 1)).toMatchObject({ allowed: true });
});

test('600 requests ask the source fewer than 100 times, and refusals ask it no more', async () => {
  const { now } = createClock();
  const { source, asked } = counting(createLocalLeases(now));
  const limiter = createRateLimiter(source, now);
  for (let sent = 0; sent < 600; sent++) await limiter.take('k', 600);
  expect(asked()).toBeLessThan(100);
  await limiter.take('k', 600);
  const before = asked();
  for (let sent = 0; sent < 600; sent++) await limiter.take('k', 600);
  expect(asked()).toBe(before);
});

test('requests that come at once ask the source together', async () => {
  const { now } = createClock();
  const { source, asked } = counting(createLocalLeases(now));
  const limiter = createRateLimiter(source, now);
  const decisions = await Promise.all(Array.from({ length: 150 }, () => limiter.take('k', 100)));
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(100);
  expect(asked()).toBeLessThan(5);
});

test('while a process has a lease it answers without waiting', async () => {
  const { now } = createClock();
  const limiter = createRateLimiter(createLocalLeases(now), now);
  await limiter.take('k', 600);
  expect(limiter.take('k', 600)).not.toBeInstanceOf(Promise);
});

test('a source that fails fails the requests that need it, and is asked again by the next', async () => {
  const { now } = createClock();
  const leases = createLocalLeases(now);
  let fails = true;
  const limiter = createRateLimiter(
    (...order) => (fails ? Promise.reject(new Error('away')) : leases(...order)),
    now,
  );
  await expect(limiter.take('k', 1)).rejects.toThrow('away');
  fails = false;
  expect(await limiter.take('k', 1)).toMatchObject({ allowed: true });
});

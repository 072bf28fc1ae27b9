import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { deservesRetry, postponement, retryDelay } from './define-queue.ts';

const unavailable = new AppError('PROVIDER_UNAVAILABLE', 'down');

test('a provider that is away is waited for, for most of a day', () => {
  let waited = 0;
  let attempt = 1;
  for (; deservesRetry(unavailable, attempt); attempt += 1)
    waited += retryDelay(unavailable, attempt, () => 0.5);
  expect(waited / 3_600_000).toBeGreaterThan(17);
});

test('a fault of our own is not tried for ever', () => {
  expect(deservesRetry(new AppError('INTERNAL_ERROR', 'bug'), 4)).toBe(true);
  expect(deservesRetry(new AppError('INTERNAL_ERROR', 'bug'), 5)).toBe(false);
});

test('work that says how often it is worth trying is tried as often', () => {
  const costly = new AppError('PROVIDER_UNAVAILABLE', 'half a file', { details: { maxAttempts: 6 } });
  expect([deservesRetry(costly, 5), deservesRetry(costly, 6)]).toEqual([true, false]);
});

test('what cannot succeed is not tried again', () => {
  expect(deservesRetry(new AppError('PROVIDER_REJECTED', 'wrong key'), 1)).toBe(false);
});

test('the provider says how long to wait', () => {
  const limited = new AppError('PROVIDER_RATE_LIMITED', 'slow down', { details: { retryAfterMs: 7_000 } });
  expect(retryDelay(limited, 9, () => 0)).toBe(7_000);
});

test('delays double, and stop growing at five minutes', () => {
  const delays = [1, 2, 3, 30].map((attempt) => retryDelay(unavailable, attempt, () => 1));
  expect(delays).toEqual([500, 1_000, 2_000, 300_000]);
});

test('work whose turn has not come is postponed, and work that failed is not', () => {
  const details = { retryAfterMs: 2_000 };
  expect(postponement(new AppError('SERVICE_UNAVAILABLE', 'busy', { details }))).toBe(2_000);
  expect(postponement(new AppError('SERVICE_UNAVAILABLE', 'no space left'))).toBeUndefined();
  expect(postponement(new AppError('PROVIDER_RATE_LIMITED', 'slow down', { details }))).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import { retryDelayOf } from './delivery-log.ts';

const dayMs = 86_400_000;

function allDelays(policy: 'DEFAULT' | 'STANDARD', retryAfterMs: number, random: () => number): number[] {
  const delays: number[] = [];
  for (;;) {
    const delay = retryDelayOf(policy, delays.length, retryAfterMs, random);
    if (delay === undefined) return delays;
    delays.push(delay);
  }
}

test('the default policy has one retry after exactly two seconds, whatever the Retry-After', () => {
  expect(allDelays('DEFAULT', 3_600_000, () => 1)).toEqual([2_000]);
});

test('the standard policy has the nine retries of Standard Webhooks', () => {
  const seconds = allDelays('STANDARD', 0, () => 0).map((delay) => delay / 1_000);
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test('the standard policy spreads retries over a fifth of their delay', () => {
  expect([0, 0.5, 1].map((share) => retryDelayOf('STANDARD', 0, 0, () => share))).toEqual([
    5_000, 5_500, 6_000,
  ]);
});

test.each([
  ['less than planned', 1, 1_000, 300_000],
  ['more than planned', 0, 60_000, 60_000],
  ['more than an hour', 0, dayMs, 3_600_000],
])(
  'with the standard policy a Retry-After of %s delays the retry by that time',
  (_name, retries, asked, delay) => {
    expect(retryDelayOf('STANDARD', retries, asked, () => 0)).toBe(delay);
  },
);

test('the last retry is due before its event is deleted, after four days at the earliest', () => {
  const total = allDelays('STANDARD', dayMs, () => 1).reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeLessThan(4 * dayMs);
});

import { expect, test } from '@jest/globals';
import { exhaustedForMs, retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT' }, 20_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '99999999999' }, 3_600_000],
  [{ 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
  [{ 'retry-after-ms': 'x', 'retry-after': '2' }, 2_000],
])('%j asks for %p ms', (headers, wait) => {
  expect(retryAfterMs(new Headers(headers), now)).toBe(wait);
});

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'ratelimit-remaining': '3', 'ratelimit-reset': '20' }, undefined],
  [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '20' }, 20_000],
  [{ 'ratelimit-remaining': '0' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-03-01T12:00:20Z' }, 20_000],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 + 20) }, 20_000],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 20_000) }, 20_000],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-03-01T11:00:00Z' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999' }, 3_600_000],
  [{ ratelimit: '"default";r=0;t=30' }, 30_000],
  [{ ratelimit: '"default";r=5;t=30' }, undefined],
  [{ ratelimit: 'limit=100, remaining=0, reset=30' }, 30_000],
])('%j says that nothing is accepted for %p ms', (headers, wait) => {
  expect(exhaustedForMs(new Headers(headers), now)).toBe(wait);
});

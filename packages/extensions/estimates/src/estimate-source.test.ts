import { expect, test } from '@jest/globals';
import { listingMs } from './estimate-source.ts';

test('a timer takes the share of the time that listing gets, however much time is left', () => {
  for (let leftMs = 1; leftMs <= 30_000; leftMs += 7) {
    expect(() => AbortSignal.timeout(listingMs(leftMs))).not.toThrow();
    expect(listingMs(leftMs)).toBeLessThanOrEqual(leftMs);
  }
});

import { expect, test } from '@jest/globals';
import { inParallel } from './ingest-files.ts';

test('so many are under way at once, and no more', async () => {
  let underWay = 0;
  let most = 0;
  const seen: number[] = [];
  await inParallel(
    Array.from({ length: 20 }, (_, index) => index),
    4,
    async (item) => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      seen.push(item);
    },
  );
  expect(most).toBe(4);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('after a failure what is under way is finished, and nothing else begun', async () => {
  const begun: number[] = [];
  const finished: number[] = [];
  const failing = inParallel(
    Array.from({ length: 20 }, (_, index) => index),
    2,
    async (item) => {
      begun.push(item);
      if (item === 3) throw new Error('no');
      await new Promise(setImmediate);
      finished.push(item);
    },
  );
  await expect(failing).rejects.toThrow('no');
  expect(finished).toEqual(begun.filter((item) => item !== 3));
  expect(begun.length).toBeLessThan(7);
});

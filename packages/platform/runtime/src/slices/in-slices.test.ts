import { expect, test } from '@jest/globals';
import { inSlices } from './in-slices.ts';

const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};
/** Items of which each takes a slice. */
const long = Array.from({ length: 20 }, (_, index) => index);

test('between two slices of many computations the event loop runs once', async () => {
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 5 }, () => inSlices(long.slice(0, 4), () => busy(11))));
  isOver = true;
  // Five computations of four slices, the first of which run at once.
  expect(iterations).toBeGreaterThanOrEqual(15);
});

test('owners take turns, however much one of them has to do', async () => {
  const order: string[] = [];
  const run = (owner: string, items: readonly number[]) =>
    inSlices(items, () => busy(11), { owner: [owner] }).then(() => order.push(owner));
  await Promise.all([
    ...Array.from({ length: 6 }, () => run('many', long.slice(0, 4))),
    run('one', long.slice(0, 4)),
  ]);
  expect(order.indexOf('one')).toBeLessThan(2);
});

test('ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  const work = inSlices(
    long,
    (item) => {
      done.push(item);
      busy(11);
    },
    { signal: stop.signal },
  );
  stop.abort(new Error('not wanted'));
  await expect(work).rejects.toThrow('not wanted');
  expect(done).toEqual([0]);
});

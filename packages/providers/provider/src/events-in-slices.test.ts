import { expect, test } from '@jest/globals';
import { eventsInSlices } from './answer-limit.ts';

async function* manyEvents() {
  for (let index = 0; index < 200_000; index += 1) yield index;
}

test('while many events are read the event loop runs', async () => {
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let last: number | undefined;
  for await (const event of eventsInSlices(manyEvents())) last = event;
  isOver = true;
  expect(last).toBe(199_999);
  expect(iterations).toBeGreaterThan(5);
});

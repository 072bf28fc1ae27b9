import { expect, test } from '@jest/globals';
import { createTurns } from './turns.ts';

/** Lets tasks of these owners come in this order, and ends each once it has begun; returns the order in which they began. */
async function orderOf(size: number, tasks: readonly (readonly [owner: string, urgent?: boolean])[]) {
  const turns = createTurns(size);
  const order: string[] = [];
  const begun: (() => void)[] = [];
  const all = tasks.map(async ([owner, urgent = false]) => {
    await turns.take(owner, urgent);
    order.push(owner);
    await new Promise<void>((resolve) => void begun.push(resolve));
    turns.end(owner);
  });
  while (order.length < tasks.length || begun.length > 0) {
    begun.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  return order;
}

test('an owner with many tasks does not keep another waiting', async () => {
  const order = await orderOf(2, [['a'], ['a'], ['a'], ['a'], ['b']]);
  expect(order.indexOf('b')).toBe(2);
});

test('tasks of one owner come in their order, urgent ones first', async () => {
  const order = await orderOf(1, [['a'], ['b'], ['c'], ['urgent', true]]);
  expect(order).toEqual(['a', 'urgent', 'b', 'c']);
});

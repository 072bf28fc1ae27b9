import { expect, test } from '@jest/globals';
import { createTurns } from './sandbox-pool.ts';

/** Lets tasks of these owners come in this order, and ends each once it has begun; returns the order in which they began. */
async function orderOf(size: number, tasks: readonly (readonly [owner: string, urgent?: boolean])[]) {
  const turns = createTurns(size);
  const order: string[] = [];
  const begun: (() => void)[] = [];
  const all = tasks.map(async ([owner, urgent = false]) => {
    await turns.take(owner.split('/'), urgent);
    order.push(owner);
    await new Promise<void>((resolve) => void begun.push(resolve));
    turns.end(owner.split('/'));
  });
  while (order.length < tasks.length || begun.length > 0) {
    begun.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  return order;
}

test('an organization with tasks in many namespaces does not keep another waiting', async () => {
  const many = Array.from({ length: 20 }, (_, index) => [`a/${index}`] as const);
  const order = await orderOf(2, [...many, ['b/1']]);
  expect(order.indexOf('b/1')).toBe(2);
});

test('an organization whose first task comes while another occupies all turns begins at once', async () => {
  const turns = createTurns(2);
  for (const owner of [['a'], ['a'], ['b']]) await turns.take(owner, false);
  const begun: string[] = [];
  for (const owner of ['b', 'c']) void turns.take([owner], false).then(() => begun.push(owner));
  await new Promise(setImmediate);
  expect(begun).toEqual([]);
});

test('an urgent task overtakes those of its own organization, and not the first one of another', async () => {
  const order = await orderOf(1, [['a/1'], ['a/2'], ['b/1'], ['a/urgent', true]]);
  expect(order.indexOf('a/urgent')).toBeLessThan(order.indexOf('a/2'));
  expect(order.indexOf('b/1')).toBeLessThan(order.indexOf('a/urgent'));
});

test('within an organization, the namespace with the fewest running tasks comes next', async () => {
  const order = await orderOf(2, [['a/1'], ['a/1'], ['a/1'], ['a/2']]);
  expect(order).toEqual(['a/1', 'a/1', 'a/2', 'a/1']);
});

import { expect, test } from '@jest/globals';
import { createFairQueue, inTurns } from './index.ts';

const ownedBy = (...owner: string[]) => ({ owner });

test('organizations take turns, however many namespaces one has', () => {
  const many = Array.from({ length: 20 }, (_, index) => ownedBy('many', `namespace ${index}`));
  const order = inTurns([...many, ownedBy('one', 'namespace'), ownedBy('one', 'namespace')]);
  const positions = order.flatMap(({ owner }, position) => (owner[0] === 'one' ? [position] : []));
  expect(positions).toEqual([1, 3]);
});

test('within an organization its namespaces take turns, and within a namespace its tenants', () => {
  const items = ['a', 'a', 'a', 'b'].map((tenant) => ownedBy('o', 'n', tenant));
  const order = inTurns([...items, ownedBy('o', 'm', 'c')]).map(({ owner }) => owner.slice(1).join(' '));
  expect(order).toEqual(['n a', 'm c', 'n b', 'n a', 'n a']);
});

test('an owner whose turn was before comes after one that arrives meanwhile', () => {
  const queue = createFairQueue<string>();
  for (const item of ['first', 'second']) queue.push(['a'], item);
  expect(queue.shift()).toBe('first');
  queue.push(['b'], 'other');
  expect([queue.shift(), queue.shift(), queue.shift()].sort()).toEqual(['other', 'second', undefined]);
  expect(queue.size).toBe(0);
});

test('a hundred thousand waiting items of one owner are taken in their order within two seconds', () => {
  const queue = createFairQueue<number>();
  const count = 100_000;
  const startedAt = performance.now();
  for (let item = 0; item < count; item += 1) queue.push(['a', 'b'], item);
  const taken = Array.from({ length: count }, () => queue.shift());
  expect(taken).toEqual(Array.from({ length: count }, (_, item) => item));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

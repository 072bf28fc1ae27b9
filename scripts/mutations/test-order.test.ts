import { expect, test } from '@jest/globals';
import { createTestOrder } from './test-order.ts';

const measured = (testFile: string, durationMs: number) => ({ testFile, durationMs, executed: {} });
const tests = [measured('slow', 1_000), measured('quick', 10), measured('sharp', 100)];
const names = (order: ReturnType<typeof createTestOrder>, source: string) =>
  order.of(source, tests).map(({ testFile }) => testFile);

test('without a record the quickest tests come first', () => {
  expect(names(createTestOrder(), 'one.ts')).toEqual(['quick', 'sharp', 'slow']);
});

test('tests that notice the mistakes of a source come before quick ones that do not, for that source alone', () => {
  const order = createTestOrder();
  for (let mistake = 0; mistake < 10; mistake += 1) {
    order.note('one.ts', 'quick', false);
    order.note('one.ts', 'sharp', true);
  }
  expect(names(order, 'one.ts')).toEqual(['sharp', 'quick', 'slow']);
  expect(names(order, 'other.ts')).toEqual(['quick', 'sharp', 'slow']);
});

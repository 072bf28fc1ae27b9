import { expect, test } from '@jest/globals';
import { bootstrapMean } from './compare.ts';

test('the same values and seed have the same interval, another seed another', () => {
  const values = Array.from({ length: 40 }, (_, index) => (index * 7) % 11);
  expect(bootstrapMean(values, 1)).toEqual(bootstrapMean(values, 1));
  expect(bootstrapMean(values, 1)).not.toEqual(bootstrapMean(values, 2));
});

test('the interval of a share is that of the normal approximation', () => {
  const values = Array.from({ length: 400 }, (_, index) => (index % 4 === 0 ? 1 : 0));
  const estimate = bootstrapMean(values, 7);
  const half = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
  expect(estimate?.value).toBe(0.25);
  expect(estimate?.low).toBeCloseTo(0.25 - half, 1.7);
  expect(estimate?.high).toBeCloseTo(0.25 + half, 1.7);
});

test('95 of 100 intervals hold the mean that the values were drawn from', () => {
  // A linear congruential generator of its own: the generator under test must not make its own data.
  let state = 12_345;
  const draw = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const holding = Array.from({ length: 300 }, (_, seed) => {
    const { low = 1, high = 0 } = bootstrapMean(Array.from({ length: 60 }, draw), seed) ?? {};
    return low <= 0.5 && high >= 0.5;
  }).filter(Boolean).length;
  expect(holding / 300).toBeGreaterThan(0.9);
  expect(holding / 300).toBeLessThan(0.99);
});

test('equal values have no width, and no values have no mean', () => {
  expect(bootstrapMean([0.5, 0.5, 0.5], 3)).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
  expect(bootstrapMean([], 3)).toBeUndefined();
});

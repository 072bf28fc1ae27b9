import { expect, test } from '@jest/globals';
import { acceptVectors, unitVector } from './accept-vectors.ts';

test('a vector keeps its direction and becomes 1 long', () => {
  expect(unitVector([3, 4])).toEqual(Float32Array.of(0.6, 0.8));
});

test.each([1e-150, 1e-40, 1e39, 1e150])(
  'values in the range of %d, which no float has, become one',
  (size) => {
    expect(unitVector([3 * size, 4 * size])).toEqual(Float32Array.of(0.6, 0.8));
  },
);

test.each([
  ['zero', [0, 0]],
  ['NaN', [1, Number.NaN]],
  ['infinite', [1, Number.POSITIVE_INFINITY]],
  ['too long for a number', [1e300, 1e300]],
  ['null, as some servers write NaN', [1, null]],
  ['text', [1, '2']],
  ['empty', []],
])('%s returns no vector', (_, values) => {
  expect(unitVector(values)).toBeUndefined();
});

test('vectors of a model of this process are billed by no vendor', () => {
  const accept = () => acceptVectors([[0, 0]], { vendor: 'Acme', count: 1, dimensions: 2, isLocal: true });
  expect(accept).toThrow(expect.objectContaining({ details: expect.not.objectContaining({ isPaid: true }) }));
});

test('vectors that were computed and cannot be used count as paid for', () => {
  expect(() => acceptVectors([[0, 0]], { vendor: 'Acme', count: 1, dimensions: 2 })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ isPaid: true }) }),
  );
});

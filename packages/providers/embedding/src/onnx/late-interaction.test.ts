import { expect, test } from '@jest/globals';
import { lateInteraction, tokenVectors } from './late-interaction.ts';

const tokens = (...values: number[]) =>
  tokenVectors(Float32Array.from(values), { start: 0, count: values.length / 2, dimensions: 2 });

test('each token of a query counts by the token of the text that is nearest to it', () => {
  const query = tokens(1, 0, 0, 5);
  expect(lateInteraction(query, tokens(3, 0, 0, 2), 2)).toBeCloseTo(1);
  expect(lateInteraction(query, tokens(3, 0), 2)).toBeCloseTo(0.5);
  expect(lateInteraction(query, tokens(-3, 0), 2)).toBeCloseTo(-0.5);
  expect(lateInteraction(query, tokens(1, 1), 2)).toBeCloseTo(Math.SQRT1_2);
});

test('a text or a query without tokens has nothing in common with any', () => {
  expect(lateInteraction(tokens(), tokens(1, 0), 2)).toBe(0);
  expect(lateInteraction(tokens(1, 0), tokens(), 2)).toBe(0);
});

test('tokens are read from where their text begins', () => {
  const hidden = Float32Array.from([9, 9, 0, 2, 4, 0, 7, 7]);
  expect([...tokenVectors(hidden, { start: 2, count: 2, dimensions: 2 })]).toEqual([0, 1, 1, 0]);
});

import { expect, test } from '@jest/globals';
import { createVectorId, generationOfVector, vectorIdIn } from './index.ts';

test('a vector id contains the generation that made it; an id without one is of the first', () => {
  const ids = [1, 2, 30].map((generation) => createVectorId('d', generation, '0-_:hash.1'));
  expect(ids).toEqual(['d#0-_:hash.1', 'd#2:0-_:hash.1', 'd#30:0-_:hash.1']);
  expect(ids.map(generationOfVector)).toEqual([1, 2, 30]);
  expect(generationOfVector('d#AbC.2')).toBe(1);
});

test("the ids of all generations start with the document's id", () => {
  for (const generation of [1, 2]) expect(createVectorId('d', generation, 'h')).toMatch(/^d#/);
});

test('the same content has an id in each generation, which differ by the generation alone', () => {
  const [first, second] = [1, 2].map((generation) => createVectorId('d', generation, '12-_:hash.1')) as [
    string,
    string,
  ];
  expect([vectorIdIn(first, 2), vectorIdIn(second, 1), vectorIdIn(second, 30)]).toEqual([
    second,
    first,
    'd#30:12-_:hash.1',
  ]);
});

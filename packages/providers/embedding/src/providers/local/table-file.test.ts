import { expect, test } from '@jest/globals';
import { decodeTable, dimensions, encodeTable } from './table-file.ts';

const row = (word: string, value: number) => ({ word, vector: new Int8Array(dimensions).fill(value) });

test('a table is read as it was written', () => {
  const { words, vectors } = decodeTable(encodeTable([row('the', 1), row('größe', -127)]));
  expect(words).toEqual(['the', 'größe']);
  expect(vectors).toHaveLength(2 * dimensions);
  expect(vectors.at(-1)).toBe(-127);
});

test('a table that was cut off is not used', () => {
  const file = encodeTable([row('the', 1), row('of', 2)]);
  expect(() => decodeTable(file.subarray(0, -1))).toThrow('damaged');
});

import { expect, test } from '@jest/globals';
import { type Data, makeVector } from 'apache-arrow';
import { bytesColumn, numberListColumn, textColumn, textListColumn, vectorColumn } from './columns.ts';

const valuesOf = (column: Data) => [...makeVector(column)];

test('texts are read as they were written, nothing and the empty text apart, half a character replaced', () => {
  const values = ['a', null, '', 'größer 🦩 東京', ...Array.from({ length: 9 }, (_, index) => `${index}`), null];
  expect(valuesOf(textColumn(values))).toEqual(values);
  expect(valuesOf(textColumn(['\ud83e', '\udda9']))).toEqual(['\ufffd', '\ufffd']);
  expect(valuesOf(textColumn([]))).toEqual([]);
});

test('bytes, lists and vectors are read as they were written', () => {
  const bytes = [new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([3])];
  expect(valuesOf(bytesColumn(bytes))).toEqual(bytes);
  const lists = (column: Data) => valuesOf(column).map((row) => [...row]);
  expect(lists(textListColumn([['a', 'b'], [], ['']]))).toEqual([['a', 'b'], [], ['']]);
  expect(lists(numberListColumn([[], [1.5, -2]]))).toEqual([[], [1.5, -2]]);
  const rows = [new Float32Array([1, 2]), new Float32Array([3, 4])];
  expect(lists(vectorColumn(rows, 2))).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

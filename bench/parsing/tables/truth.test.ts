import { expect, test } from '@jest/globals';
import { neighborsIn, tablesOf } from './truth.ts';

const cell = (row: number, column: number, text: string, more = '') =>
  `<cell start-row="${row}" start-col='${column}' ${more}><bounding-box x1="1"/><content>${text}</content></cell>`;

test('a table that goes on in a second region is one, with its spanning cells in each column', () => {
  const first = `<region col-increment="0" row-increment="0">${cell(0, 0, 'Port')}${cell(0, 1, 'Ships &amp; boats', 'end-col="2"')}</region>`;
  const second = `<region col-increment="0" row-increment="1">${cell(0, 0, 'Oslo')}${cell(0, 2, '12')}</region>`;
  const tables = tablesOf(
    `<?xml version="1.0"?><document><table id="1">${first}${second}</table></document>`,
  );
  expect(tables).toEqual([
    [
      ['port', 'ships boats', 'ships boats'],
      ['oslo', '', '12'],
    ],
  ]);
  expect(neighborsIn(tables)).toEqual(['port>shipsboats', 'port/oslo', 'shipsboats/12', 'oslo>12']);
});

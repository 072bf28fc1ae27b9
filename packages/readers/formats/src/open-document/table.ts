import { assembleBlocks } from '../document-tree/assemble-blocks.ts';
import type { Block, Cell, TableRow } from '../document-tree/tree.ts';
import { elementsOf, type XmlElement } from '../xml/element.ts';
import type { Reading } from './reading.ts';

const maxColumns = 1_000;
/** Cells that are alike are written once, but mostly in spreadsheets; in a text there are few. */
const maxRepeatedCells = 64;
const groups = new Set(['table:table-rows', 'table:table-row-group', 'table:table-header-rows']);

function countOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return count >= 1 && count <= maxColumns ? count : 1;
}

function rowsOf(parent: XmlElement, reading: Reading, isHead: boolean): TableRow[] {
  return elementsOf(parent).flatMap((element): TableRow[] => {
    if (groups.has(element.name))
      return rowsOf(element, reading, isHead || element.name === 'table:table-header-rows');
    return element.name === 'table:table-row' ? [{ cells: cellsOf(element, reading), isHead }] : [];
  });
}

function cellsOf(row: XmlElement, reading: Reading): Cell[] {
  // Cells that others cover are in the file too.
  const cells = elementsOf(row).filter(({ name }) => name === 'table:table-cell');
  return cells.flatMap((element): Cell[] => {
    const { attributes } = element;
    const columns = countOf(attributes['table:number-columns-spanned']);
    const rows = countOf(attributes['table:number-rows-spanned']);
    const blocks = assembleBlocks(reading.readBlocks(elementsOf(element), reading));
    const repeated = Math.min(countOf(attributes['table:number-columns-repeated']), maxRepeatedCells);
    return Array.from({ length: repeated }, () => ({ blocks, columns, rows }));
  });
}

/** A table in a text or on a slide. */
export const readTable = (table: XmlElement, reading: Reading): Block => ({
  kind: 'table',
  rows: rowsOf(table, reading, false),
});

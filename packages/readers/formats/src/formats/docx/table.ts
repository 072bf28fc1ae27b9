import { assembleBlocks } from '../../document-tree/assemble-blocks.ts';
import type { Block, Cell, TableRow } from '../../document-tree/tree.ts';
import { childOf, elementsOf, type XmlElement } from '../../xml/read-xml.ts';
import type { Reading } from './reading.ts';
import { isOn, settingOf } from './styles.ts';

interface OpenCell extends Cell {
  readonly columns: number;
  rows: number;
}

const maxColumns = 1_000;
const wrappers = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);

/** Returns the rows of a table or the cells of a row, also those inside of wrapper elements. */
function within(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return wrappers.has(child.name) ? within(child, name) : [];
  });
}

function countOf(properties: XmlElement | undefined, name: string): number {
  const value = Number(settingOf(properties, name) ?? 1);
  return value >= 1 && value <= maxColumns ? value : 1;
}

/** A table, with its merged cells as cells that span rows. */
export function readTable(table: XmlElement, reading: Reading): Block {
  /** The cell that goes down through a column. */
  const merged = new Map<number, OpenCell>();
  const rows = within(table, 'w:tr').flatMap((row): TableRow[] => {
    const properties = childOf(row, 'w:trPr');
    if (childOf(properties, 'w:del')) return [];
    return [{ cells: readRow(row, merged, reading), isHead: isOn(properties, 'w:tblHeader') ?? false }];
  });
  return { kind: 'table', rows };
}

function readRow(row: XmlElement, merged: Map<number, OpenCell>, reading: Reading): Cell[] {
  const cells: Cell[] = [];
  const skipped = Number(settingOf(childOf(row, 'w:trPr'), 'w:gridBefore') ?? 0);
  let column = 0;
  if (skipped > 0 && skipped <= maxColumns) {
    cells.push({ blocks: [], columns: skipped });
    column = skipped;
  }
  for (const element of within(row, 'w:tc')) {
    const properties = childOf(element, 'w:tcPr');
    if (childOf(properties, 'w:cellDel')) continue;
    const columns = countOf(properties, 'w:gridSpan');
    const merge = childOf(properties, 'w:vMerge');
    const above = merge && merge.attributes['w:val'] !== 'restart' ? merged.get(column) : undefined;
    if (above) above.rows += 1;
    else {
      const blocks = assembleBlocks(reading.readBlocks(elementsOf(element), reading));
      const cell: OpenCell = { blocks, columns, rows: 1 };
      cells.push(cell);
      if (merge) merged.set(column, cell);
      else merged.delete(column);
    }
    column += columns;
  }
  return cells;
}

import type { XmlAttributes } from '../../../xml/xml-reader.ts';
import { cellText } from '../cell-text.ts';
import type { SheetCell } from '../sheet.ts';
import type { OdsPart } from './drawings.ts';

/** Cells that repetitions may add to a file: a few bytes could stand for a thousand million of them. */
const addedCells = 500_000;

interface OpenCell {
  readonly columns: number;
  readonly rowsSpanned: number;
  readonly columnsSpanned: number;
}

interface Span {
  readonly text: string;
  rows: number;
}

const countOf = (attributes: XmlAttributes, name: string) => {
  const count = Number(attributes[`table:${name}`] ?? 1);
  return count >= 1 ? Math.floor(count) : 1;
};

/** The tables of a spreadsheet, as their rows and cells come. */
export function createOdsTables() {
  const spans = new Map<number, Span>();
  const parts: OdsPart[] = [];
  let budget = addedCells;
  let rowsRepeated = 1;
  /** Of the last row. */
  let number = 0;
  let cells: SheetCell[] = [];
  let column = 0;
  let cell: OpenCell = { columns: 1, rowsSpanned: 1, columnsSpanned: 1 };

  return {
    beginTable(name: string) {
      spans.clear();
      number = 0;
      parts.push({ kind: 'sheet', name });
    },
    beginRow(attributes: XmlAttributes) {
      rowsRepeated = countOf(attributes, 'number-rows-repeated');
      cells = [];
      column = 0;
    },
    beginCell(attributes: XmlAttributes) {
      cell = {
        columns: countOf(attributes, 'number-columns-repeated'),
        rowsSpanned: countOf(attributes, 'number-rows-spanned'),
        columnsSpanned: countOf(attributes, 'number-columns-spanned'),
      };
    },
    endCell(shown: string, address: string | undefined, isCovered: boolean) {
      const text = isCovered ? continueSpan(spans.get(column)) : cellText(shown, address);
      if (cell.rowsSpanned > 1) spans.set(column, { text, rows: cell.rowsSpanned - 1 });
      const copies = text ? Math.min(cell.columns, Math.max(1, budget)) : 0;
      for (let copy = 0; copy < copies; copy++) cells.push({ column: column + copy, text });
      budget -= Math.max(0, copies - 1);
      column += cell.columns;
    },
    endRow() {
      const before = number;
      number += rowsRepeated;
      if (cells.length === 0) return;
      const copies = Math.min(rowsRepeated, Math.max(1, Math.floor(budget / cells.length)));
      for (let copy = 1; copy <= copies; copy++) parts.push({ kind: 'row', number: before + copy, cells });
      budget -= (copies - 1) * cells.length;
    },
    add: (added: readonly OdsPart[]) => void parts.push(...added),
    take: () => parts.splice(0),
  };
}

function continueSpan(span: Span | undefined): string {
  if (!span || span.rows === 0) return '';
  span.rows--;
  return span.text;
}

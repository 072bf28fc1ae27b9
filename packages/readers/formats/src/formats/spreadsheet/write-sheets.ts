import { headingLine } from '@docfleet/text/markdown';
import type { Source } from '../../format.ts';
import { createTableWriter, MOST_TITLE_LINES } from '../csv/write-tables.ts';
import { cellText, type SheetPart, type SheetParts, type SheetRow } from './sheet.ts';

type NumberedRow = Extract<SheetPart, { kind: 'row' }>;

/** Rows that are looked at together to find which columns there are. */
const rowsOfWindow = 1_000;
const cellsOfWindow = 100_000;

type LocateRow = (offset: number, sheet: string, row: number) => void;

/** Buffers the output and counts its length, including the parts already taken. */
function createOutput() {
  let text = '';
  let taken = 0;
  return {
    write(more: string): void {
      text += more;
    },
    length: () => taken + text.length,
    take(): string {
      const result = text;
      taken += text.length;
      text = '';
      return result;
    },
  };
}
type Output = ReturnType<typeof createOutput>;

/** Writes each sheet as a heading and tables; columns that show nothing are left out, and so are sheets. */
export async function* writeSheets(parts: SheetParts, locate: Source['locate']): AsyncGenerator<string> {
  const output = createOutput();
  const locateRow: LocateRow = (offset, sheet, row) => locate(offset, { sheet, row });
  let sheet: ReturnType<typeof createSheetWriter> | undefined;
  for await (const batch of parts) {
    for (const part of batch) {
      if (part.kind === 'row') sheet?.add(part);
      else if (part.kind === 'text') sheet?.addText(part.markdown);
      else {
        sheet?.end();
        sheet = createSheetWriter(part.name, output, locateRow);
      }
    }
    yield output.take();
  }
  sheet?.end();
  yield output.take();
}

function createSheetWriter(name: string, output: Output, locate: LocateRow) {
  const table = createGrowingTable(output, (row) => locate(output.length(), name, row));
  let rows: NumberedRow[] = [];
  let cells = 0;
  let isBegun = false;

  const flush = (): void => {
    table.addAll(rows);
    rows = [];
    cells = 0;
  };
  const begin = (row: number): void => {
    isBegun = true;
    if (output.length() > 0) output.write('\n');
    locate(output.length(), name, row);
    output.write(`${headingLine(2, cellText(name) || 'Sheet')}\n\n`);
  };
  return {
    add(row: NumberedRow): void {
      if (!isBegun) begin(row.number);
      rows.push(row);
      cells += row.cells.length;
      if (rows.length >= rowsOfWindow || cells >= cellsOfWindow) flush();
    },
    addText(markdown: string): void {
      if (!markdown) return;
      const isFirst = !isBegun;
      if (isFirst) begin(1);
      flush();
      table.end();
      output.write(isFirst ? markdown.trimStart() : markdown);
    },
    end(): void {
      flush();
      table.end();
    },
  };
}

/** A table that ends and begins again with its header where rows show something in further columns. */
function createGrowingTable(output: Output, locateRow: (row: number) => void) {
  let table = createTableWriter();
  let header: SheetRow | undefined;
  let columns: number[] = [];
  let linesAbove = 0;

  const end = (): void => output.write(table.end());
  const restart = (): void => {
    end();
    table = createTableWriter();
    output.write('\n');
  };
  const beginBody = (body: readonly NumberedRow[]): void => {
    const rows = body.map(({ cells }) => cells);
    const used = columnsOf(header ? [header, ...rows] : rows);
    const known = new Set(columns);
    if (header && used.every((column) => known.has(column))) return;
    columns = used;
    if (header) {
      restart();
      output.write(table.add(project(header, columns, true)));
      return;
    }
    header = rows[0];
    if (linesAbove > MOST_TITLE_LINES) restart();
  };
  return {
    addAll(rows: readonly NumberedRow[]): void {
      const start = header ? 0 : rows.findIndex(({ cells }) => cells.length > 1);
      const above = start === -1 ? rows : rows.slice(0, start);
      const body = start === -1 ? [] : rows.slice(start);
      linesAbove += above.length;
      for (const { cells } of above) output.write(table.add(cells.map((cell) => cell.text)));
      if (body.length > 0) beginBody(body);
      for (const { number, cells } of body) {
        locateRow(number);
        output.write(table.add(project(cells, columns, cells === header)));
      }
    },
    end,
  };
}

function columnsOf(rows: readonly SheetRow[]): number[] {
  const used = new Set<number>();
  for (const row of rows) for (const { column } of row) used.add(column);
  return [...used].sort((one, other) => one - other);
}

/** The texts of a row in the order of the columns, as far as it has any; a header has all of them. */
function project(row: SheetRow, columns: readonly number[], isHeader: boolean): string[] {
  const texts: string[] = [];
  let next = 0;
  for (const column of columns) {
    const cell = row[next];
    if (!cell && !isHeader) break;
    const isHere = cell?.column === column;
    texts.push(cell && isHere ? cell.text : '');
    if (isHere) next++;
  }
  return texts;
}

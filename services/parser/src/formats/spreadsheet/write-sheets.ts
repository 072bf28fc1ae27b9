import { headingLine } from '@docfleet/text/markdown';
import { createTableWriter, MOST_TITLE_LINES } from '../csv/write-tables.ts';
import { cellText } from './cell-text.ts';
import type { SheetParts, SheetRow } from './sheet.ts';

/** Rows that are looked at together to tell which columns there are. */
const ROWS_OF_WINDOW = 1_000;
const CELLS_OF_WINDOW = 100_000;

/** Writes each sheet as a heading and tables; columns that show nothing are left out, and so are sheets. */
export async function* writeSheets(parts: SheetParts): AsyncGenerator<string> {
  let sheet: ReturnType<typeof createSheetWriter> | undefined;
  for await (const batch of parts) {
    let text = '';
    for (const part of batch) {
      if (part.kind === 'row') text += sheet?.add(part.cells) ?? '';
      else {
        text += sheet?.end() ?? '';
        sheet = createSheetWriter(part.name);
      }
    }
    yield text;
  }
  yield sheet?.end() ?? '';
}

function createSheetWriter(name: string) {
  const table = createGrowingTable();
  let rows: SheetRow[] = [];
  let cells = 0;
  let isBegun = false;

  const flush = (): string => {
    const text = table.addAll(rows);
    rows = [];
    cells = 0;
    return text;
  };
  return {
    add(row: SheetRow): string {
      // White space before the first heading of a file is left out by whoever takes it.
      const heading = isBegun ? '' : `\n${headingLine(2, cellText(name) || 'Sheet')}\n\n`;
      isBegun = true;
      rows.push(row);
      cells += row.length;
      return rows.length < ROWS_OF_WINDOW && cells < CELLS_OF_WINDOW ? heading : heading + flush();
    },
    end: () => flush() + table.end(),
  };
}

/** A table that ends and begins again with its header where rows show something in further columns. */
function createGrowingTable() {
  let table = createTableWriter();
  let header: SheetRow | undefined;
  let columns: number[] = [];
  let linesAbove = 0;

  const restart = (): string => {
    const text = table.end();
    table = createTableWriter();
    return `${text}\n`;
  };
  const beginBody = (body: readonly SheetRow[]): string => {
    const used = columnsOf(header ? [header, ...body] : body);
    const known = new Set(columns);
    if (header && used.every((column) => known.has(column))) return '';
    columns = used;
    if (header) return restart() + table.add(project(header, columns));
    header = body[0];
    return linesAbove > MOST_TITLE_LINES ? restart() : '';
  };
  return {
    addAll(rows: readonly SheetRow[]): string {
      const start = header ? 0 : rows.findIndex((row) => row.length > 1);
      const above = start === -1 ? rows : rows.slice(0, start);
      const body = start === -1 ? [] : rows.slice(start);
      linesAbove += above.length;
      let text = above.map((row) => table.add(row.map((cell) => cell.text))).join('');
      if (body.length > 0) text += beginBody(body);
      for (const row of body) text += table.add(project(row, columns));
      return text;
    },
    end: () => table.end(),
  };
}

function columnsOf(rows: readonly SheetRow[]): number[] {
  const used = new Set<number>();
  for (const row of rows) for (const { column } of row) used.add(column);
  return [...used].sort((one, other) => one - other);
}

/** The texts of a row in the order of the columns, as far as it has any. */
function project(row: SheetRow, columns: readonly number[]): string[] {
  const texts: string[] = [];
  let next = 0;
  for (const column of columns) {
    const cell = row[next];
    if (!cell) break;
    const isHere = cell.column === column;
    texts.push(isHere ? cell.text : '');
    if (isHere) next++;
  }
  return texts;
}

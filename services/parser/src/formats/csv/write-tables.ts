/** Rows after which a table ends and its header comes again, so that every part of a long file explains itself. */
const ROWS_PER_TABLE = 50;
/** The rows under a header are at least so many times as long as it, lest headers become most of the text. */
const LEAST_SHARE = 4;
/** Lines above the header that may hold a title, a date or a unit. */
const MOST_TITLE_LINES = 8;

type Row = readonly string[];

/** Writes records as Markdown tables, a piece per record; the first record of several columns is the header. */
export async function* writeTables(records: AsyncIterable<Row>): AsyncGenerator<string> {
  let above: Row[] = [];
  let table: Table | undefined;
  for await (const record of records) {
    if (table) yield table.add(record);
    else if (filledCells(record) > 1) {
      table = createTable(record);
      yield above.map((line) => `${cellsOf(line).join(' ').trim()}\n\n`).join('') + table.header;
    } else {
      above.push(record);
      if (above.length <= MOST_TITLE_LINES) continue;
      table = createTable(above[0] ?? []);
      yield tableOf(table, above);
      above = [];
    }
  }
  if (!table && above.length > 0) yield tableOf(createTable(above[0] ?? []), above);
}

interface Table {
  readonly header: string;
  /** The row, after a repeated header where one is due. */
  add(record: Row): string;
}

function createTable(columns: Row): Table {
  const header = `${rowOf(columns)}|${' --- |'.repeat(columns.length)}\n`;
  let rows = 0;
  let length = 0;
  return {
    header,
    add(record) {
      const row = rowOf(record);
      const isDue = rows >= ROWS_PER_TABLE && length >= header.length * LEAST_SHARE;
      if (isDue) rows = length = 0;
      rows++;
      length += row.length;
      return isDue ? `\n${header}${row}` : row;
    },
  };
}

function tableOf(table: Table, [, ...rows]: readonly Row[]): string {
  return table.header + rows.map((row) => table.add(row)).join('');
}

function filledCells(record: Row): number {
  return record.filter((cell) => cell.trim() !== '').length;
}

function rowOf(record: Row): string {
  return `| ${cellsOf(record).join(' | ')} |\n`;
}

/** A cell is one line, and a bar in it must not end it. */
function cellsOf(record: Row): string[] {
  return record.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|').trim());
}

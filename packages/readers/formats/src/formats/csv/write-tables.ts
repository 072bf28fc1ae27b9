import type { Source } from '../../format.ts';
import type { Row } from './read-records.ts';

/** Rows after which a table ends and its header comes again, so that every part of a long file explains itself. */
const ROWS_PER_TABLE = 50;
/** Minimum ratio of the rows' length to the header's, so that repeated headers do not become most of the text. */
const LEAST_SHARE = 4;
/** Lines above the header that may hold a title, a date or a unit. */
export const MOST_TITLE_LINES = 8;

/** Writes records as Markdown tables; the first record of several columns is the header. */
export async function* writeTables(
  batches: AsyncIterable<readonly Row[]>,
  locate: Source['locate'],
): AsyncGenerator<string> {
  const writer = createTableWriter();
  let [row, offset] = [0, 0];
  for await (const records of batches) {
    let text = '';
    for (const record of records) {
      locate(offset + text.length, { sheet: null, row: ++row });
      text += writer.add(record);
    }
    offset += text.length;
    yield text;
  }
  yield writer.end();
}

/** Writes the rows of one table as they come; `end` returns the held rows. */
export function createTableWriter() {
  let above: Row[] = [];
  let table: Table | undefined;

  const beginWithFirst = (): string => {
    const [header = [], ...rows] = above;
    const begun = createTable(header);
    table = begun;
    return begun.header + rows.map(begun.add).join('');
  };
  return {
    add(record: Row): string {
      if (table) return table.add(record);
      if (filledCells(record) > 1) {
        table = createTable(record);
        return above.map((line) => `${cellsOf(line).join(' ').trim()}\n\n`).join('') + table.header;
      }
      above.push(record);
      return above.length > MOST_TITLE_LINES ? beginWithFirst() : '';
    },
    end(): string {
      const text = table || above.length === 0 ? '' : beginWithFirst();
      above = [];
      return text;
    },
  };
}

interface Table {
  readonly header: string;
  /** The row, after a repeated header where one is due. */
  add(record: Row): string;
}

function createTable(columns: Row): Table {
  let header = headerOf(columns, columns.length);
  let width = columns.length;
  let rows = 0;
  let length = 0;
  return {
    header,
    add(record) {
      const row = rowOf(record);
      // Cells that the header has no column for would not be shown.
      const isWider = filledWidth(record) > width;
      if (isWider) {
        width = filledWidth(record);
        header = headerOf(columns, width);
      }
      const isDue = isWider || (rows >= ROWS_PER_TABLE && length >= header.length * LEAST_SHARE);
      if (isDue) rows = length = 0;
      rows++;
      length += row.length;
      return isDue ? `\n${header}${row}` : row;
    },
  };
}

const filledWidth = (record: Row) => record.findLastIndex((cell) => cell.trim() !== '') + 1;

const headerOf = (columns: Row, width: number) =>
  `${rowOf([...columns, ...Array<string>(width - columns.length).fill('')])}|${' --- |'.repeat(width)}\n`;

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

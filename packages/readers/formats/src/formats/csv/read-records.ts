import { AppError } from '@docfleet/errors';
import { findDelimiter } from './find-delimiter.ts';
import { type Dialect, readRecord } from './read-record.ts';

/** Characters between two attempts to read records: many, so that a long record is not read again too often. */
const LEAST_TEXT = 64 * 1_024;
const LONGEST_RECORD = 1_000_000;
/** As many as a spreadsheet has. */
const MOST_COLUMNS = 16_384;
/** After so many marks that nothing closes, marks in this file mean nothing. */
const MOST_OPEN_QUOTES = 8;

export type Row = readonly string[];

/**
 * The records of a CSV file, as many at a time as a piece of text ends; empty lines are left out. Throws
 * DOCUMENT_UNREADABLE where a record has no end.
 */
export async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<readonly Row[]> {
  let reader: ReturnType<typeof createRecordReader> | undefined;
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < LEAST_TEXT) continue;
    reader ??= createRecordReader(text);
    yield reader.read(text, false);
    text = text.slice(reader.consumed);
  }
  reader ??= createRecordReader(text);
  yield reader.read(text, true);
}

function createRecordReader(beginning: string) {
  const { delimiter, contentStart } = findDelimiter(beginning);
  let dialect: Dialect = { delimiter, quoted: true };
  let openQuotes = 0;
  let line = 1;
  let start = contentStart;
  let consumed = 0;

  return {
    /** Characters of the text last read that belong to whole records. */
    get consumed() {
      return consumed;
    },
    read(text: string, complete: boolean): Row[] {
      const rows: Row[] = [];
      consumed = start;
      start = 0;
      while (consumed < text.length) {
        const record = readRecord(text, consumed, dialect, complete);
        if ((record?.end ?? text.length) - consumed > LONGEST_RECORD) throw tooLong(line);
        if (!record) break;
        if (record.cells.length > MOST_COLUMNS) throw tooWide(line);
        if (record.hasOpenQuote && ++openQuotes === MOST_OPEN_QUOTES) dialect = { delimiter, quoted: false };
        consumed = record.end;
        line++;
        if (record.cells.some((cell) => cell.trim() !== '')) rows.push(record.cells);
      }
      return rows;
    },
  };
}

function tooLong(line: number): AppError {
  return new AppError(
    'DOCUMENT_UNREADABLE',
    `Record ${line} of the CSV file is longer than ${LONGEST_RECORD.toLocaleString('en')} characters`,
  );
}

function tooWide(line: number): AppError {
  return new AppError(
    'DOCUMENT_UNREADABLE',
    `Record ${line} of the CSV file has more than ${MOST_COLUMNS.toLocaleString('en')} columns`,
  );
}

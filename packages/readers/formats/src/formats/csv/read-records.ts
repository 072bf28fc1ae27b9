import { AppError } from '@docfleet/errors';

/** A record of a CSV file. */
interface CsvRecord {
  readonly cells: readonly string[];
  /** Offset of the next record. */
  readonly end: number;
  /** Whether a quotation mark was met that nothing closes; it was taken for a character of its cell. */
  readonly hasOpenQuote: boolean;
}

/** Separators of a CSV file. */
interface Dialect {
  readonly delimiter: string;
  /** Whether cells can be quoted; otherwise a quotation mark is a character like any other. */
  readonly quoted: boolean;
}

interface Cell {
  readonly value: string;
  readonly end: number;
  readonly hasOpenQuote: boolean;
}

/** Characters after which a quoted cell that nothing closes is a mistake. */
const LONGEST_QUOTED_CELL = 256 * 1_024;

/**
 * Reads one record (RFC 4180, but forgiving) that begins at `start`, of text whose newlines are `\n`. Answers undefined
 * where the text ends before the record does, unless the text is `complete`. Takes time linear in the record.
 */
function readRecord(text: string, start: number, dialect: Dialect, complete: boolean): CsvRecord | undefined {
  const cells: string[] = [];
  let hasOpenQuote = false;
  let position = start;
  while (true) {
    const cell = readCell(text, position, dialect, complete);
    if (!cell) return undefined;
    cells.push(cell.value);
    hasOpenQuote ||= cell.hasOpenQuote;
    if (cell.end >= text.length || text[cell.end] === '\n') {
      if (cell.end >= text.length && !complete) return undefined;
      return { cells, end: cell.end + 1, hasOpenQuote };
    }
    position = cell.end + 1;
  }
}

function readCell(text: string, start: number, dialect: Dialect, complete: boolean): Cell | undefined {
  const opening = skipSpaces(text, start);
  if (!dialect.quoted || text[opening] !== '"') return readBareCell(text, start, dialect.delimiter);
  const quote = findClosingQuote(text, opening + 1);
  if (quote !== undefined) {
    // Text after the closing mark (`"Ada" Lovelace`) belongs to the cell too, with its marks.
    const rest = readBareCell(text, quote + 1, dialect.delimiter);
    const quoted = text.slice(opening + 1, quote).replaceAll('""', '"');
    if (rest.value.trim() === '') return { ...rest, value: quoted };
    // Over several lines it is the mark of another cell, which would take the rows between the two along.
    if (!quoted.includes('\n')) return { ...rest, value: `"${quoted}"${rest.value}` };
    return { ...readBareCell(text, start, dialect.delimiter), hasOpenQuote: true };
  }
  if (!complete && text.length - start < LONGEST_QUOTED_CELL) return undefined;
  return { ...readBareCell(text, start, dialect.delimiter), hasOpenQuote: true };
}

/** Many programs write a space between a delimiter and the quotation mark. */
function skipSpaces(text: string, start: number): number {
  let position = start;
  while (text[position] === ' ') position++;
  return position;
}

function findClosingQuote(text: string, start: number): number | undefined {
  let quote = text.indexOf('"', start);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote === -1 || quote - start > LONGEST_QUOTED_CELL ? undefined : quote;
}

function readBareCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
  return { value: text.slice(start, end), end, hasOpenQuote: false };
}

const SAMPLE_LENGTH = 16 * 1_024;
const SAMPLE_RECORDS = 50;

/** The most frequent first: it wins where two fit equally well and make as many cells. */
const delimiters = [',', ';', '\t', '|'];

interface FoundDelimiter {
  readonly delimiter: string;
  /** Offset of the first record: after the line that names the delimiter, if there is one. */
  readonly contentStart: number;
}

/** Finds the character between the cells: the one that cuts most records of the beginning into equally many. */
function findDelimiter(text: string): FoundDelimiter {
  const named = /^sep=(.)\n/i.exec(text);
  if (named?.[1]) return { delimiter: named[1], contentStart: named[0].length };
  const sample = text.slice(0, SAMPLE_LENGTH);
  const fits = delimiters.map((delimiter) => ({ delimiter, ...fitOf(sample, delimiter) }));
  // A comma may stand in every number of a line.
  const isBetter = (one: Fit, other: Fit) =>
    one.fit > other.fit || (one.fit === other.fit && one.width > other.width);
  const best = fits.reduce((winner, candidate) => (isBetter(candidate, winner) ? candidate : winner));
  return { delimiter: best.delimiter, contentStart: 0 };
}

interface Fit {
  /** Between 0 and 1: the share of records that have the most frequent number of cells, where that is more than one. */
  readonly fit: number;
  /** That number. */
  readonly width: number;
}

function fitOf(sample: string, delimiter: string): Fit {
  const recordsOfWidth = new Map<number, number>();
  let records = 0;
  let position = 0;
  while (position < sample.length && records < SAMPLE_RECORDS) {
    const record = readRecord(sample, position, { delimiter, quoted: true }, true);
    if (!record) break;
    const isCutShort = record.end > sample.length && records > 0;
    position = record.end;
    if (isCutShort || (record.cells.length === 1 && record.cells[0]?.trim() === '')) continue;
    records++;
    recordsOfWidth.set(record.cells.length, (recordsOfWidth.get(record.cells.length) ?? 0) + 1);
  }
  recordsOfWidth.delete(1);
  const [width = 1, most = 0] = [...recordsOfWidth].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { fit: most / Math.max(1, records), width };
}

/** Characters between two attempts to read records: many, so that a long record is not read again too often. */
const LEAST_TEXT = 64 * 1_024;
const LONGEST_RECORD = 1_000_000;
/** Maximum of columns, as in a spreadsheet. */
const MOST_COLUMNS = 16_384;
/** Maximum of unclosed quotes, after which quotes in this file are ordinary characters. */
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

/** A record of a CSV file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Offset of the next record. */
  readonly end: number;
  /** Whether a quotation mark was met that nothing closes; it was taken for a character of its cell. */
  readonly hasOpenQuote: boolean;
}

/** How the cells of a CSV file are separated. */
export interface Dialect {
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
export function readRecord(
  text: string,
  start: number,
  dialect: Dialect,
  complete: boolean,
): CsvRecord | undefined {
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
    // What follows the closing mark (`"Ada" Lovelace`) belongs to the cell too, and its marks are shown.
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

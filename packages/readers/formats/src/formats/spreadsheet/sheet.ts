import { escapeText, linkTarget } from '@docfleet/text/markdown';

/** A cell by its place, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const beforeFirstLetter = 64;

/** Returns the place of a cell reference such as `BC12`, counted from 0; undefined if it is not a valid one. */
export function cellAt(reference: string): CellPlace | undefined {
  let column = 0;
  let index = 0;
  for (; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - beforeFirstLetter;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  const row = Number(reference.slice(index));
  return index >= 1 && index <= 3 && row >= 1 ? { row: row - 1, column: column - 1 } : undefined;
}

export interface CellRange {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/** The places of `B2:D4`, or of one cell. */
export function rangeOf(reference: string): CellRange | undefined {
  const [start = '', end = start] = reference.split(':');
  const [first, last] = [cellAt(start), cellAt(end)];
  return first && last ? { first, last } : undefined;
}

/** Numbers and words without anything that could be Markdown, as most cells are. */
const harmless = /^[\p{L}\p{N} .,:;/%()'"$€£]*$/u;

/** Returns the displayed text of a cell as Markdown in one line; newlines become `<br>`. */
export function cellText(shown: string, address?: string): string {
  const target = linkTarget(address);
  const text = harmless.test(shown) ? shown.trim() : escapeLines(shown.trim(), target !== undefined);
  return target && text ? `[${text}](${target})` : text;
}

function escapeLines(shown: string, isInLink: boolean): string {
  return shown
    .split(/\s*\n\s*/)
    .map((line) => escapeText(line, { startsLine: !/^\d/.test(line), isInLink }))
    .join('<br>');
}

/** A cell that shows something. */
export interface SheetCell {
  /** From 0. */
  readonly column: number;
  /** Markdown of one line; bars are not escaped yet. */
  readonly text: string;
}

/** The cells of a row that show something, from left to right. */
export type SheetRow = readonly SheetCell[];

/** A workbook is read as the beginnings of its sheets and their rows, in order. Empty rows are left out. */
export type SheetPart =
  | { readonly kind: 'sheet'; readonly name: string }
  | {
      readonly kind: 'row';
      /** Its number in the sheet, from 1, as programs show it. */
      readonly number: number;
      readonly cells: SheetRow;
    }
  /** Markdown of an object beside the cells. */
  | { readonly kind: 'text'; readonly markdown: string };

export type SheetParts = AsyncIterable<readonly SheetPart[]>;

/** Sorts cells from left to right, one for each column; some programs write them out of order. */
export function inOrder(cells: SheetCell[]): SheetRow {
  if (cells.every(({ column }, index) => index === 0 || (cells[index - 1]?.column ?? 0) < column))
    return cells;
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].sort((one, other) => one.column - other.column);
}

/** A longer text is not repeated. */
const maxRepeatedLength = 200;

interface Open {
  readonly column: number;
  readonly lastRow: number;
  readonly text: string;
}

/**
 * Repeats the text of a cell that spans rows in each of them, so that every row is complete by itself; rows that
 * have nothing else stay left out. One that spans columns stands in the first.
 */
export function createMergeFiller(merges: readonly CellRange[] = []) {
  const starting = Map.groupBy(
    merges.filter(({ first, last }) => last.row > first.row),
    ({ first }) => first.row,
  );
  let open: Open[] = [];

  const begin = (ranges: readonly CellRange[], cells: SheetRow) => {
    for (const { first, last } of ranges) {
      const text = cells.find(({ column }) => column === first.column)?.text ?? '';
      if (text && text.length <= maxRepeatedLength)
        open.push({ column: first.column, lastRow: last.row, text });
    }
  };
  return {
    /** Rows come from the top down, with the ranges that begin in them where these are not known before. */
    fill(row: number, cells: SheetRow, ranges = starting.get(row) ?? []): SheetRow {
      if (open.length > 0) open = open.filter(({ lastRow }) => lastRow >= row);
      const own = new Set(open.length > 0 ? cells.map(({ column }) => column) : []);
      const repeated: SheetCell[] = cells.length > 0 ? open.filter(({ column }) => !own.has(column)) : [];
      begin(ranges, cells);
      if (repeated.length === 0) return cells;
      const filled = [...cells, ...repeated.map(({ column, text }) => ({ column, text }))];
      return filled.sort((one, other) => one.column - other.column);
    },
  };
}

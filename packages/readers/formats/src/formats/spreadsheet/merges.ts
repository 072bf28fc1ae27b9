import type { CellRange } from './cell-reference.ts';
import type { SheetCell, SheetRow } from './sheet.ts';

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

import type { TextRun } from '../page-model.ts';
import { isForm, type RuledTable } from './ruled-tables.ts';
import { findRows, type Interval, type Segment } from './segments.ts';

/** A cell with more lines places parts of a page. */
const maxLines = 20;
const maxColumns = 100;
/** In units of the font's size: how far a row may begin above the end of the one before. */
const overlap = 0.5;
/** In units of the font's size. */
const fieldRoom = 2;
/** In units of the font's size: how far letters reach above the line that they stand on. */
const ascent = 0.8;

interface Cell extends Interval {
  readonly column: number;
  readonly columns: number;
  readonly segments: readonly Segment[];
}

const least = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((smallest, item) => Math.min(smallest, value(item)), Number.POSITIVE_INFINITY);

const extentOf = (items: readonly Interval[]): Interval => ({
  x1: least(items, ({ x1 }) => x1),
  x2: -least(items, ({ x2 }) => -x2),
});

/** Cells of a row, from left to right; undefined where they do not stand so. */
function cellsOf(runs: readonly TextRun[]): Cell[] | undefined {
  const byColumn = [...Map.groupBy(runs, ({ cell }) => cell?.column ?? 0)].sort(([a], [b]) => a - b);
  const cells: Cell[] = [];
  for (const [column, own] of byColumn) {
    const lines = findRows(own);
    const segments = lines.flatMap((line) => line.segments);
    const { x1, x2 } = extentOf(segments);
    if (lines.length > maxLines || x1 < (cells.at(-1)?.x1 ?? Number.NEGATIVE_INFINITY)) return undefined;
    if (segments.length > 0) cells.push({ x1, x2, column, columns: own[0]?.cell?.columns ?? 1, segments });
  }
  return cells;
}

/** The rows of a table; undefined where one does not stand below the one before. */
function rowsOf(runs: readonly TextRun[]): Cell[][] | undefined {
  const rows: Cell[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [, own] of [...Map.groupBy(runs, ({ cell }) => cell?.row ?? 0)].sort(([a], [b]) => a - b)) {
    const cells = cellsOf(own);
    const segments = cells?.flatMap((cell) => cell.segments) ?? [];
    if (!cells || segments.some(({ y, size }) => y <= bottom - overlap * size)) return undefined;
    bottom = Math.max(
      bottom,
      least(segments, ({ y }) => y),
    );
    if (cells.length > 0) rows.push(cells);
  }
  return rows;
}

const widthOf = (row: readonly Cell[]) => row.reduce((sum, { columns }) => sum + columns, 0);

/** The cells of a row that lacks some, in the columns that they stand in; undefined where two stand in one. */
function seated(row: readonly Cell[], columns: readonly Interval[]): Cell[] | undefined {
  const distance = ({ x1, x2 }: Interval, cell: Cell) =>
    Math.min(Math.abs(x1 - cell.x1), Math.abs(x2 - cell.x2), Math.abs(x1 + x2 - cell.x1 - cell.x2) / 2);
  const cells = row.map((cell) => {
    const nearest = columns.reduce((a, b) => (distance(b, cell) < distance(a, cell) ? b : a));
    return { ...cell, column: columns.indexOf(nearest) };
  });
  const areApart = cells.every(
    ({ column, columns: taken }, index) => column + taken <= (cells[index + 1]?.column ?? columns.length),
  );
  return areApart ? cells : undefined;
}

/** The table that some runs are tagged as; undefined where they do not look like one. */
function toTable(runs: readonly TextRun[]): RuledTable | undefined {
  // A heading in a cell is that of a part of the page.
  if (runs.some(({ level, turns }) => level !== undefined || turns !== 0)) return undefined;
  const rows = rowsOf(runs) ?? [];
  const count = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  if (count < 2 || count > maxColumns || !rows.some((row) => row.length > 1)) return undefined;
  const full = rows.filter((row) => widthOf(row) === count).flat();
  const columns = Array.from({ length: count }, (_, index) =>
    extentOf(full.filter(({ column, columns }) => column === index && columns === 1)),
  );
  const areKnown = columns.every(({ x1 }) => Number.isFinite(x1));
  const cells: Cell[][] = [];
  for (const row of rows) {
    const own = widthOf(row) === count ? row : areKnown && seated(row, columns);
    if (!own) return undefined;
    cells.push(own);
  }
  const segments = cells.flat().flatMap((cell) => cell.segments);
  return {
    ...extentOf(segments),
    y1: least(segments, ({ y, size }) => y - size * ascent),
    y2: -least(segments, ({ y }) => -y),
    rows: cells.map((row) => spread(row, count)),
    places: columns.map(({ x1 }, index) => (areKnown ? x1 : index)),
    isTagged: true,
  };
}

/** Cells by columns; those that one reaches over are undefined. */
function spread(row: readonly Cell[], count: number): (readonly Segment[] | undefined)[] {
  const cells: (readonly Segment[] | undefined)[] = Array.from({ length: count }, () => []);
  for (const { column, columns, segments } of row) {
    cells.fill(undefined, column, Math.min(count, column + columns));
    cells[column] = segments;
  }
  return cells;
}

/** Whether a run stands in a table, or in the room beside it that a field of a form takes. */
function isWithin({ x, y, width, size }: TextRun, { x1, x2, y1, y2 }: RuledTable): boolean {
  const [middle, room] = [x + width / 2, fieldRoom * size];
  return middle > x1 - room && middle < x2 + room && y > y1 && y < y2;
}

/** The tables of a page that its tags state, and the runs that are in none of them. Tags that leave text between cells out are not believed. */
export function takeTaggedTables(runs: readonly TextRun[]): {
  readonly tables: readonly RuledTable[];
  readonly rest: readonly TextRun[];
} {
  const byTable = Map.groupBy(runs, ({ cell }) => cell?.table);
  const untagged = byTable.get(undefined) ?? [];
  byTable.delete(undefined);
  if (byTable.size === 0) return { tables: [], rest: runs };
  const taken = new Set<number | undefined>();
  const tables: RuledTable[] = [];
  for (const [number, own] of byTable) {
    const table = toTable(own);
    if (!table || isForm(table) || untagged.some((run) => isWithin(run, table))) continue;
    taken.add(number);
    tables.push(table);
  }
  return { tables, rest: runs.filter(({ cell }) => !cell || !taken.has(cell.table)) };
}

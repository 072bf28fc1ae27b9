import type { TextRun } from '../page-model.ts';
import { isForm, type RuledTable } from './ruled-tables.ts';
import { findRows, type Segment } from './segments.ts';

/** A cell with more lines places parts of a page. */
const maxLines = 20;
const maxColumns = 100;
/** In units of the font's size: how far a row may begin above the end of the one before. */
const overlap = 0.5;

interface Cell {
  readonly column: number;
  readonly columns: number;
  readonly segments: readonly Segment[];
}

const least = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((smallest, item) => Math.min(smallest, value(item)), Number.POSITIVE_INFINITY);

const topOf = ({ y, size }: Segment) => y - size * 0.8;

/** Cells of a row, from left to right; undefined where they do not stand so. */
function cellsOf(runs: readonly TextRun[]): Cell[] | undefined {
  const byColumn = [...Map.groupBy(runs, ({ cell }) => cell?.column ?? 0)].sort(([a], [b]) => a - b);
  const cells: Cell[] = [];
  let left = Number.NEGATIVE_INFINITY;
  for (const [column, own] of byColumn) {
    const lines = findRows(own);
    const segments = lines.flatMap((line) => line.segments);
    const x1 = least(segments, (segment) => segment.x1);
    if (lines.length > maxLines || x1 < left) return undefined;
    left = x1;
    if (segments.length > 0) cells.push({ column, columns: own[0]?.cell?.columns ?? 1, segments });
  }
  return cells;
}

/** The table that some runs are tagged as; undefined where they do not look like one. */
function toTable(runs: readonly TextRun[]): RuledTable | undefined {
  // A heading in a cell is that of a part of the page.
  if (runs.some(({ level, turns }) => level !== undefined || turns !== 0)) return undefined;
  const rows: Cell[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [, own] of [...Map.groupBy(runs, ({ cell }) => cell?.row ?? 0)].sort(([a], [b]) => a - b)) {
    const cells = cellsOf(own);
    if (!cells) return undefined;
    const segments = cells.flatMap((cell) => cell.segments);
    if (segments.some((segment) => segment.y <= bottom - overlap * segment.size)) return undefined;
    bottom = least(segments, ({ y }) => y);
    if (cells.length > 0) rows.push(cells);
  }
  const cells = rows.flat();
  const count = Math.min(maxColumns, -least(cells, ({ column, columns }) => -column - columns));
  if (count < 2 || !rows.some((row) => row.length > 1)) return undefined;
  let place = Number.NEGATIVE_INFINITY;
  const places = Array.from({ length: count }, (_, index) => {
    const own = cells.filter(({ column, columns }) => column === index && columns === 1);
    const x1 = least(own, ({ segments }) => least(segments, (segment) => segment.x1));
    place = Number.isFinite(x1) ? x1 : Math.max(0, place + 1);
    return place;
  });
  const segments = cells.flatMap((cell) => cell.segments);
  return {
    x1: least(segments, ({ x1 }) => x1),
    y1: least(segments, topOf),
    x2: -least(segments, ({ x2 }) => -x2),
    y2: -least(segments, ({ y }) => -y),
    rows: rows.map((row) => spread(row, count)),
    places,
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

const isWithin = ({ x, y, width }: TextRun, { x1, x2, y1, y2 }: RuledTable) =>
  x + width / 2 > x1 && x + width / 2 < x2 && y > y1 && y < y2;

/** The tables of a page that its tags tell, and the runs that are in none of them. Tags that leave text between cells out are not believed. */
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

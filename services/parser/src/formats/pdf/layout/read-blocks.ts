import type { Block, Cell, Inline, TableRow } from '../../../document-tree/tree.ts';
import type { LinkArea, PageModel } from '../page-model.ts';
import { appendLine } from './append-line.ts';
import { readingOrder } from './columns.ts';
import { inlinesOf } from './inlines.ts';
import { type Line, toLine } from './lines.ts';
import { readOpenTable } from './open-tables.ts';
import { findRuledTables, type RuledTable } from './ruled-tables.ts';
import { findRows, type Row, type Segment, toRows } from './segments.ts';
import type { TablePart } from './table-part.ts';

/** What a page holds in reading order: lines of text, and tables. `breaks` tells that a column or the page has ended before it. */
export type Part = { readonly kind: 'line'; readonly line: Line; readonly breaks: boolean } | TablePart;

function cellOf(segments: readonly Segment[], links: readonly LinkArea[], columns: number): Cell {
  const lines = toRows(segments).map((row) => inlinesOf(row.segments, links));
  const content: Inline[] = [];
  for (const inlines of lines) appendLine(content, inlines);
  const blocks: Block[] = content.length > 0 ? [{ kind: 'paragraph', content }] : [];
  return { blocks, columns };
}

function toTableRow(
  cells: readonly (readonly Segment[] | undefined)[],
  links: readonly LinkArea[],
  isHead: boolean,
): TableRow {
  const row: Cell[] = [];
  for (let index = 0; index < cells.length; index++) {
    const own = cells[index];
    if (own === undefined) continue;
    let columns = 1;
    while (index + columns < cells.length && cells[index + columns] === undefined) columns++;
    row.push(cellOf(own, links, columns));
  }
  return { cells: row, isHead };
}

type Cells = readonly (readonly (readonly Segment[] | undefined)[])[];

function toTablePart(
  { rows, places }: { rows: Cells; places: readonly number[] },
  links: readonly LinkArea[],
  breaks: boolean,
): TablePart {
  return {
    kind: 'table',
    rows: rows.map((row, index) => toTableRow(row, links, index === 0)),
    places,
    breaks,
  };
}

function edgesOf(rows: readonly Row[]): { left: number; right: number } {
  const segments = rows.flatMap((row) => row.segments);
  return {
    left: segments.reduce((left, { x1 }) => Math.min(left, x1), Number.POSITIVE_INFINITY),
    right: segments.reduce((right, { x2 }) => Math.max(right, x2), 0),
  };
}

/** The lines and open tables of one column. */
function* columnParts(rows: readonly Row[], links: readonly LinkArea[]): Generator<Part> {
  const edges = edgesOf(rows);
  for (let index = 0; index < rows.length; ) {
    const table = readOpenTable(rows, index);
    if (table) {
      yield toTablePart(table, links, index === 0);
      index += table.length;
    } else {
      yield { kind: 'line', line: toLine(rows[index] as Row, edges, links), breaks: index === 0 };
      index++;
    }
  }
}

const isInside = ({ x1, x2, y, size }: Segment, table: RuledTable) => {
  const [middleX, middleY] = [(x1 + x2) / 2, y - size * 0.3];
  return middleX > table.x1 - 2 && middleX < table.x2 + 2 && middleY > table.y1 - 2 && middleY < table.y2 + 2;
};

/** A table stands in the reading order where its first line would: a segment as wide as it holds its place. */
const placeholder = ({ x1, x2, y1, y2 }: RuledTable): Segment => ({
  x1,
  x2,
  y: (y1 + y2) / 2,
  size: Math.min(12, y2 - y1),
  runs: [],
});

/** The parts of a page; its head and foot are gone already. */
export function* readParts(page: PageModel): Generator<Part> {
  const rows = findRows(page.runs);
  const segments = rows.flatMap((row) => row.segments);
  const tables = findRuledTables(page.rules, segments);
  if (tables.length === 0) {
    for (const column of readingOrder(rows)) yield* columnParts(toRows(column), page.links);
    return;
  }
  const places = new Map(tables.map((table) => [placeholder(table), table]));
  const free = segments.filter((segment) => !tables.some((table) => isInside(segment, table)));
  for (const column of readingOrder(toRows([...free, ...places.keys()])))
    yield* withTables(column, places, page.links);
}

function* withTables(
  column: readonly Segment[],
  places: ReadonlyMap<Segment, RuledTable>,
  links: readonly LinkArea[],
): Generator<Part> {
  let open: Segment[] = [];
  let isFirst = true;
  for (const segment of [...column].sort((a, b) => a.y - b.y || a.x1 - b.x1)) {
    const table = places.get(segment);
    if (!table) {
      open.push(segment);
      continue;
    }
    yield* columnParts(toRows(open), links);
    yield toTablePart(table, links, isFirst && open.length === 0);
    isFirst = false;
    open = [];
  }
  yield* columnParts(toRows(open), links);
}

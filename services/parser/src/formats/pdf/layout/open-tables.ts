import { isListing } from './listing.ts';
import type { Row, Segment } from './segments.ts';

/** A table without lines: columns are recognized by what stands below each other. */
export interface OpenTable {
  /** How many of the rows it takes. */
  readonly length: number;
  readonly rows: readonly (readonly (readonly Segment[])[])[];
  /** Where its columns begin. */
  readonly places: readonly number[];
}

interface Interval {
  x1: number;
  x2: number;
}

/** In units of the font's size. */
const rowDistance = 3.2;
const columnGap = 0.8;
const leader = /^[.:\s·…_]{4,}$|(?:[.:·…_]\s*){4,}(?:\d+|[ivxlc]+)?$/i;
const marker = /^(?:[•●○■▪◦‣·–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/i;

/** What stands at the end of the line that defines something: `[Function]`. */
const kind = /^\[\p{L}[\p{L}\s-]*\]$/u;
const formulaNumber = /^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,2})?[a-z]?\)$/;

const textOf = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join('')
    .trim();

/** What looks like cells may be an item of a list, a line of a table of contents, or code. */
function mayBeCells({ segments }: Row): boolean {
  if (segments.length < 2) return false;
  const first = textOf(segments[0] as Segment);
  if (marker.test(first) && segments.length === 2) return false;
  if (segments.some((segment) => leader.test(textOf(segment)))) return false;
  // One number in parentheses at the end is that of a formula; in a table of numbers the column before it has some too.
  const [last, ...others] = segments.map(textOf).reverse();
  if (kind.test(last ?? '')) return false;
  if (formulaNumber.test(last ?? '') && !others.some((text) => /^\(?[\d.,%]+\)?$/.test(text))) return false;
  return !isListing(segments.flatMap(({ runs }) => runs));
}

/** The intervals with another row's added: those that it overlaps grow together. */
function addRow(intervals: readonly Interval[], { segments }: Row): Interval[] {
  const all = [...intervals, ...segments.map(({ x1, x2 }) => ({ x1, x2 }))].sort((a, b) => a.x1 - b.x1);
  const merged: Interval[] = [];
  for (const { x1, x2 } of all) {
    const last = merged.at(-1);
    if (last && x1 < last.x2 + 1) last.x2 = Math.max(last.x2, x2);
    else merged.push({ x1, x2 });
  }
  return merged;
}

const areApart = (intervals: readonly Interval[], size: number) =>
  intervals.every(
    (interval, index) =>
      index === 0 || interval.x1 - (intervals[index - 1] as Interval).x2 >= columnGap * size * 0.6,
  );

/** Whether a row with one segment goes on with a cell of the row above. */
function continues(row: Row, above: Row, intervals: readonly Interval[]): boolean {
  const [segment] = row.segments;
  if (row.segments.length !== 1 || !segment || row.y - above.y > 1.6 * above.size) return false;
  const inside = intervals.filter(({ x1, x2 }) => segment.x1 < x2 && segment.x2 > x1);
  const [column] = inside;
  if (inside.length !== 1 || !column || segment.x1 < column.x1 - 2) return false;
  // In the first column it may as well be a line of text below the table, unless it is as close as lines of one cell are.
  const isClose = row.y - above.y < 1.35 * above.size && Math.abs(row.size - above.size) < 0.5;
  return intervals.indexOf(column) > 0 || segment.x2 <= column.x2 + 2 || isClose;
}

function extend(rows: readonly Row[], start: number): { end: number; intervals: Interval[] } {
  let intervals = addRow([], rows[start] as Row);
  let end = start + 1;
  for (; end < rows.length; end++) {
    const [row, above] = [rows[end] as Row, rows[end - 1] as Row];
    if (row.y - above.y > rowDistance * Math.max(row.size, above.size)) break;
    const grown = addRow(intervals, row);
    if (grown.length < 2 || grown.length < intervals.length - 1 || !areApart(grown, row.size)) break;
    if (!mayBeCells(row) && !continues(row, above, intervals)) break;
    intervals = grown;
  }
  return { end, intervals };
}

/** Cells of a row by the columns that they stand in. */
function toCells({ segments }: Row, columns: readonly Interval[]): Segment[][] {
  const cells: Segment[][] = columns.map(() => []);
  for (const segment of segments) {
    const middle = (segment.x1 + segment.x2) / 2;
    const index = columns.findIndex(({ x1, x2 }) => middle >= x1 - 1 && middle <= x2 + 1);
    cells[index === -1 ? 0 : index]?.push(segment);
  }
  return cells;
}

/** The least distance between rows that are full: lines of one cell are closer to each other, where cells have room around them. */
function rowPitch(rows: readonly Row[], columns: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < rows.length; index++) {
    const [row, above] = [rows[index] as Row, rows[index - 1] as Row];
    if (row.segments.length === columns && above.segments.length === columns)
      least = Math.min(least, row.y - above.y);
  }
  return least;
}

function joinContinuations(rows: readonly Row[], columns: readonly Interval[]): Segment[][][] {
  const table: Segment[][][] = [];
  const pitch = rowPitch(rows, columns.length);
  let above: Row | undefined;
  for (const row of rows) {
    const cells = toCells(row, columns);
    const last = table.at(-1);
    const filled = cells.filter(({ length }) => length > 0).length;
    const isClose = above !== undefined && row.y - above.y < 0.92 * pitch && filled < columns.length;
    const startsRow = !isClose && (cells[0]?.length !== 0 || filled > columns.length / 2);
    const isNear = isClose || (above !== undefined && row.y - above.y < 1.6 * row.size);
    if (last && !startsRow && isNear) for (const [index, cell] of cells.entries()) last[index]?.push(...cell);
    else table.push(cells);
    above = row;
  }
  return table;
}

/** The table that begins with a row; undefined where none does. */
export function readOpenTable(rows: readonly Row[], start: number): OpenTable | undefined {
  const first = rows[start];
  if (!first || !mayBeCells(first)) return undefined;
  const { end, intervals } = extend(rows, start);
  const taken = rows.slice(start, end);
  const full = taken.filter(mayBeCells).length;
  const isEnough = full >= 3 || (full >= 2 && intervals.length >= 3);
  if (!isEnough || intervals.length < 2 || intervals.length > 30) return undefined;
  return {
    length: taken.length,
    rows: joinContinuations(taken, intervals),
    places: intervals.map(({ x1 }) => x1),
  };
}

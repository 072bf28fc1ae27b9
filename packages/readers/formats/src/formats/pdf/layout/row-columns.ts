import type { Row, Segment } from './segments.ts';

/** Left and right edge of a column, in points. */
export interface Interval {
  readonly x1: number;
  readonly x2: number;
}

/** Share of the rows that have as many segments as most, where these are columns. */
const minAlikeShare = 0.5;

/**
 * Returns the columns in which the segments of rows are aligned; empty if they are not. Only rows with as many segments as most have count.
 */
export function columnsOf(rows: readonly Row[]): Interval[] {
  const byCount = [...Map.groupBy(rows, ({ segments }) => segments.length)];
  const usual = byCount.reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];
  const alike = rows.filter(({ segments }) => segments.length >= usual);
  if (alike.length < minAlikeShare * rows.length) return [];
  const sorted = alike.flatMap(({ segments }) => segments).sort((a, b) => a.x1 - b.x1);
  const columns: { x1: number; x2: number }[] = [];
  for (const { x1, x2 } of sorted) {
    const last = columns.at(-1);
    if (last && x1 < last.x2 + 1) last.x2 = Math.max(last.x2, x2);
    else columns.push({ x1, x2 });
  }
  return columns;
}

/** Segments by the columns that they stand in; a column that a segment reaches over is undefined. */
export function cellsIn(
  segments: readonly Segment[],
  columns: readonly Interval[],
): (Segment[] | undefined)[] {
  const cells: Segment[][] = columns.map(() => []);
  const covered = new Set<number>();
  for (const { x1, x2, ...rest } of segments) {
    const under = columns.flatMap((column, index) => (x1 < column.x2 && x2 > column.x1 ? [index] : []));
    const before = columns.findLastIndex((column) => column.x1 <= x1);
    const [first = Math.max(0, before), ...others] = under;
    cells[first]?.push({ x1, x2, ...rest });
    for (const other of others) covered.add(other);
  }
  return cells.map((cell, index) => (cell.length === 0 && covered.has(index) ? undefined : cell));
}

import { type Row, type Segment, toRows } from './segments.ts';

interface Interval {
  readonly x1: number;
  readonly x2: number;
}

/** What a ruled table holds where not every row of it, or not every column, is parted by a line. */
export interface UnruledRows {
  readonly rows: readonly (readonly (readonly Segment[] | undefined)[])[];
  /** Where its columns begin. */
  readonly places: readonly number[];
}

const fewestRows = 3;
const fewestNumbers = 2;
const most = 0.8;
/** Share of the rows that have as many segments as most, where these are columns. */
const mostAlike = 0.5;
const number = /^(?:[-–—−]+|[-–−+±(]?\d[\d.,%()±]*(?:\s?[-–−+±(]?\d[\d.,%()±]*)*)$/u;
/** A column has wrapped text where so many of its lines go on with a small letter, and so many fill so much of its width. */
const leastContinued = 0.2;
const leastFull = 0.5;
const fullWidth = 0.7;

const textOf = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join(' ')
    .trim();
const share = <Item>(items: readonly Item[], has: (item: Item) => boolean) =>
  items.filter(has).length / Math.max(1, items.length);

const columnAt = ({ x1, x2 }: Segment, lines: readonly number[]) =>
  lines.findLastIndex((x) => x <= (x1 + x2) / 2);

/** Whether the lines of a column are those of one text. */
function isWrapped(lines: readonly Segment[]): boolean {
  const [left, right] = [Math.min(...lines.map(({ x1 }) => x1)), Math.max(...lines.map(({ x2 }) => x2))];
  return (
    share(lines, (line) => /^\p{Ll}/u.test(textOf(line))) >= leastContinued &&
    share(lines, ({ x2 }) => x2 - left > fullWidth * (right - left)) >= leastFull
  );
}

/**
 * The lines between two rules, where they are rows: there is one, or they stand beside each other in most columns, with numbers in one of
 * them, or without wrapped text.
 */
function rowsBetween(segments: readonly Segment[], lines: readonly number[]): Row[] | undefined {
  const rows = toRows(segments);
  if (rows.length < fewestNumbers) return rows;
  const columnOf = (segment: Segment) => columnAt(segment, lines);
  const columns = Map.groupBy(segments, columnOf);
  const first = Math.min(...columns.keys());
  const isFull = (row: Row) => {
    const used = new Set(row.segments.map(columnOf));
    return used.has(first) && used.size > columns.size / 2;
  };
  if (columns.size < 2 || share(rows, isFull) < most) return undefined;
  const texts = [...columns.values()];
  const haveNumbers = texts.some((one) => share(one, (text) => number.test(textOf(text))) >= most);
  const areApart = rows.length >= fewestRows && !texts.some((one) => isWrapped(one));
  return haveNumbers || areApart ? rows : undefined;
}

/** How many of the columns between lines have text. */
const usedColumns = (rows: readonly Row[], lines: readonly number[]): number =>
  new Set(rows.flatMap(({ segments }) => segments.map((segment) => columnAt(segment, lines)))).size;

/** Where the segments of rows stand below each other; of rows with as many segments as most have. */
function columnsOf(rows: readonly Row[]): Interval[] {
  const byCount = [...Map.groupBy(rows, ({ segments }) => segments.length)];
  const usual = byCount.reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];
  const alike = rows.filter(({ segments }) => segments.length >= usual);
  if (alike.length < mostAlike * rows.length) return [];
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
function toCells(segments: readonly Segment[], columns: readonly Interval[]): (Segment[] | undefined)[] {
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

/**
 * The rows of a table with lines around it, below its head and perhaps between its columns, but none between its rows; undefined
 * where all rows are parted by lines. `bands` are the segments between two lines each, from top to bottom.
 */
export function readUnruledRows(
  bands: readonly (readonly Segment[])[],
  lines: readonly number[],
): UnruledRows | undefined {
  const found = bands.map((band) => rowsBetween(band, lines));
  const inner = found.flatMap((rows) => rows ?? []);
  if (inner.length < fewestRows) return undefined;
  const columns = columnsOf(inner);
  const isParted = columns.length > usedColumns(inner, lines);
  if (columns.length < 2 || !(isParted || found.some((rows) => rows && rows.length > 1))) return undefined;
  const rows = found.flatMap((rows, index) =>
    rows
      ? rows.map(({ segments }) => toCells(segments, columns))
      : [toCells(bands[index] as readonly Segment[], columns)],
  );
  return { rows, places: columns.map(({ x1 }) => x1) };
}

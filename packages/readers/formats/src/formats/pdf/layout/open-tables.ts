import type { Rule } from '../page-model.ts';
import { isListing } from './listing.ts';
import { areFormulas } from './scripts.ts';
import { cellsIn, columnsOf, type Interval, type Row, type Segment } from './segments.ts';
import {
  arePairs,
  isBold,
  isStub,
  type LinesBetween,
  lineDistance,
  linesBetween,
  number,
  rowPitch,
  textOf,
  withHeadsSeated,
} from './unruled-rows.ts';

/** A table without lines: columns are recognized by what stands below each other. */
export interface OpenTable {
  /** Number of rows of the table. */
  readonly length: number;
  /** Segments of each cell, row by row; undefined where a cell before reaches over. */
  readonly rows: readonly (readonly (readonly Segment[] | undefined)[])[];
  /** Left edges of its columns, in points. */
  readonly places: readonly number[];
}

/** In units of the font's size. */
const rowDistance = 3.2;
const besideDistance = 0.8;
const columnGap = 0.8;
/** Rows at the beginning of a table whose cells may reach over several columns. */
const maxHeadRows = 5;
/** Fewer columns are as close to each other by chance, where the words of a line are stretched; and fewer rows that have all of them. */
const minNarrowColumns = 4;
const minFullRows = 4;
/** In units of the font's size: how far rows stand in from the titles of their sections, or these from the rows; and titles below each other. */
const maxIndent = 3;
const maxTitles = 2;
const leader = /^[.:\s·…_]{4,}$|(?:[.:·…_]\s*){4,}(?:\d+|[ivxlc]+)?$/i;
const marker = /^(?:[•●○■▪◦‣·–—*-]|[•●○■▪◦‣·]?\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/i;

/** Kind at the end of a line that defines something: `[Function]`. */
const kind = /^\[\p{L}[\p{L}\s-]*\]$/u;
const formulaNumber = /^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,2})?[a-z]?\)$/;

/** Returns whether a row may be one of a table, and not an item of a list, a line of a table of contents, a formula, or code. */
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
  const merged: { x1: number; x2: number }[] = [];
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

/** Points by which edges of one column differ. */
const sameEdge = 2;
/** In units of the font's size: lines of text below a table are farther below each other. */
const closeDistance = 1.35;
/** In units of the font's size: lines of cells are as far below each other as rows are, where these are no farther. */
const maxPitch = 2.2;

/** Beginning of what goes on from a line before. */
const middle = /^[\p{Ll}(]/u;

/** Whether a row is the next line of the first cell above, which had no room for its first word, or which it goes on with in a small letter. */
function isNextLine(rows: readonly Row[], at: number, columns: readonly Interval[]): boolean {
  const [line, ...others] = (rows[at] as Row).segments;
  const [cell] = rows[at - 1]?.segments ?? [];
  if (!line || !cell || others.length > 0 || (isBold(line) && !isBold(cell))) return false;
  const limit = (columns[1]?.x1 ?? 0) - columnGap * line.size;
  const text = textOf(line);
  const word = ((line.x2 - line.x1) / text.length) * text.split(/\s/, 1).join('').length;
  const isFirst = Math.abs(line.x1 - cell.x1) <= sameEdge && Math.max(line.x2, cell.x2) <= limit;
  if (!isFirst || /[.;:!?]$/.test(textOf(cell))) return false;
  const isSmall = middle.test(text) && cell.x2 + word > (columns[0]?.x2 ?? 0);
  return cell.x2 + word > limit || (isSmall && !isSection(rows, at, columns));
}

/**
 * Whether a row goes on with a cell of the row above; one of the first column may as well be a line of text below the table. `pitch`: how
 * far below each other the two rows above are.
 */
function continues(rows: readonly Row[], at: number, columns: readonly Interval[], pitch: number): boolean {
  const [row, above, below] = [rows[at] as Row, rows[at - 1] as Row, rows[at + 1]];
  const [segment] = row.segments;
  if (row.segments.length !== 1 || !segment) return false;
  const inside = columns.filter(({ x1, x2 }) => segment.x1 < x2 && segment.x2 > x1);
  const [column] = inside;
  if (inside.length !== 1 || !column || segment.x1 < column.x1 - sameEdge) return false;
  const distance = row.y - above.y;
  const isFirst = column === columns[0];
  if (!isFirst) return distance <= Math.max(lineDistance * above.size, pitch + 1);
  if (distance > lineDistance * above.size) return false;
  if (segment.x2 <= column.x2 + sameEdge) return true;
  if (distance < closeDistance * above.size && Math.abs(row.size - above.size) < 0.5) return true;
  const isNearNext = below !== undefined && below.y - row.y <= lineDistance * row.size;
  return isNearNext && mayBeCells(below) && fits(below, columns) && isNextLine(rows, at, columns);
}

/** Whether each piece of a row of code stands where a column begins: cells may be code, though no table begins with such a row. */
const areCodeCells = ({ segments }: Row, columns: readonly Interval[]) =>
  segments.length > 1 &&
  /[\p{L}\p{N}]/u.test(textOf(segments[0] as Segment)) &&
  segments.every(
    ({ x1 }, index) => columns.findIndex((column) => Math.abs(column.x1 - x1) <= sameEdge) >= index,
  ) &&
  isListing(segments.flatMap(({ runs }) => runs));

/** Whether each segment stands in a column of its own, in the same order. */
const fits = ({ segments }: Row, columns: readonly Interval[]) =>
  segments.length === columns.length &&
  segments.every(({ x1, x2 }, index) => {
    const column = columns[index] as Interval;
    return x1 < column.x2 && x2 > column.x1;
  });

/** The columns with another row's segments added; as they were where wide cells of a row that is full reach into each other. */
function grow(columns: readonly Interval[], row: Row): readonly Interval[] {
  const grown = addRow(columns, row);
  const isNarrow = grown.length < columns.length || !areApart(grown, row.size);
  return isNarrow && columns.length >= minNarrowColumns && fits(row, columns) ? columns : grown;
}

/** Whether a row is the title of those below it, in the first column of a table of numbers. */
function isSection(rows: readonly Row[], at: number, columns: readonly Interval[]): boolean {
  const [row, first] = [rows[at] as Row, columns[0]];
  const [title] = row.segments;
  if (row.segments.length !== 1 || !title || !first || columns.length < 3) return false;
  if (Math.abs(title.x1 - first.x1) > maxIndent * row.size) return false;
  const below = rows.slice(at + 1, at + 1 + maxTitles).find(({ segments }) => segments.length > 1);
  const [above, ...others] = [rows[at - 1] as Row, ...(below?.segments.slice(1) ?? [])];
  const areNumbers =
    others.filter((cell) => number.test(textOf(cell))).length >= Math.max(2, others.length / 2);
  const isApart = below !== undefined && below.y - row.y > besideDistance * row.size;
  const isNear = below !== undefined && below.y - above.y < 2 * rowDistance * above.size;
  return isApart && isNear && areNumbers && grow(columns, below).length === columns.length;
}

/** Whether a row is the upper line of a cell of the first column, beside others of one line that stand half a line lower. */
function isUpperLine(rows: readonly Row[], at: number, columns: readonly Interval[]): boolean {
  const [row, below] = [rows[at] as Row, rows[at + 1]];
  const [segment] = row.segments;
  if (row.segments.length !== 1 || !segment || !below || below.segments.length < 2) return false;
  const isFirst = segment.x1 < (columns[0]?.x2 ?? 0) && segment.x2 < (columns[1]?.x1 ?? 0);
  return (
    isFirst && below.y - row.y < besideDistance * row.size && grow(columns, below).length === columns.length
  );
}

interface Region {
  readonly end: number;
  readonly columns: readonly Interval[];
  /** Whether cells of some rows reach over several of the columns that others have. */
  readonly hasSpans: boolean;
}

function extend(rows: readonly Row[], start: number, maySpan: boolean): Region {
  let columns: readonly Interval[] = addRow([], rows[start] as Row);
  let [end, widest, hasSpans] = [start + 1, (rows[start] as Row).segments.length, false];
  for (; end < rows.length; end++) {
    const [row, above] = [rows[end] as Row, rows[end - 1] as Row];
    if (row.y - above.y > rowDistance * Math.max(row.size, above.size)) break;
    if (maySpan && isSection(rows, end, columns)) {
      hasSpans = true;
      continue;
    }
    if (isUpperLine(rows, end, columns)) continue;
    const isHead = end - start <= maxHeadRows;
    const isCells = mayBeCells(row) || areCodeCells(row, columns);
    const pitch = end - start > 1 ? above.y - (rows[end - 2] as Row).y : 0;
    if (!(isCells || continues(rows, end, columns, pitch) || (isHead && isStub(row, above, columns)))) break;
    const grown = grow(columns, row);
    const isKept = grown.length >= 2 && grown.length >= columns.length - 1 && areApart(grown, row.size);
    const own = addRow([], row);
    const isFiner = maySpan && isHead && own.length > widest && areApart(own, row.size);
    if (!isKept && !isFiner) break;
    columns = isFiner ? own : grown;
    hasSpans ||= isFiner;
    widest = Math.max(widest, row.segments.length);
  }
  return { end, columns, hasSpans };
}

/** Cells of a row by the columns that they stand in. */
function toCells(row: Row, columns: readonly Interval[]): Segment[][] {
  if (fits(row, columns)) return row.segments.map((segment) => [segment]);
  const cells: Segment[][] = columns.map(() => []);
  for (const segment of row.segments) {
    const middle = (segment.x1 + segment.x2) / 2;
    const index = columns.findIndex(({ x1, x2 }) => middle >= x1 - 1 && middle <= x2 + 1);
    cells[index === -1 ? 0 : index]?.push(segment);
  }
  return cells;
}

type Cells = (Segment[] | undefined)[];

function joinContinuations(
  rows: readonly Row[],
  columns: readonly Interval[],
  cellsOf: (row: Row) => Cells,
  lines: LinesBetween,
): Cells[] {
  const table: Cells[] = [];
  const pitch = rowPitch(rows, columns.length);
  let above: Row | undefined;
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(row);
    const last = table.at(-1);
    const filled = cells.filter((cell) => cell === undefined || cell.length > 0).length;
    const isClose = above !== undefined && row.y - above.y < 0.92 * pitch && filled < columns.length;
    // Cells of one line beside others of two stand half a line lower.
    const isBeside = above !== undefined && row.y - above.y < besideDistance * row.size;
    const isUpper = !isBeside && isUpperLine(rows, index, columns);
    const isMiddle = row.segments.length === 1 && middle.test(textOf(row.segments[0] as Segment));
    const goesOn = isMiddle && isNextLine(rows, index, columns);
    const startsRow =
      lines.above.has(index) ||
      (!lines.partAll && isUpper) ||
      (!lines.partAll &&
        !isBeside &&
        !goesOn &&
        !isClose &&
        (cells[0]?.length !== 0 || filled > columns.length / 2));
    const distance = row.y - (above?.y ?? 0);
    const isAtPitch = isMiddle && Math.abs(distance - pitch) < 1 && pitch < maxPitch * row.size;
    const isNear = lines.partAll || isBeside || isClose || isAtPitch || distance < lineDistance * row.size;
    if (last && !startsRow && isNear) {
      for (const [index, cell] of cells.entries()) if (cell) last[index] = [...(last[index] ?? []), ...cell];
    } else table.push(cells);
    above = row;
  }
  return table;
}

/** The rows of a table, with cells across several columns where enough rows have all of them. */
function findRegion(rows: readonly Row[], start: number): Region {
  const region = extend(rows, start, true);
  const full = rows.slice(start, region.end).filter((row) => fits(row, region.columns)).length;
  return region.hasSpans && full < minFullRows ? extend(rows, start, false) : region;
}

/** The table that begins with a row; undefined where none does. */
export function readOpenTable(
  rows: readonly Row[],
  start: number,
  rules: readonly Rule[],
): OpenTable | undefined {
  const first = rows[start];
  if (!first || !mayBeCells(first)) return undefined;
  const region = findRegion(rows, start);
  const taken = rows.slice(start, region.end);
  const full = taken.filter(mayBeCells).length;
  const count = region.columns.length;
  if (
    !(full >= 3 || (full >= 2 && (count >= 3 || arePairs(taken)))) ||
    count < 2 ||
    count > 30 ||
    areFormulas(taken)
  )
    return undefined;
  // A title over several columns, or a long text across them, makes them one.
  const parted = columnsOf(taken);
  const isParted = parted.length > count && taken.filter((row) => fits(row, parted)).length >= minFullRows;
  const columns = withHeadsSeated(isParted ? parted : region.columns, taken);
  const isSpanning = isParted || region.hasSpans;
  const cellsOf = (row: Row) =>
    isSpanning && !fits(row, columns) ? cellsIn(row.segments, columns) : toCells(row, columns);
  return {
    length: taken.length,
    rows: joinContinuations(taken, columns, cellsOf, linesBetween(taken, columns, rules)),
    places: columns.map(({ x1 }) => x1),
  };
}

import type { Block, TableRow } from '../../../document-tree/tree.ts';
import type { Rule } from '../page-model.ts';
import { plainText } from './inlines.ts';
import { cellsIn, columnsOf, type Interval, type Row, type Segment, toRows } from './segments.ts';

/** A table, or what of it stands in one column of a page. */
export interface TablePart {
  readonly kind: 'table';
  readonly rows: readonly TableRow[];
  /** Left edges of its columns, in points. */
  readonly places: readonly number[];
  /** Whether nothing stands above it in its column. */
  readonly breaks: boolean;
  /** Whether its cells are known by the document's tags. */
  readonly isTagged?: boolean;
}

/** Points by which the columns of both parts of a table may differ. */
const tolerance = 8;
/** A table longer than that is written in parts, so that it need not be held. */
const maxRows = 2_000;

const rowText = ({ cells }: TableRow) =>
  cells
    .map(({ blocks }) => blocks.map((block) => (block.kind === 'paragraph' ? plainText(block.content) : '')))
    .join('|');

/** The table with its continuation on the next page or column; undefined where the other one is a table of its own. */
export function joinTables(table: TablePart, next: TablePart): TablePart | undefined {
  if (!next.breaks || table.places.length !== next.places.length || table.rows.length > maxRows)
    return undefined;
  // The next column of the page lies elsewhere, but its table is as wide.
  const shift = (next.places[0] ?? 0) - (table.places[0] ?? 0);
  // Numbers at the right of their column begin anywhere in it.
  const areTagged = table.isTagged && next.isTagged && Math.abs(shift) <= tolerance;
  const isAlike = table.places.every(
    (place, index) => areTagged || Math.abs((next.places[index] as number) - shift - place) <= tolerance,
  );
  if (!isAlike) return undefined;
  const [head, first] = [table.rows[0], next.rows[0]];
  const repeatsHead = head !== undefined && first !== undefined && rowText(head) === rowText(first);
  const rows = repeatsHead ? next.rows.slice(1) : next.rows;
  return { ...table, rows: [...table.rows, ...rows.map((row) => ({ ...row, isHead: false }))] };
}

export const toTableBlock = ({ rows }: TablePart): Block => ({ kind: 'table', rows });

/** Cells of a ruled table in which not every row, or not every column, is separated by a rule. */
export interface UnruledRows {
  readonly rows: readonly (readonly (readonly Segment[] | undefined)[])[];
  /** Left edges of its columns, in points. */
  readonly places: readonly number[];
}

const minRows = 3;
const minNumbers = 2;
const minShare = 0.8;
/** Text of a numeric cell, including a dash for none. */
export const number = /^(?:[-–—−]+|[-–−+±(]?\d[\d.,%()±]*(?:\s?[-–−+±(]?\d[\d.,%()±]*)*)$/u;
/** A column has wrapped text where at least these shares of its lines begin with a small letter and fill its width. */
const minContinuedShare = 0.2;
const minFullShare = 0.5;
const fullWidth = 0.7;

const segmentText = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join(' ')
    .trim();
export const isBold = ({ runs }: Segment): boolean => runs.every(({ font }) => font.bold);
const share = <Item>(items: readonly Item[], has: (item: Item) => boolean) =>
  items.filter(has).length / Math.max(1, items.length);

const columnAt = ({ x1, x2 }: Segment, lines: readonly number[]) =>
  lines.findLastIndex((x) => x <= (x1 + x2) / 2);

/** Whether the lines of a column are those of one text. */
function isWrapped(lines: readonly Segment[]): boolean {
  const [left, right] = [Math.min(...lines.map(({ x1 }) => x1)), Math.max(...lines.map(({ x2 }) => x2))];
  return (
    share(lines, (line) => /^\p{Ll}/u.test(segmentText(line))) >= minContinuedShare &&
    share(lines, ({ x2 }) => x2 - left > fullWidth * (right - left)) >= minFullShare
  );
}

/**
 * The lines between two rules, where they are rows: there is one, or they stand beside each other in most columns, with numbers in one of
 * them, or without wrapped text.
 */
function rowsBetween(segments: readonly Segment[], lines: readonly number[]): Row[] | undefined {
  const rows = toRows(segments);
  if (rows.length < minNumbers) return rows;
  const columnOf = (segment: Segment) => columnAt(segment, lines);
  const columns = Map.groupBy(segments, columnOf);
  const first = Math.min(...columns.keys());
  const isFull = (row: Row) => {
    const used = new Set(row.segments.map(columnOf));
    return used.has(first) && used.size > columns.size / 2;
  };
  // Titles of some rows stand in the first column, in bold, where all others have numbers.
  const isTitle = ({ segments: [title, ...others] }: Row) =>
    title && others.length === 0 && columnOf(title) === first && isBold(title);
  const haveTitles = rows.some(
    ({ segments: [label, ...cells] }) => label && cells.length > 0 && !isBold(label),
  );
  const values = [...columns].filter(([column]) => column !== first);
  const areValues = values.every(
    ([, texts]) => share(texts, (text) => number.test(segmentText(text))) >= minShare,
  );
  // A cell of the head may reach over two of its rows.
  const body = rows.length > minRows && rows[0] && !isFull(rows[0]) ? rows.slice(1) : rows;
  const judged = areValues && haveTitles ? body.filter((row) => !isTitle(row)) : body;
  if (columns.size < 2 || share(judged, isFull) < minShare) return undefined;
  const texts = [...columns.values()];
  const haveNumbers = texts.some((one) => share(one, (text) => number.test(segmentText(text))) >= minShare);
  const areApart = rows.length >= minRows && !texts.some((one) => isWrapped(one));
  return haveNumbers || areApart ? rows : undefined;
}

/** Returns the number of columns between lines have text. */
const usedColumns = (rows: readonly Row[], lines: readonly number[]): number =>
  new Set(rows.flatMap(({ segments }) => segments.map((segment) => columnAt(segment, lines)))).size;

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
  if (inner.length < minRows) return undefined;
  const columns = columnsOf(inner);
  const isParted = columns.length > usedColumns(inner, lines);
  if (columns.length < 2 || !(isParted || found.some((rows) => rows && rows.length > 1))) return undefined;
  const rows = found.flatMap((rows, index) =>
    rows
      ? rows.map(({ segments }) => cellsIn(segments, columns))
      : [cellsIn(bands[index] as readonly Segment[], columns)],
  );
  return { rows, places: columns.map(({ x1 }) => x1) };
}

/** Points by which edges of one column differ. */
const sameEdge = 2;

export const textOf = ({ runs }: Segment): string =>
  runs
    .map(({ text }) => text)
    .join('')
    .trim();

/** Share of the width of a table that a line between its rows takes. */
const minLineShare = 0.7;
const minParts = 3;
const minPartShare = 0.5;

/** The lines across a table. */
export interface LinesBetween {
  /** Rows with one above them. */
  readonly above: ReadonlySet<number>;
  /** Whether there is one between all rows of the table, so that what none parts is one row. */
  readonly partAll: boolean;
}

export function linesBetween(
  rows: readonly Row[],
  columns: readonly Interval[],
  rules: readonly Rule[],
): LinesBetween {
  const [left, right] = [columns[0]?.x1 ?? 0, columns.at(-1)?.x2 ?? 0];
  const across = rules.filter(
    ({ x1, x2, y1, y2 }) => x2 - x1 > y2 - y1 && x1 < right && x2 > left && y1 > (rows[0]?.y ?? 0),
  );
  const above = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const from = rows[index - 1]?.y ?? row.y;
    const between = across.filter(({ y1 }) => y1 > from && y1 < row.y);
    const drawn = between.reduce((sum, { x1, x2 }) => sum + Math.min(right, x2) - Math.max(left, x1), 0);
    if (drawn >= minLineShare * (right - left)) above.add(index);
  }
  return { above, partAll: above.size >= minParts && above.size >= minPartShare * (rows.length - 1) };
}

/** The columns with the head of one that stands beside its values, as over numbers at the right, as one with them. */
export function withHeadsSeated(
  columns: readonly Interval[],
  [head, ...rows]: readonly Row[],
): readonly Interval[] {
  const holds = (row: Row | undefined, { x1, x2 }: Interval) =>
    row?.segments.some((segment) => segment.x1 < x2 && segment.x2 > x1) ?? false;
  const isHead = (column: Interval) => holds(head, column) && !rows.some((row) => holds(row, column));
  const isBody = (column: Interval) => !holds(head, column);
  const index = columns.findIndex((column, at) => {
    const next = columns[at + 1];
    return next && ((isHead(column) && isBody(next)) || (isBody(column) && isHead(next)));
  });
  const [one, other] = [columns[index], columns[index + 1]];
  if (!one || !other) return columns;
  const seated = [...columns.slice(0, index), { x1: one.x1, x2: other.x2 }, ...columns.slice(index + 2)];
  return withHeadsSeated(seated, head ? [head, ...rows] : rows);
}

const amount = /^\p{Sc}?\s?[-–−(]?\d[\d.,’ ]*[.,]\d{2}\)?\s?(?:\p{Sc}|\p{Lu}{3})?$/u;

/** Whether two rows are two pairs: bold titles with what they stand for below, or names of amounts beside these. */
export function arePairs([one, other, ...more]: readonly Row[]): boolean {
  if (!one || !other || more.length > 0 || one.segments.length !== 2 || other.segments.length !== 2)
    return false;
  const [title, value] = [one.segments, other.segments];
  const areBelow = title.every(({ x1 }, index) => Math.abs(x1 - (value[index]?.x1 ?? 0)) <= sameEdge);
  if (areBelow && title.every(isBold) && !value.some(isBold)) return true;
  const [upper, lower] = [title[1], value[1]];
  const areAmounts = [upper, lower].every((cell) => cell && amount.test(textOf(cell)));
  return areAmounts && Math.abs((upper?.x2 ?? 0) - (lower?.x2 ?? 0)) <= sameEdge;
}

/** Characters of a line of the first column's head. */
const maxStubLength = 24;
/** In units of the font's size: lines of a cell are at most so far below each other. */
export const lineDistance = 1.6;

/** Whether a row is a line of the first column's head, which may stand between the lines of the others. */
export function isStub(row: Row, above: Row, columns: readonly Interval[]): boolean {
  const [segment] = row.segments;
  const isAlone = row.segments.length === 1 && segment !== undefined && segment.x2 < (columns[0]?.x1 ?? 0);
  return isAlone && row.y - above.y < lineDistance * above.size && textOf(segment).length <= maxStubLength;
}

/** The least distance between rows that are full, 0 where no two are: lines of one cell are closer to each other, where cells have room around them. */
export function rowPitch(rows: readonly Row[], columns: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < rows.length; index++) {
    const [row, above] = [rows[index] as Row, rows[index - 1] as Row];
    if (row.segments.length === columns && above.segments.length === columns)
      least = Math.min(least, row.y - above.y);
  }
  return Number.isFinite(least) ? least : 0;
}

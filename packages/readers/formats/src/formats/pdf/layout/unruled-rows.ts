import { cellsIn, columnsOf } from './row-columns.ts';
import { type Row, type Segment, toRows } from './segments.ts';

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
/** A column has wrapped text where so many of its lines go on with a small letter, and so many fill so much of its width. */
const minContinuedShare = 0.2;
const minFullShare = 0.5;
const fullWidth = 0.7;

const textOf = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join(' ')
    .trim();
const isBold = ({ runs }: Segment) => runs.every(({ font }) => font.bold);
const share = <Item>(items: readonly Item[], has: (item: Item) => boolean) =>
  items.filter(has).length / Math.max(1, items.length);

const columnAt = ({ x1, x2 }: Segment, lines: readonly number[]) =>
  lines.findLastIndex((x) => x <= (x1 + x2) / 2);

/** Whether the lines of a column are those of one text. */
function isWrapped(lines: readonly Segment[]): boolean {
  const [left, right] = [Math.min(...lines.map(({ x1 }) => x1)), Math.max(...lines.map(({ x2 }) => x2))];
  return (
    share(lines, (line) => /^\p{Ll}/u.test(textOf(line))) >= minContinuedShare &&
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
    ([, texts]) => share(texts, (text) => number.test(textOf(text))) >= minShare,
  );
  const judged = areValues && haveTitles ? rows.filter((row) => !isTitle(row)) : rows;
  if (columns.size < 2 || share(judged, isFull) < minShare) return undefined;
  const texts = [...columns.values()];
  const haveNumbers = texts.some((one) => share(one, (text) => number.test(textOf(text))) >= minShare);
  const areApart = rows.length >= minRows && !texts.some((one) => isWrapped(one));
  return haveNumbers || areApart ? rows : undefined;
}

/** How many of the columns between lines have text. */
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

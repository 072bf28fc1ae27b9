import { isCode } from './inlines.ts';
import { areListing } from './listing.ts';
import { type Row, type Segment, toRows } from './segments.ts';

/** Rows that two columns of text have beside each other, at least. */
const minRows = 4;
const minGutter = 6;
/** Share of the width that text of a column takes: narrower ones are cells of a table. */
const minColumnShare = 0.22;
/** A line of text fills so much of its column; a column holds so much of its text in such lines, for it may hold a table too. */
const filledShare = 0.7;
const minFilledShare = 0.5;
const maxColumns = 4;
const linesToOverflow = 40;
/** Lines of each of two columns beside a third one, and the share of the lines that stand in one of both. */
const minLinesInColumn = 12;
const minApartShare = 0.9;
/** More pieces of text are no page that anyone reads in columns. */
const maxSegmentsOnPage = 2_000;

interface Extent {
  readonly left: number;
  readonly right: number;
}

function extentOf(rows: readonly Pick<Row, 'segments'>[]): Extent {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { segments } of rows)
    for (const { x1, x2 } of segments) {
      left = Math.min(left, x1);
      right = Math.max(right, x2);
    }
  return { left, right };
}

/** Neighbors of a row, and of two rows too close to be lines of one column: columns need not share their lines. */
function* neighbors(rows: readonly Row[]): Generator<[left: Segment, right: Segment]> {
  let above: Row | undefined;
  for (const row of rows) {
    const { segments } = row;
    for (let index = 1; index < segments.length; index++)
      yield [segments[index - 1] as Segment, segments[index] as Segment];
    const [own] = segments;
    const [other] = above?.segments ?? [];
    if (own && other && above?.segments.length === 1 && segments.length === 1 && row.y - above.y < row.size)
      yield own.x1 < other.x1 ? [own, other] : [other, own];
    above = row;
  }
}

/** Places where many rows have a gap between two segments, the middle of each. */
function gutterCandidates(rows: readonly Row[]): number[] {
  const votes = new Map<number, number>();
  for (const [left, right] of neighbors(rows)) {
    if (right.x1 - left.x2 < minGutter) continue;
    for (let bin = Math.ceil(left.x2 / 4); bin <= Math.floor(right.x1 / 4); bin++)
      votes.set(bin, (votes.get(bin) ?? 0) + 1);
  }
  const strong = [...votes].filter(([, count]) => count >= minRows).sort((a, b) => b[1] - a[1]);
  return strong.slice(0, 40).map(([bin]) => bin * 4);
}

const crosses = ({ segments }: Row, x: number) => segments.some(({ x1, x2 }) => x1 < x - 1 && x2 > x + 1);

interface Zone {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

/** The right edge of a column, beyond which one line of many may reach: damaged text is drawn anywhere. */
function edgeOf(segments: readonly Segment[]): number {
  const edges = segments.map(({ x2 }) => x2).sort((a, b) => b - a);
  return edges[Math.floor(edges.length / linesToOverflow)] ?? 0;
}

/** Columns are filled to their edge most of the time, and hold words, not values. */
function isText(segments: readonly Segment[], width: number): boolean {
  if (segments.length < minRows) return false;
  const { left } = extentOf([{ segments }]);
  const right = edgeOf(segments);
  if (right - left < minColumnShare * width) return false;
  let [filled, all] = [0, 0];
  for (const { x1, x2, runs } of segments) {
    const characters = runs.reduce((sum, { text }) => sum + text.length, 0);
    all += characters;
    if (x2 - x1 >= filledShare * (right - left) && characters >= 14) filled += characters;
  }
  return filled >= minFilledShare * all;
}

/** Whether most rows are entries of a table of contents: a title, and the number of its page at the edge of the column. */
function areContents(segments: readonly Segment[]): boolean {
  const rows = toRows(segments);
  if (rows.length < minRows) return false;
  const { right } = extentOf(rows);
  const isEntry = ({ segments: cells }: Row) => {
    const last = cells.at(-1);
    const text = last?.runs.map((run) => run.text).join('') ?? '';
    return cells.length >= 2 && (last?.x2 ?? 0) > right - 2 && /^\s*\d{1,3}\s*$/.test(text);
  };
  return rows.filter(isEntry).length > rows.length / 2;
}

const minNumberedTitles = 8;
const entry = /^(?:\d{1,2}(?:\.\d{1,2})*|[A-Z])\.?\s+\p{Lu}/u;
const startsWithin = /^\p{Ll}/u;
/** Characters of a line of text that goes on in the next one; explanations of a table's terms are shorter. */
const minLineLength = 40;

const textsOf = (segments: readonly Segment[]) =>
  toRows(segments).map(({ segments: cells }) =>
    cells
      .flatMap(({ runs }) => runs)
      .map(({ text }) => text)
      .join(' ')
      .trim(),
  );

/** Whether most rows are numbered titles without pages, beside text whose sentences go on from row to row: no cells of one table. */
function areTitlesBeside(segments: readonly Segment[], text: readonly Segment[]): boolean {
  const titles = textsOf(segments).filter((one) => entry.test(one));
  if (titles.length < minNumberedTitles || titles.length < 0.6 * toRows(segments).length) return false;
  return goesOnAmongRows(text);
}

/** Whether sentences of a text go on from row to row. */
function goesOnAmongRows(text: readonly Segment[]): boolean {
  const lines = textsOf(text);
  const goesOn = (line: string, index: number) =>
    startsWithin.test(line) && (lines[index - 1]?.length ?? 0) >= minLineLength;
  return lines.filter(goesOn).length > lines.length / 4;
}

/** Whether one side of a gutter is two columns of some length, parted by another gutter. */
function areTwoColumns(segments: readonly Segment[], width: number): boolean {
  if (segments.length > maxSegmentsOnPage) return false;
  return gutterCandidates(toRows(segments)).some((x) => {
    const [left, right] = [
      segments.filter(({ x2 }) => x2 <= x + 1),
      segments.filter(({ x1 }) => x1 >= x - 1),
    ];
    if (left.length + right.length < minApartShare * segments.length) return false;
    return [left, right].every((column) => column.length >= minLinesInColumn && isText(column, width));
  });
}

const leader = /(?:\s[.·])+\s*$|[.·]{3,}\s*$/;
const minLeaders = 1 / 3;

/** Whether what looks like a gutter parts titles and their dots from the numbers of pages: it runs through a column of contents. */
function cutsEntries(left: readonly Segment[], right: readonly Segment[]): boolean {
  const titles = toRows(left);
  const others = toRows(right);
  const hasPage = ({ y, size }: Row) => {
    const [cell] = others.find((row) => Math.abs(row.y - y) < 0.3 * size)?.segments ?? [];
    return cell !== undefined && /^\d{1,3}$/.test(textsOf([cell])[0] ?? '');
  };
  const hasLeader = ({ segments }: Row) => leader.test(textsOf(segments.slice(-1))[0] ?? '');
  return (
    titles.filter(hasPage).length > titles.length / 2 &&
    titles.filter(hasLeader).length > minLeaders * titles.length
  );
}

const minLabels = 0.75;

const minCodeShare = 0.8;

/** Whether a column of code stands beside text whose sentences go on from row to row: no terms with their explanations. */
function isCodeBeside(code: readonly Segment[], text: readonly Segment[], width: number): boolean {
  const { left, right } = extentOf([{ segments: code }]);
  if (toRows(code).length < minRows || right - left < minColumnShare * width) return false;
  const all = code.flatMap(({ runs }) => runs);
  const lengthOf = (runs: typeof all) => runs.reduce((sum, run) => sum + run.text.length, 0);
  return lengthOf(all.filter(isCode)) >= minCodeShare * lengthOf(all) && goesOnAmongRows(text);
}

/** Whether most rows of a column begin with a label and have what it stands for beside it: those of a form. */
function areFields(segments: readonly Segment[]): boolean {
  const rows = toRows(segments);
  const isField = ({ segments: [label, ...values] }: Row) =>
    label !== undefined && values.length > 0 && /\p{L}\S*\s?[:：]$/u.test(textsOf([label])[0] ?? '');
  return rows.length >= minRows && rows.filter(isField).length >= minLabels * rows.length;
}

/** Whether both sides of a gutter are columns of a page; one may be its table of contents. */
function areColumns(left: readonly Segment[], right: readonly Segment[], width: number): boolean {
  if (areListing(left, right) || cutsEntries(left, right)) return false;
  // Cells of numbers look alike, but for the titles.
  const areTitles = (side: readonly Segment[]) => textsOf(side).every((text) => /\p{L}{3}/u.test(text));
  if ([left, right].every((side) => areContents(side) && areTitles(side))) return true;
  if (areFields(left) && areFields(right)) return true;
  const isColumn = (side: readonly Segment[]) => isText(side, width) || areTwoColumns(side, width);
  const [isLeft, isRight] = [isColumn(left), isColumn(right)];
  if (isLeft === isRight) return isLeft;
  const [contents, text] = isLeft ? [right, left] : [left, right];
  return areContents(contents) || areTitlesBeside(contents, text) || isCodeBeside(contents, text, width);
}

/** Rows below each other that a gutter parts; the zone with the most of them. */
function findZone(rows: readonly Row[], x: number, width: number): Zone | undefined {
  let best: Zone | undefined;
  let from = 0;
  const close = (to: number) => {
    if (to - from < minRows || (best && to - from <= best.to - best.from)) return;
    const inside = rows.slice(from, to).flatMap(({ segments }) => segments);
    const left = inside.filter((segment) => segment.x2 <= x + 1);
    const right = inside.filter((segment) => segment.x1 >= x - 1);
    if (areColumns(left, right, width)) best = { from, to, x };
  };
  rows.forEach((row, index) => {
    if (!crosses(row, x)) return;
    close(index);
    from = index + 1;
  });
  close(rows.length);
  return best;
}

/** The segments in the order in which columns are read: each of the lists is one column's part of the page. */
export function readingOrder(rows: readonly Row[], depth = 0): Segment[][] {
  const all = () => [rows.flatMap(({ segments }) => segments)];
  if (rows.length < minRows || depth >= maxColumns) return all();
  const { left, right } = extentOf(rows);
  let best: Zone | undefined;
  for (const x of gutterCandidates(rows)) {
    const zone = findZone(rows, x, right - left);
    if (zone && (!best || zone.to - zone.from > best.to - best.from)) best = zone;
  }
  if (!best) return all();
  const { from, to, x } = best;
  const inside = rows.slice(from, to).flatMap(({ segments }) => segments);
  const part = (segments: Segment[]) => readingOrder(toRows(segments), depth + 1);
  return [
    ...(from > 0 ? readingOrder(rows.slice(0, from), depth + 1) : []),
    ...part(inside.filter((segment) => segment.x2 <= x + 1)),
    ...part(inside.filter((segment) => segment.x2 > x + 1)),
    ...(to < rows.length ? readingOrder(rows.slice(to), depth + 1) : []),
  ].filter((segments) => segments.length > 0);
}

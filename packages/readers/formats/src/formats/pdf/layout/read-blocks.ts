import type { Block, Cell, Inline, Place, TableRow } from '../../../document-tree/tree.ts';
import type { LinkArea, PageModel } from '../page-model.ts';
import { appendLine } from './append-line.ts';
import { findAuthorGrid } from './author-grid.ts';
import { readingOrder } from './columns.ts';
import { areEntries, beginsEntry, isChapterEntry } from './entries.ts';
import { partExamples } from './examples.ts';
import { inlinesOf } from './inlines.ts';
import { type Line, toLine } from './lines.ts';
import { readOpenTable } from './open-tables.ts';
import { findRuledTables, isForm, type RuledTable } from './ruled-tables.ts';
import { findRows, type Row, type Segment, toRows } from './segments.ts';
import { takeTaggedTables } from './tagged-tables.ts';
import type { TablePart } from './unruled-rows.ts';

/**
 * Part of a page in reading order: a line of text, a table, or a box of a form, which is a paragraph of its own. `breaks`: a column or the
 * page has ended before it.
 */
export type Part =
  | { readonly kind: 'box'; readonly block: Block; readonly breaks: boolean }
  | { readonly kind: 'line'; readonly line: Line; readonly breaks: boolean; readonly place?: Place }
  | TablePart;

/** In units of the font's size: how far letters reach above the line that they stand on, and below it. */
const ascent = 0.8;
const descent = 0.25;

/** Whether the document's outline has a heading of this text on the page. */
type IsTitle = (text: string) => boolean;

const sectionNumber = /^\s*(?:\d{1,2}|[A-Z])(?:\.\d{1,3})*\.?\s*$/;

/** The area of some segments on their page. */
function boundsOf(segments: readonly Segment[], page: PageModel): Place | undefined {
  if (segments.length === 0) return undefined;
  const [x, right] = [least(segments, ({ x1 }) => x1), -least(segments, ({ x2 }) => -x2)];
  const y = least(segments, (segment) => segment.y - segment.size * ascent);
  const bottom = -least(segments, (segment) => -(segment.y + segment.size * descent));
  const { whole = { x, y, width: right - x, height: bottom - y }, placeScale = 1 } = page;
  return {
    page: page.number,
    x: whole.x * placeScale,
    y: whole.y * placeScale,
    width: whole.width * placeScale,
    height: whole.height * placeScale,
  };
}

const least = (segments: readonly Segment[], value: (segment: Segment) => number) =>
  segments.reduce((smallest, segment) => Math.min(smallest, value(segment)), Number.POSITIVE_INFINITY);

function cellOf(segments: readonly Segment[], links: readonly LinkArea[], columns: number): Cell {
  const lines = toRows(segments).map((row) => inlinesOf(row.segments, links));
  const content: Inline[] = [];
  for (const inlines of lines) appendLine(content, inlines);
  const blocks: Block[] = content.length > 0 ? [{ kind: 'paragraph', content }] : [];
  return { blocks, columns };
}

function* boxesOf({ rows }: RuledTable, page: PageModel): Generator<Part> {
  for (const segments of rows.flat()) {
    const [block] = cellOf(segments ?? [], page.links, 1).blocks;
    const place = boundsOf(segments ?? [], page);
    if (block) yield { kind: 'box', block: { ...block, ...(place && { at: [place] }) }, breaks: true };
  }
}

function toTableRow(
  cells: readonly (readonly Segment[] | undefined)[],
  page: PageModel,
  isHead: boolean,
): TableRow {
  const row: Cell[] = [];
  for (let index = 0; index < cells.length; index++) {
    const own = cells[index];
    if (own === undefined) continue;
    let columns = 1;
    while (index + columns < cells.length && cells[index + columns] === undefined) columns++;
    row.push(cellOf(own, page.links, columns));
  }
  const place = boundsOf(
    cells.flatMap((cell) => cell ?? []),
    page,
  );
  return { cells: row, isHead, ...(place && { at: [place] }) };
}

type Cells = readonly (readonly (readonly Segment[] | undefined)[])[];

function toTablePart(
  { rows, places, isTagged }: { rows: Cells; places: readonly number[]; isTagged?: boolean },
  page: PageModel,
  breaks: boolean,
): TablePart {
  return {
    kind: 'table',
    rows: rows.map((row, index) => toTableRow(row, page, index === 0)),
    places,
    breaks,
    ...(isTagged && { isTagged }),
  };
}

function edgesOf(rows: readonly Row[]): { left: number; right: number } {
  const segments = rows.flatMap((row) => row.segments);
  return {
    left: segments.reduce((left, { x1 }) => Math.min(left, x1), Number.POSITIVE_INFINITY),
    right: segments.reduce((right, { x2 }) => Math.max(right, x2), 0),
  };
}

/** Whether a row is a heading by what the document says of itself, or by its number and weight: no row of a table. */
function isHeading({ segments }: Row, isTitle: IsTitle): boolean {
  const [number = '', ...texts] = segments.map(({ runs }) => runs.map((run) => run.text).join(' '));
  if (isTitle([number, ...texts].join(' '))) return true;
  // The second line of a table's head may be single letters.
  const isNumbered = texts.length === 1 && sectionNumber.test(number) && /\p{L}{2}/u.test(texts[0] ?? '');
  return isNumbered && segments.every(({ runs }) => runs.every(({ font }) => font.bold));
}

/** Points by which lines below each other begin apart. */
const sameEdge = 2;
const minWordsBeside = 3;
const wordsOf = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join(' ')
    .trim();
const goesOn = (segment: Segment) => /^\p{Ll}/u.test(wordsOf(segment));

/**
 * Rows, too few for columns of the page, that are two short texts beside each other: each of some words, which go on in the row below.
 * Empty where the row at `index` begins none.
 */
function findTextsBeside(rows: readonly Row[], index: number): readonly Row[] {
  const first = rows[index];
  if (first?.segments.length !== 2) return [];
  if (first.segments.some((one) => wordsOf(one).split(/\s+/).length < minWordsBeside)) return [];
  let to = index + 1;
  for (let row = rows[to]; row; row = rows[++to]) {
    const isBelow = row.y - (rows[to - 1]?.y ?? 0) < 1.6 * row.size && row.segments.length === 2;
    const areAligned = row.segments.every(
      ({ x1 }, at) => Math.abs(x1 - (first.segments[at]?.x1 ?? 0)) < sameEdge,
    );
    if (!isBelow || !areAligned || !row.segments.every(goesOn)) break;
  }
  return to - index >= 2 ? rows.slice(index, to) : [];
}

/** The lines of two texts beside each other, one text after the other. */
function* textsBeside(rows: readonly Row[], page: PageModel): Generator<Part> {
  for (const side of [0, 1]) {
    const lines = rows.map((row) => ({ ...row, segments: row.segments.slice(side, side + 1) }));
    const edges = edgesOf(lines);
    for (const [index, row] of lines.entries()) {
      const place = boundsOf(row.segments, page);
      const line = toLine(row, edges, page.links);
      yield { kind: 'line', line, breaks: index === 0, ...(place && { place }) };
    }
  }
}

/** The lines and open tables of one column. */
function* columnParts(rows: readonly Row[], page: PageModel, isTitle: IsTitle): Generator<Part> {
  const edges = edgesOf(rows);
  let heading = -1;
  for (let index = 0; index < rows.length; ) {
    if (heading < index) {
      const next = rows.findIndex((row, at) => at >= index && isHeading(row, isTitle));
      heading = next === -1 ? rows.length : next;
    }
    const table = heading === index ? undefined : readOpenTable(rows.slice(0, heading), index, page.rules);
    const beside = table || heading === index ? [] : findTextsBeside(rows, index);
    yield* textsBeside(beside, page);
    const taken = beside.length > 0 ? [] : rows.slice(index, index + (table?.length ?? 1));
    const areListed = table && areEntries(taken, table.places, edges);
    if (table && !areListed) yield toTablePart(table, page, index === 0);
    else
      for (const [at, row] of taken.entries()) {
        const place = boundsOf(row.segments, page);
        const read = toLine(row, edges, page.links);
        const isEntry = (areListed && beginsEntry(row, table.places)) || isChapterEntry(row, edges);
        const line = isEntry ? { ...read, isEntry } : read;
        yield { kind: 'line', line, breaks: index + at === 0, ...(place && { place }) };
      }
    index += Math.max(beside.length, taken.length);
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
export function* readParts(page: PageModel, isTitle: IsTitle): Generator<Part> {
  const { tables, rest } = takeTaggedTables(page.runs);
  const rows = findRows(rest);
  const grid = page.number === 1 ? findAuthorGrid(rows, page.height) : undefined;
  if (!grid) {
    yield* readRows(rows, page, isTitle, tables);
    return;
  }
  yield* readRows(rows.slice(0, grid.from), page, isTitle);
  for (const author of grid.authors) yield* authorLines(author, page);
  yield* readRows(rows.slice(grid.to), page, isTitle, tables);
}

/** The lines of one author, which are one paragraph. */
function* authorLines(segments: readonly Segment[], page: PageModel): Generator<Part> {
  const rows = toRows(segments);
  const edges = edgesOf(rows);
  for (const [index, row] of rows.entries()) {
    const place = boundsOf(row.segments, page);
    const { known: _, ...line } = toLine(row, edges, page.links);
    yield {
      kind: 'line',
      line: { ...line, size: rows.at(-1)?.size ?? line.size, bold: false },
      breaks: index === 0,
      ...(place && { place }),
    };
  }
}

const columnsOf = (rows: readonly Row[]) => readingOrder(rows).flatMap((column) => [...partExamples(column)]);

function* readRows(
  rows: readonly Row[],
  page: PageModel,
  isTitle: IsTitle,
  tagged: readonly RuledTable[] = [],
): Generator<Part> {
  const segments = rows.flatMap((row) => row.segments);
  const ruled = findRuledTables(page.rules, segments);
  const tables = [...tagged, ...ruled];
  if (tables.length === 0) {
    for (const column of columnsOf(rows)) yield* columnParts(toRows(column), page, isTitle);
    return;
  }
  const places = new Map(tables.map((table) => [placeholder(table), table]));
  const free = segments.filter((segment) => !ruled.some((table) => isInside(segment, table)));
  for (const column of columnsOf(toRows([...free, ...places.keys()])))
    yield* withTables(column, places, page, isTitle);
}

function* withTables(
  column: readonly Segment[],
  places: ReadonlyMap<Segment, RuledTable>,
  page: PageModel,
  isTitle: IsTitle,
): Generator<Part> {
  let open: Segment[] = [];
  let isFirst = true;
  for (const segment of [...column].sort((a, b) => a.y - b.y || a.x1 - b.x1)) {
    const table = places.get(segment);
    if (!table) {
      open.push(segment);
      continue;
    }
    yield* columnParts(toRows(open), page, isTitle);
    const isPart = isFirst && open.length === 0 && page.number > 1;
    if (table.isTagged ? table.rows.length === 1 && !isPart : isForm(table)) yield* boxesOf(table, page);
    else yield toTablePart(table, page, isFirst && open.length === 0);
    isFirst = false;
    open = [];
  }
  yield* columnParts(toRows(open), page, isTitle);
}

import type { Row, Segment } from './segments.ts';

/** The authors of a paper beside each other, each with a place of work below: rows of the page, and the lines of one author after another. */
export interface AuthorGrid {
  readonly from: number;
  readonly to: number;
  readonly authors: readonly (readonly Segment[])[];
}

/** In units of the font's size: lines of one author are closer to each other, also where OCR has measured the size a tenth too small. */
const bandGap = 1.65;
/** Points. */
const sameCentre = 4;
const columnGap = 6;
/** Points by which left edges differ at least in centered lines; otherwise they are taken for aligned to the left. */
const minSpread = 8;
const maxLetters = 60;

interface Column {
  x1: number;
  x2: number;
  readonly segments: Segment[];
}

const lengthOf = ({ runs }: Segment) => runs.reduce((sum, { text }) => sum + text.length, 0);
const spreadOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

function columnsOf(rows: readonly Row[]): Column[] {
  const columns: Column[] = [];
  for (const segment of rows.flatMap(({ segments }) => segments).sort((a, b) => a.x1 - b.x1)) {
    const last = columns.at(-1);
    if (last && segment.x1 < last.x2 + columnGap) {
      last.x2 = Math.max(last.x2, segment.x2);
      last.segments.push(segment);
    } else columns.push({ x1: segment.x1, x2: segment.x2, segments: [segment] });
  }
  return columns;
}

/** The columns of a band of rows whose lines are short and centered in them; undefined for any other text. */
function readBand(rows: readonly Row[]): Column[] | undefined {
  const columns = columnsOf(rows);
  const areCentred = columns.every(
    ({ segments }) => spreadOf(segments.map(({ x1, x2 }) => (x1 + x2) / 2)) <= 2 * sameCentre,
  );
  const areShort = columns.every(({ segments }) => segments.every((one) => lengthOf(one) <= maxLetters));
  const areRagged = columns.some(({ segments }) => spreadOf(segments.map(({ x1 }) => x1)) >= minSpread);
  const areLines = columns.every(({ segments }) => segments.length >= 2);
  return columns.length >= 2 && areLines && areCentred && areShort && areRagged ? columns : undefined;
}

function* bandsOf(rows: readonly Row[]): Generator<{ from: number; to: number }> {
  let from = 0;
  for (let index = 1; index <= rows.length; index++) {
    const [above, row] = [rows[index - 1] as Row, rows[index]];
    if (row && row.y - above.y <= bandGap * Math.min(row.size, above.size)) continue;
    yield { from, to: index };
    from = index;
  }
}

const hasAddress = (authors: readonly (readonly Segment[])[]) =>
  authors.flat().some(({ runs }) => runs.some(({ text }) => text.includes('@')));

/** The grid of authors in the upper half of a first page; undefined where it has none with an address of mail. */
export function findAuthorGrid(rows: readonly Row[], height: number): AuthorGrid | undefined {
  let grid: { from: number; to: number; authors: Segment[][] } | undefined;
  for (const { from, to } of bandsOf(rows)) {
    if ((rows[from]?.y ?? height) > height / 2) break;
    const columns = readBand(rows.slice(from, to));
    if (!columns && grid) break;
    if (!columns) continue;
    grid ??= { from, to, authors: [] };
    grid.to = to;
    for (const { segments } of columns) grid.authors.push(segments.toSorted((a, b) => a.y - b.y));
  }
  return grid && hasAddress(grid.authors) ? grid : undefined;
}

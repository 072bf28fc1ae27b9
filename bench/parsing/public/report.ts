import { printTable } from '../../table.ts';
import { f1, type Tally } from '../scores/score.ts';
import { f1OfHeadings, type StructureScores } from './score.ts';
import type { WordScores } from './words.ts';

/** Result of one reader for one manual. */
export interface Row {
  readonly manual: string;
  readonly reader: string;
  readonly pages: number;
  readonly cpuMilliseconds: number;
  readonly peakMegabytes: number;
  readonly words?: WordScores;
  readonly structure?: StructureScores;
  readonly hasHtml?: boolean;
  /** Number of tables in the HTML, and of those that were read. */
  readonly tables?: readonly [number, number];
  readonly failure?: string;
}

const show = (value: number | undefined, digits = 3) =>
  value === undefined ? '' : (Math.floor(value * 10 ** digits + 1e-6) / 10 ** digits).toFixed(digits);
const showTally = (tally: Tally | undefined, isKnown = true) => (tally && isKnown ? show(f1(tally)) : '');
const perTenThousand = ({ words }: Row) =>
  words && ((words.lostSpaces.right / Math.max(1, words.lostSpaces.expected)) * 10_000).toFixed(1);

function cellsOf(row: Row): string[] {
  const { manual, reader, pages, words, structure, hasHtml, tables, failure } = row;
  const headings = structure?.headings;
  const speed = `${Math.round((pages / row.cpuMilliseconds) * 1_000)}`;
  return [
    manual,
    reader,
    `${pages}`,
    failure ? failure.slice(0, 40) : show(words?.recall, 4),
    show(words?.precision, 4),
    perTenThousand(row) ?? '',
    show(headings?.recall),
    show(headings && Number.isFinite(headings.shownRecall) ? headings.shownRecall : undefined),
    show(headings?.precision),
    headings ? show(f1OfHeadings(headings)) : '',
    showTally(structure?.tables, hasHtml),
    tables && hasHtml ? `${tables[1]}/${tables[0]}` : `${tables?.[1] ?? ''}`,
    showTally(structure?.code, hasHtml),
    showTally(structure?.items, hasHtml),
    showTally(structure?.links, hasHtml),
    speed,
    row.peakMegabytes ? `${Math.round(row.peakMegabytes)}` : '',
  ];
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const least = (values: readonly number[]) => Math.min(...values);

function summaryOf(reader: string, rows: readonly Row[]): string[] {
  const own = rows.filter((row) => row.reader === reader);
  const words = own.flatMap((row) => row.words ?? []);
  const headings = own.flatMap(({ structure }) =>
    structure?.headings ? [f1OfHeadings(structure.headings)] : [],
  );
  const all = (measure: 'tables' | 'code' | 'items' | 'links') =>
    own.flatMap(({ structure, hasHtml }) => (structure && hasHtml ? [structure[measure]] : []));
  const total = (measure: 'tables' | 'code' | 'items' | 'links') => {
    const tallies = all(measure);
    const sum = (key: keyof Tally) => tallies.reduce((result, tally) => result + tally[key], 0);
    return show(f1({ expected: sum('expected'), found: sum('found'), right: sum('right') }));
  };
  const sumOf = (value: (row: Row) => number) => own.reduce((sum, row) => sum + value(row), 0);
  const lost = words.reduce((sum, { lostSpaces }) => sum + lostSpaces.right, 0);
  const spaces = words.reduce((sum, { lostSpaces }) => sum + lostSpaces.expected, 0);
  return [
    reader,
    `${own.length}`,
    `${sumOf(({ pages }) => pages)}`,
    ...(words.length > 0
      ? [
          show(median(words.map(({ recall }) => recall)), 4),
          show(least(words.map(({ recall }) => recall)), 4),
          show(median(words.map(({ precision }) => precision)), 4),
          show(least(words.map(({ precision }) => precision)), 4),
          ((lost / Math.max(1, spaces)) * 10_000).toFixed(1),
        ]
      : ['', '', '', '', '']),
    show(headings.length > 0 ? median(headings) : undefined),
    ...(words.length > 0
      ? [total('tables'), total('code'), total('items'), total('links')]
      : ['', '', '', '']),
    `${Math.round((sumOf(({ pages }) => pages) / sumOf(({ cpuMilliseconds }) => cpuMilliseconds)) * 1_000)}`,
  ];
}

/** Prints one table of all manuals and one of all readers. */
export function printReport(rows: readonly Row[]): void {
  printTable(
    [
      'manual',
      'reader',
      'pages',
      'recall',
      'precision',
      'spaces lost /10,000',
      'heads found',
      'of those shown',
      'heads right',
      'headings',
      'tables',
      'tables read',
      'code',
      'items',
      'links',
      'pages/s',
      'peak MB',
    ],
    rows.map(cellsOf),
  );
  const readers = [...new Set(rows.map(({ reader }) => reader))];
  console.log('');
  printTable(
    [
      'reader',
      'files',
      'pages',
      'recall, median',
      'least',
      'precision, median',
      'least',
      'spaces lost /10,000',
      'headings, median',
      'tables',
      'code',
      'items',
      'links',
      'pages/s',
    ],
    readers.map((reader) => summaryOf(reader, rows)),
  );
}

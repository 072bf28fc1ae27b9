import { readRecord } from './read-record.ts';

const SAMPLE_LENGTH = 16 * 1_024;
const SAMPLE_RECORDS = 50;

/** The most frequent first: it wins where two fit equally well and make as many cells. */
const delimiters = [',', ';', '\t', '|'];

export interface FoundDelimiter {
  readonly delimiter: string;
  /** Offset of the first record: after the line that names the delimiter, if there is one. */
  readonly contentStart: number;
}

/** Finds the character between the cells: the one that cuts most records of the beginning into equally many. */
export function findDelimiter(text: string): FoundDelimiter {
  const named = /^sep=(.)\n/i.exec(text);
  if (named?.[1]) return { delimiter: named[1], contentStart: named[0].length };
  const sample = text.slice(0, SAMPLE_LENGTH);
  const fits = delimiters.map((delimiter) => ({ delimiter, ...fitOf(sample, delimiter) }));
  // A comma may stand in every number of a line.
  const isBetter = (one: Fit, other: Fit) =>
    one.fit > other.fit || (one.fit === other.fit && one.width > other.width);
  const best = fits.reduce((winner, candidate) => (isBetter(candidate, winner) ? candidate : winner));
  return { delimiter: best.delimiter, contentStart: 0 };
}

interface Fit {
  /** Between 0 and 1: the share of records that have the most frequent number of cells, where that is more than one. */
  readonly fit: number;
  /** That number. */
  readonly width: number;
}

function fitOf(sample: string, delimiter: string): Fit {
  const recordsOfWidth = new Map<number, number>();
  let records = 0;
  let position = 0;
  while (position < sample.length && records < SAMPLE_RECORDS) {
    const record = readRecord(sample, position, { delimiter, quoted: true }, true);
    if (!record) break;
    const isCutShort = record.end > sample.length && records > 0;
    position = record.end;
    if (isCutShort || (record.cells.length === 1 && record.cells[0]?.trim() === '')) continue;
    records++;
    recordsOfWidth.set(record.cells.length, (recordsOfWidth.get(record.cells.length) ?? 0) + 1);
  }
  recordsOfWidth.delete(1);
  const [width = 1, most = 0] = [...recordsOfWidth].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { fit: most / Math.max(1, records), width };
}

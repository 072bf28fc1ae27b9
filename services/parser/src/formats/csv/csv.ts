import { decodeText } from '@docfleet/text/decoding';
import { type Format, isPlainText } from '../../format.ts';
import { readRecords } from './read-records.ts';
import { writeTables } from './write-tables.ts';

const extensions = new Set(['csv', 'tsv', 'tab']);
const types = new Set(['text/csv', 'application/csv', 'text/tab-separated-values']);

/** Tables with delimited cells; content alone does not distinguish them from prose, so name or declared type must. */
export const csv: Format = {
  name: 'CSV',
  mimeType: 'text/csv',
  matches: (sample) =>
    isPlainText(sample) && (extensions.has(sample.extension) || types.has(sample.declaredType)),
  convert: ({ bytes, declaredCharset, locate }) =>
    writeTables(readRecords(decodeText(bytes, () => [declaredCharset])), locate),
};

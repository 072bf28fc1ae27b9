import { decodeText } from '@docfleet/text/decoding';
import { type Format, isPlainText, type Source } from '../../format.ts';
import { type Row, readRecords } from './read-records.ts';
import { writeTables } from './write-tables.ts';

/** Programs that export tables often call them workbooks; those have signatures of their own. */
const extensions = new Set(['csv', 'tsv', 'tab', 'xls', 'xlsx']);
const types = new Set([
  'text/csv',
  'application/csv',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
]);

async function* counted(
  batches: AsyncIterable<readonly Row[]>,
  report: Source['reportProgress'],
): AsyncGenerator<readonly Row[]> {
  let done = 0;
  for await (const batch of batches) {
    yield batch;
    done += batch.length;
    report({ unit: 'ROW', done, total: null });
  }
}

/** Tables with delimited cells; content alone does not distinguish them from prose, so name or declared type must. */
export const csv: Format = {
  name: 'CSV',
  mimeType: 'text/csv',
  matches: (sample) =>
    isPlainText(sample) && (extensions.has(sample.extension) || types.has(sample.declaredType)),
  convert: ({ bytes, declaredCharset, locate, reportProgress }) =>
    writeTables(counted(readRecords(decodeText(bytes, () => [declaredCharset])), reportProgress), locate),
};

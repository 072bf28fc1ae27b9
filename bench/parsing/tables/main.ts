/** Scores the tables that are read of PDFs against those that people marked in them. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../../table.ts';
import { structureOfMarkdown } from '../public/markdown-structure.ts';
import { startReader } from '../readers/start-reader.ts';
import { addTallies, compare, f1, type Tally } from '../scores/score.ts';
import { neighborsIn, tablesOf } from './truth.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, reader: { type: 'string', default: 'docfleet' } },
});
const [folder] = positionals;
if (values.help || folder === undefined) {
  console.log(`Usage: npm run bench:parsing-tables -- [OPTIONS] FOLDER

Reads NAME.pdf of a folder and compares its tables with those that NAME-str.xml beside it states, as the data set of the ICDAR 2013 table
competition has them. What was read is written beside them.

  --reader NAME   docfleet`);
  process.exit(0);
}

const show = (value: number) => value.toFixed(3);
const scoresOf = (tally: Tally): string[] => [
  show(f1(tally) ?? 1),
  show(tally.right / Math.max(1, tally.expected)),
  show(tally.right / Math.max(1, tally.found)),
];

const reader = startReader(values.reader);
const rows: { readonly name: string; readonly tables: string; readonly tally: Tally }[] = [];
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort()) {
  const truth = join(folder, file.replace(/\.pdf$/, '-str.xml'));
  if (!existsSync(truth)) continue;
  const expected = tablesOf(await readFile(truth, 'utf8'));
  const { markdown = '', failure } = await reader.read(join(folder, file));
  if (failure) console.error(`${file} was not read: ${failure}`);
  await writeFile(join(folder, `${file}.${values.reader}.md`), markdown);
  const found = structureOfMarkdown(markdown).tables;
  const tally = compare(neighborsIn(expected), neighborsIn(found));
  rows.push({ name: file, tables: `${found.length}/${expected.length}`, tally });
}
reader.close();
const sorted = rows.toSorted((a, b) => (f1(a.tally) ?? 1) - (f1(b.tally) ?? 1));
const all = rows.map(({ tally }) => tally).reduce(addTallies, { expected: 0, found: 0, right: 0 });
const median = f1(sorted[Math.floor(sorted.length / 2)]?.tally ?? all) ?? 1;
printTable(
  ['file', 'tables read', 'F1', 'recall', 'precision'],
  [
    ...sorted.map(({ name, tables, tally }) => [name, tables, ...scoresOf(tally)]),
    [`all ${rows.length}, median ${show(median)}`, '', ...scoresOf(all)],
  ],
);

/** Scores what is read of manuals that others made, beside other readers. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { pythonReaders, type RunningReader, startReader } from '../readers/start-reader.ts';
import { type FetchedManual, fetchManual } from './fetch.ts';
import { addHtmlFacts, noStructure } from './html-facts.ts';
import { manuals } from './manuals.ts';
import { structureOfMarkdown } from './markdown-structure.ts';
import { readOutline } from './outline.ts';
import { printReport, type Row } from './report.ts';
import { scoreStructure } from './score.ts';
import { textOfMarkdown } from './text-of-markdown.ts';
import { scoreWords } from './words.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    folder: { type: 'string', default: '.docfleet/bench-parsing/public' },
    only: { type: 'string' },
    readers: { type: 'string', default: 'docfleet,unpdf' },
    peers: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:parsing-public -- [OPTIONS] [FILE.pdf|FOLDER...]

Downloads Debian packages that carry the same manual as PDF and HTML, unpacks them without installing, reads the PDFs, and scores the
result against the HTML, the PDF's outline and pdftotext. With files, or folders of them, these are scored instead, against their
outlines and pdftotext, and what was read is written beside them.

  --folder FOLDER   where the packages and what was read of them are kept (.docfleet/bench-parsing/public)
  --only PATTERN    manuals whose name matches
  --readers NAMES   docfleet,unpdf
  --peers           docfleet beside unpdf, officeparser, and markitdown and pymupdf4llm of the interpreter BENCH_PYTHON`);
  process.exit(0);
}

const maxOutputBytes = 2 ** 28;
const peers = ['docfleet', 'unpdf', 'officeparser', ...pythonReaders];

/** The PDFs of a folder, or the file itself. */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  return (await readdir(path)).filter((name) => /\.pdf$/i.test(name)).map((name) => join(path, name));
}

/** Processor time of `pdftotext`, by the shell that starts it, with its output. */
async function runPdftotext(path: string): Promise<{ text: string; cpuMilliseconds: number }> {
  const script = 'TIMEFORMAT="%U %S"; time pdftotext "$1" -';
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'bash', path], {
    maxBuffer: maxOutputBytes,
  });
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { text: stdout, cpuMilliseconds: (user + system) * 1_000 };
}

const nothingRead = { markdown: undefined, milliseconds: 0, cpuMilliseconds: 0, peakMegabytes: 0 };

async function measure(manual: FetchedManual, readers: ReadonlyMap<string, RunningReader>): Promise<Row[]> {
  const truth = noStructure();
  for (const html of manual.html) addHtmlFacts(truth, html);
  const outline = await readOutline(manual.pdfPath);
  const reference = await runPdftotext(manual.pdfPath);
  const pages = reference.text.split('\f').length - 1;
  const rows: Row[] = [];
  for (const [reader, running] of readers) {
    const { markdown, failure, cpuMilliseconds, peakMegabytes } = await running
      .read(manual.pdfPath)
      .catch((error: Error) => ({ ...nothingRead, failure: error.message }));
    const base = { manual: manual.name, reader, pages, cpuMilliseconds, peakMegabytes };
    if (markdown === undefined) {
      rows.push({ ...base, failure: failure ?? 'not read' });
      continue;
    }
    await writeFile(`${manual.pdfPath}.${reader}.md`, markdown);
    const found = structureOfMarkdown(markdown);
    const words = scoreWords(reference.text, reader === 'docfleet' ? textOfMarkdown(markdown) : markdown);
    const structure = scoreStructure(truth, outline, found, reference.text);
    const hasHtml = manual.html.length > 0;
    rows.push({ ...base, words, structure, hasHtml, tables: [truth.tables.length, found.tables.length] });
  }
  return [...rows, { manual: manual.name, reader: 'pdftotext', pages, ...reference, peakMegabytes: 0 }];
}

const folder = resolve(values.folder);
await mkdir(folder, { recursive: true });
const only = new RegExp(values.only ?? '');
const names = values.peers ? peers : values.readers.split(',');
const readers = new Map(names.map((name) => [name, startReader(name)]));
const rows: Row[] = [];
const paths = (await Promise.all(positionals.map(filesOf))).flat();
const given = paths.map((path) => ({
  name: basename(path, '.pdf'),
  fetch: async () => ({ name: basename(path, '.pdf'), pdfPath: resolve(path), html: [] }),
}));
const known = manuals.map((manual) => ({ name: manual.name, fetch: () => fetchManual(folder, manual) }));
for (const { name, fetch } of given.length > 0 ? given : known) {
  if (!only.test(name)) continue;
  try {
    rows.push(...(await measure(await fetch(), readers)));
  } catch (error) {
    console.error(`${name} is left out: ${error instanceof Error ? error.message : error}`);
  }
}
for (const reader of readers.values()) reader.close();
printReport(rows);

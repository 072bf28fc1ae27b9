import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printTable } from '../table.ts';
import { createPlainProse, createProse, createReport } from './documents/report.ts';
import { createWideSheet } from './documents/sheets.ts';
import { readers } from './readers/readers.ts';
import { type Reading, startReader } from './readers/start-reader.ts';
import { writeDocx } from './writers/docx.ts';
import { writeDoc } from './writers/old-office.ts';
import { writePdf } from './writers/pdf/pdf.ts';
import { writeScan } from './writers/scan.ts';
import { writeSheets } from './writers/spreadsheets.ts';

interface Task {
  readonly what: string;
  readonly file: string;
  readonly runs: number;
  readonly make: () => Promise<Uint8Array> | Uint8Array;
  /** Converts the fastest run's time to the task's own unit. */
  readonly unit: (milliseconds: number, content: Uint8Array) => string;
  /** Whether most of it is the work of another program, whose time and memory are not seen here. */
  readonly isElsewhere?: boolean;
}

const pagesOf = (content: Uint8Array) =>
  Buffer.from(content).toString('latin1').split('/Type /Page\n').length - 1;

const pagesPerSecond = (milliseconds: number, content: Uint8Array) =>
  `${Math.round((pagesOf(content) / milliseconds) * 1_000)} pages/s`;

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;

const tasks: readonly Task[] = [
  {
    what: 'PDF of prose',
    file: 'speed-prose.pdf',
    runs: 3,
    make: () => writePdf(createProse(7, 3_500)),
    unit: pagesPerSecond,
  },
  {
    what: 'PDF with structure',
    file: 'speed-reports.pdf',
    runs: 3,
    make: () => writePdf(Array.from({ length: 100 }, (_, seed) => createReport(seed + 1)).flat()),
    unit: pagesPerSecond,
  },
  {
    what: 'DOCX, warm',
    file: 'speed-report.docx',
    runs: 20,
    make: () => writeDocx(createReport(1)),
    unit: (milliseconds) => `${milliseconds.toFixed(1)} ms`,
  },
  {
    what: 'XLSX of 50,000 x 10',
    file: 'speed-sheet.xlsx',
    runs: 2,
    make: () => writeSheets([createWideSheet(50_000, 10)], 'xlsx'),
    unit: seconds,
  },
  {
    what: 'OCR of a page',
    file: 'speed-scan.bmp',
    runs: 5,
    make: () => writeScan({})(createPlainProse(7, 8)),
    unit: seconds,
    isElsewhere: true,
  },
  {
    what: 'OCR of a noisy page, askew',
    file: 'speed-noisy-scan.bmp',
    runs: 5,
    make: () => writeScan({ degrees: -3, isNoisy: true })(createPlainProse(7, 8)),
    unit: seconds,
    isElsewhere: true,
  },
  {
    what: 'DOC',
    file: 'speed-report.doc',
    runs: 3,
    make: () => writeDoc(createReport(1)),
    unit: seconds,
    isElsewhere: true,
  },
];

const bestOf = (readings: readonly Reading[]) =>
  readings.reduce((best, reading) => (reading.milliseconds < best.milliseconds ? reading : best));

async function measure(task: Task, path: string, content: Uint8Array, name: string): Promise<string[]> {
  const reader = startReader(name);
  const readings: Reading[] = [];
  for (let run = 0; run < task.runs; run++) readings.push(await reader.read(path));
  reader.close();
  const best = bestOf(readings);
  if (best.markdown === undefined) return [task.what, name, 'not read', '', ''];
  const processor = Math.min(...readings.map(({ cpuMilliseconds }) => cpuMilliseconds));
  const seen =
    task.isElsewhere || name === 'pdftotext'
      ? ['', '']
      : [task.unit(processor, content), `${Math.round(best.peakMegabytes)}`];
  return [task.what, name, task.unit(best.milliseconds, content), ...seen];
}

/** Prints how long every reader takes, at best, in a process of its own, and the memory of that process at its peak. */
export async function compareSpeed(folder: string): Promise<void> {
  const rows: string[][] = [];
  for (const task of tasks) {
    const [content, path] = [await task.make(), join(folder, task.file)];
    await writeFile(path, content);
    for (const [name, { reads }] of Object.entries(readers))
      if (reads.test(task.file)) rows.push(await measure(task, path, content, name));
  }
  printTable(['what', 'reader', 'by the clock', 'by the processor', 'peak MB'], rows);
}

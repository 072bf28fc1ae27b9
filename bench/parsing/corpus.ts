import type { SourceDocument, Writer } from './documents/document.ts';
import { createDeck, createPlainProse, createProse, createReport } from './documents/report.ts';
import { createSheets, documentOf } from './documents/sheets.ts';
import { type Facts, factsOf } from './scores/facts.ts';
import { writeDocx } from './writers/docx.ts';
import { writeEpub } from './writers/epub.ts';
import { writeHtml } from './writers/html.ts';
import { letterhead, writeEml } from './writers/mail.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeDoc, writePpt } from './writers/old-office.ts';
import { writeOdp, writeOdt } from './writers/open-document.ts';
import { writePdf } from './writers/pdf/pdf.ts';
import { writePptx } from './writers/pptx.ts';
import { writeRtf } from './writers/rtf.ts';
import { writeScan } from './writers/scan.ts';
import { writeSheets } from './writers/spreadsheets.ts';

/** A file with what it says. */
export interface BenchFile {
  /** Files of one group share a row of the table. */
  readonly group: string;
  readonly name: string;
  readonly content: Uint8Array;
  readonly facts: Facts;
}

const texts: Readonly<Record<string, Writer>> = {
  docx: writeDocx,
  doc: writeDoc,
  odt: writeOdt,
  rtf: writeRtf,
  html: writeHtml,
  md: writeMarkdown,
  epub: writeEpub,
  pdf: (document) => writePdf(document),
};

const decks: Readonly<Record<string, Writer>> = { pptx: writePptx, ppt: writePpt, odp: writeOdp };
const books = { xlsx: 'xlsx', xls: 'biff8', ods: 'ods' } as const;

/** Pages of a scanner, each group with what is wrong with it. */
const scans: Readonly<Record<string, Writer>> = {
  scan: writeScan({}),
  'scan askew': writeScan({ degrees: 4 }),
  'scan on its side': writeScan({ degrees: 91.5 }),
  'scan upside down': writeScan({ degrees: 180 }),
  'scan noisy': writeScan({ isNoisy: true }),
  'scan noisy and askew': writeScan({ degrees: -3, isNoisy: true }),
};
/** Paragraphs that fill most of a page. */
const paragraphsOfPage = 8;

/** Files in all formats, a few of each. */
export async function* createCorpus(perFormat: number): AsyncGenerator<BenchFile> {
  for (let seed = 1; seed <= perFormat; seed++) {
    const report = createReport(seed);
    const of = async (extension: string, group: string, write: Writer, document: SourceDocument) => ({
      group,
      name: `${group.replaceAll(' ', '-')}-${seed}.${extension}`,
      content: await write(document),
      facts: factsOf(document),
    });
    for (const [extension, write] of Object.entries(texts)) yield of(extension, extension, write, report);
    const letter = await of('eml', 'eml', writeEml, report);
    yield { ...letter, facts: factsOf([letterhead, ...report]) };
    yield of('pdf', 'pdf two columns', (document) => writePdf(document, 2), createReport(seed, 3));
    for (const [extension, write] of Object.entries(decks))
      yield of(extension, extension, write, createDeck(seed));
    const sheets = createSheets(seed);
    for (const [extension, type] of Object.entries(books))
      yield of(extension, extension, () => writeSheets(sheets, type), documentOf(sheets));
    yield of('pdf', 'pdf prose', (document) => writePdf(document), createProse(seed));
    yield of('pdf', 'pdf prose two columns', (document) => writePdf(document, 2), createProse(seed));
    for (const [group, write] of Object.entries(scans))
      yield of('bmp', group, write, createPlainProse(seed, paragraphsOfPage));
  }
}

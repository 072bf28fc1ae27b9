import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import type { CellObject, DenseWorkSheet, ParsingOptions, Range, WorkBook } from '@e965/xlsx';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { unlockWorkbook } from '../../office-encryption/unlock-workbook.ts';
import { pictureReason } from '../../open-xml/embedded-parts.ts';
import { openZip } from '../../zip/zip-archive.ts';
import { cellText } from './cell-text.ts';
import { createMergeFiller } from './merges.ts';
import { createShowNumber, type ShowNumber } from './number-formats.ts';
import type { SheetCell, SheetPart, SheetParts } from './sheet.ts';
import { readSheetObjects } from './xls/sheet-objects.ts';
import { removeFormulas } from './xls/without-formulas.ts';
import { drawingsOfXlsb } from './xlsb/drawings.ts';

const rowsAtOnce = 1_000;
/** How compound files begin, as XLS is one. [MS-CFB] 2.2. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Its types leave out what reads a container that was opened before. */
type SheetJs = typeof import('@e965/xlsx') & {
  parse_xlscfb(container: unknown, options: ParsingOptions): WorkBook;
};

/** Returns the drawings of the sheet with a name, as Markdown; empty where there are none. */
type Drawings = (name: string) => Promise<string>;

interface OpenWorkbook {
  readonly workbook: WorkBook;
  /** The workbook stream of XLS; undefined in XLSB. */
  readonly stream?: Uint8Array;
}

/** Reads the binary workbooks of Excel, XLS and XLSB, which have to be read whole. */
export async function* readWorkbook(source: Source): SheetParts {
  const { workbook, stream } = await open(source.path);
  const showNumber = await createShowNumber(workbook.Workbook?.WBProps?.date1904 ?? false);
  const drawings = stream
    ? await drawingsOfXls(stream, showNumber, source)
    : await drawingsOfXlsb(await openZip(source.path), source);
  for (const name of workbook.SheetNames) {
    yield [{ kind: 'sheet', name }];
    const sheet = workbook.Sheets[name];
    if (sheet) yield* readSheet(sheet as DenseWorkSheet, showNumber);
    const markdown = await drawings(name);
    if (markdown) yield [{ kind: 'text', markdown: `\n${markdown}` }];
  }
}

async function drawingsOfXls(
  stream: Uint8Array,
  showNumber: ShowNumber,
  { reportNotRead }: Source,
): Promise<Drawings> {
  const objects = await readSheetObjects(stream, showNumber);
  return async (name) => {
    const { blocks, pictures } = objects.get(name) ?? { blocks: [], pictures: 0 };
    if (pictures > 0)
      reportNotRead({ what: 'PICTURE', where: `sheet ${name}`, why: pictureReason, count: pictures });
    return blocks.length > 0 ? blocksToMarkdown(blocks) : '';
  };
}

async function open(path: string): Promise<OpenWorkbook> {
  const { CFB, parse_xlscfb, read, set_cptable } = (await import('@e965/xlsx')) as unknown as SheetJs;
  // Code pages of the years before Unicode.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  const file = await readFile(path);
  try {
    const options = { dense: true, cellNF: true, cellHTML: false, cellFormula: false };
    if (!file.subarray(0, compound.length).equals(compound)) return { workbook: read(file, options) };
    const container = CFB.read(file, { type: 'buffer' });
    const [stream = new Uint8Array(), older] = ['/Workbook', '/Book'].map(
      (name) => CFB.find(container, name)?.content as Uint8Array | undefined,
    );
    unlockWorkbook(older ?? stream);
    removeFormulas(stream);
    return { workbook: parse_xlscfb(container, options), stream };
  } catch (cause) {
    throw refusalOf(cause);
  }
}

function refusalOf(cause: unknown): AppError {
  return /password|encrypt/i.test(String(cause))
    ? new AppError(
        'DOCUMENT_ENCRYPTED',
        'The workbook is protected by a password: save it without one and send it again',
        { cause },
      )
    : new AppError(
        'DOCUMENT_UNREADABLE',
        'The workbook is damaged or incomplete: open it, save it as XLSX and send it again',
        { cause },
      );
}

function* readSheet(sheet: DenseWorkSheet, showNumber: ShowNumber): Generator<readonly SheetPart[]> {
  const filler = createMergeFiller(
    ((sheet['!merges'] ?? []) as readonly Range[]).map(({ s, e }) => ({
      first: { row: s.r, column: s.c },
      last: { row: e.r, column: e.c },
    })),
  );
  const rows = sheet['!data'] ?? [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const parts: SheetPart[] = [];
    for (let row = start; row < Math.min(rows.length, start + rowsAtOnce); row++) {
      const cells = filler.fill(row, cellsOf(rows[row], showNumber));
      if (cells.length > 0) parts.push({ kind: 'row', number: row + 1, cells });
    }
    yield parts;
  }
}

/** Rows and cells that are empty are holes. */
function cellsOf(row: readonly (CellObject | undefined)[] | undefined, showNumber: ShowNumber): SheetCell[] {
  const cells: SheetCell[] = [];
  row?.forEach((cell, column) => {
    const shown = cell && showCell(cell, showNumber);
    const text = shown ? cellText(shown, cell.l?.Target) : '';
    if (text) cells.push({ column, text });
  });
  return cells;
}

function showCell({ t, v, w, z }: CellObject, showNumber: ShowNumber): string {
  if (t === 'n') return showNumber(String(v), z === undefined ? '' : String(z));
  if (t === 'b') return v ? 'TRUE' : 'FALSE';
  return w ?? (v === undefined ? '' : String(v));
}

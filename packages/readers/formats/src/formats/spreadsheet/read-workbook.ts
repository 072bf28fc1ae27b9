import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import type { CellObject, DenseWorkSheet, ParsingOptions, Range, WorkBook } from '@e965/xlsx';
import { isCompoundFile } from '../../detect/signature.ts';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { unlockWorkbook } from '../../office-encryption/unlock-workbook.ts';
import { pictureReason } from '../../open-xml/embedded-parts.ts';
import { partOf, readRelationships } from '../../open-xml/relationships.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import { createShowNumber, type ShowNumber } from './number-formats.ts';
import { cellText, createMergeFiller, type SheetCell, type SheetPart, type SheetParts } from './sheet.ts';
import { readSheetObjects } from './xls/sheet-objects.ts';
import { readSheetDrawing } from './xlsx/sheet-surroundings.ts';

/** The record of a sheet in the workbook part of XLSB. [MS-XLSB] 2.4.304. */
const sheetRecord = 156;
const maxBytes = 64_000_000;
const maxName = 1_000;

/** Returns what reads the text boxes, shapes and charts of a sheet of an XLSB, which lie in XML as those of XLSX, as Markdown. */
async function drawingsOfXlsb(
  archive: ZipArchive,
  { reportNotRead }: Pick<Source, 'reportNotRead'>,
): Promise<(name: string) => Promise<string>> {
  const main = partOf(await readRelationships(archive, ''), 'officeDocument') ?? 'xl/workbook.bin';
  const relationships = await readRelationships(archive, main);
  const ids = idsOfSheets((await archive.readBytes(main, maxBytes)) ?? Buffer.alloc(0));
  return async (name) => {
    const part = relationships.get(ids.get(name) ?? '')?.target;
    if (part === undefined) return '';
    const own = await readRelationships(archive, part);
    return readSheetDrawing({ archive, relationships: own, name, reportNotRead });
  };
}

/** The ids of the relationships of sheets by their names. */
function idsOfSheets(workbook: Buffer): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (let at = 0; at < workbook.length; ) {
    const type = readVariable(workbook, at, 2);
    const length = readVariable(workbook, type.next, 4);
    const body = workbook.subarray(length.next, length.next + length.value);
    // Two numbers of four bytes, then the id and the name.
    const id = type.value === sheetRecord ? readText(body, 8) : undefined;
    if (id) ids.set(readText(body, id.next).text, id.text);
    at = length.next + length.value;
  }
  return ids;
}

/** A number of which each byte has seven bits and says whether another follows; a type keeps that bit. [MS-XLSB] 2.1.4. */
function readVariable(bytes: Buffer, start: number, most: number): { value: number; next: number } {
  let [value, at] = [0, start];
  for (let shift = 0; at < bytes.length && at < start + most; shift += 7) {
    const byte = bytes[at++] as number;
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return { value, next: at };
}

function readText(body: Buffer, at: number): { text: string; next: number } {
  const length = at + 4 <= body.length ? body.readUInt32LE(at) : 0;
  const next = at + 4 + 2 * Math.min(length, maxName);
  return { text: body.toString('utf16le', at + 4, next), next };
}

/** Records of the workbook stream of XLS, which begin with their type and length, two bytes each. [MS-XLS] 2.3. */
const headerLength = 4;
const nameRecord = 0x0018;
/** Formulas of several cells, of Excel 2 and since. */
const shared = new Set([0x0021, 0x0221, 0x04bc]);
/** A type that stands for nothing, which readers pass over. */
const unknownRecord = 0x7fff;

/** Offsets of a formula's length, by the type of a BIFF8 record. */
const lengthPlaces = new Map([
  [0x0006, 20],
  [0x0206, 20],
  [0x0406, 20],
  [nameRecord, 4],
]);

/**
 * Takes the formulas out of a workbook stream, in place: the cells have their results. SheetJS reads a damaged formula without
 * end, beyond its record and beyond the file.
 */
function removeFormulas(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerLength <= stream.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const next = at + headerLength + length;
    const place = lengthPlaces.get(type);
    const lengthAt = at + headerLength + (place ?? 0);
    if (shared.has(type)) view.setUint16(at, unknownRecord, true);
    else if (place !== undefined && lengthAt + 2 <= Math.min(next, stream.length))
      view.setUint16(lengthAt, 0, true);
    at = next;
  }
}

const rowsAtOnce = 1_000;

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
    if (!isCompoundFile(file)) return { workbook: read(file, options) };
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

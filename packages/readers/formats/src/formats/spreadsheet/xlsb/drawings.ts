import type { Source } from '../../../format.ts';
import { partOf, readRelationships } from '../../../open-xml/relationships.ts';
import type { ZipArchive } from '../../../zip/zip-archive.ts';
import { readSheetDrawing } from '../xlsx/sheet-drawing.ts';

/** The record of a sheet in the workbook part of XLSB. [MS-XLSB] 2.4.304. */
const sheetRecord = 156;
const maxBytes = 64_000_000;
const maxName = 1_000;

/** Returns what reads the text boxes, shapes and charts of a sheet of an XLSB, which lie in XML as those of XLSX, as Markdown. */
export async function drawingsOfXlsb(
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

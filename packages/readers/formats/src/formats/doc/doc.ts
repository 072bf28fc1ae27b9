import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { type OleStreams, readOleStreams } from '../../detect/ole-streams.ts';
import { readAt } from '../../detect/signature.ts';
import type { Format } from '../../format.ts';
import { docx } from '../docx/docx.ts';

/** Offsets in the file information block: its flags, and where lists of fields lie, of the text, footnotes, endnotes and boxes. [MS-DOC] 2.5. */
const flagsAt = 10;
const secondTable = 0x0200;
const listsAt = [16, 18, 48, 57].map((index) => 154 + 8 * index);
const blockLength = 154 + 8 * 58;
const maxBytes = 256_000_000;

/** Lengths of a field's position and of its properties. */
const [positionLength, propertiesLength] = [4, 2];
const beginMark = 0x13;
/** Fields of which LibreOffice computes the result anew, as of today and of this machine: FILENAME, DATE, TIME, USERNAME and the like. */
const computed = new Set([29, 30, 31, 32, 60, 61, 62]);
/** QUOTE, whose result stays as it is. */
const kept = 35;

/**
 * Returns the path of a DOC whose fields keep their saved results: its own, or that of a copy in the work folder. LibreOffice would
 * replace the stored results of Word's fields, such as dates and names, by its own.
 */
async function freezeFields(path: string, workDirectory: string): Promise<string> {
  // LibreOffice repairs what cannot be read here.
  const places = await findComputed(await readOleStreams(path)).catch((): number[] => []);
  if (places.length === 0) return path;
  const copy = join(workDirectory, 'frozen.doc');
  await copyFile(path, copy);
  const file = await open(copy, 'r+');
  try {
    for (const place of places) await file.write(Buffer.from([kept]), 0, 1, place);
  } finally {
    await file.close();
  }
  return copy;
}

/** Finds the places of the kinds of such fields in the file. */
async function findComputed(streams: OleStreams): Promise<number[]> {
  const block = await streams.read('WordDocument', maxBytes);
  if (!block || block.length < blockLength) return [];
  const name = (block.readUInt16LE(flagsAt) & secondTable) === 0 ? '0Table' : '1Table';
  const table = await streams.read(name, maxBytes);
  if (!table) return [];
  const offsets = listsAt.flatMap((at) => {
    const [start, length] = [block.readUInt32LE(at), block.readUInt32LE(at + 4)];
    return start + length <= table.length ? kindsIn(table, start, length) : [];
  });
  const readPlace = offsets.length > 0 ? await streams.placesOf(name) : () => undefined;
  return offsets.map(readPlace).filter((place) => place !== undefined);
}

/** Offsets of the kinds of such fields in a list: first all positions, one more than fields, then all properties. */
function kindsIn(table: Buffer, start: number, length: number): number[] {
  const count = Math.floor((length - positionLength) / (positionLength + propertiesLength));
  const properties = start + positionLength * (count + 1);
  const offsets: number[] = [];
  for (let index = 0; index < count; index++) {
    const at = properties + propertiesLength * index;
    const isBegin = ((table[at] ?? 0) & 0x1f) === beginMark;
    if (isBegin && computed.has(table[at + 1] ?? 0)) offsets.push(at + 1);
  }
  return offsets;
}

const sectorLength = 512;
const wordMagic = 0xa5ec;
const encryptedFlag = 0x0100;

/** Whether the main stream, which Word writes first, says that the rest is encrypted. [MS-DOC] 2.5.2, FibBase. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = await readAt(file, sectorLength, 12);
    if (head.length < 12 || head.readUInt16LE(0) !== wordMagic) return false;
    return (head.readUInt16LE(10) & encryptedFlag) !== 0;
  } finally {
    await file.close();
  }
}

/** That of Word 95 reads documents of Word 6 as well. */
const inputFilters = ['MS Word 97', 'MS Word 95'];

/** Documents of Word 6 to 2003, converted to DOCX first. */
export const doc: Format = {
  name: 'DOC',
  mimeType: 'application/msword',
  matches: ({ signature }) => signature?.extension === 'doc',
  async *convert(source) {
    if (await isEncrypted(source.path))
      throw new AppError(
        'DOCUMENT_ENCRYPTED',
        'The file is protected by a password: save it without one and send it again',
      );
    const { convertWithLibreOffice } = await import('../../libre-office/convert-with-libre-office.ts');
    const frozen = await freezeFields(source.path, source.workDirectory);
    const path = await convertWithLibreOffice({ ...source, path: frozen }, { inputFilters, target: 'docx' });
    yield* docx.convert({ ...source, path });
  },
};

import { type FileHandle, open } from 'node:fs/promises';

const FREE_FROM = 0xff_ff_ff_fa;
const ENTRY_LENGTH = 128;
/** Sectors of the directory that are read; each names at least four streams, and the ones looked for come first. */
const MOST_SECTORS = 256;
/** The sectors of the allocation table that the header names; more stand elsewhere, and are not needed for names. */
const TABLE_SECTORS_IN_HEADER = 109;

/**
 * The names of the streams and storages of an OLE compound file, as DOC, XLS, PPT, MSG and encrypted office files are;
 * empty where its directory cannot be found. https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
 */
export async function readOleStreams(path: string): Promise<readonly string[]> {
  const file = await open(path);
  try {
    const header = await readAt(file, 0, 512);
    const shift = header.length === 512 ? header.readUInt16LE(30) : 0;
    return shift === 9 || shift === 12 ? await readNames(file, header, 2 ** shift) : [];
  } finally {
    await file.close();
  }
}

async function readNames(file: FileHandle, header: Buffer, sectorSize: number): Promise<string[]> {
  const names: string[] = [];
  const sectorAt = (sector: number) => readAt(file, (sector + 1) * sectorSize, sectorSize);
  let sector = header.readUInt32LE(48);
  for (let count = 0; count < MOST_SECTORS && sector < FREE_FROM; count++) {
    const entries = await sectorAt(sector);
    names.push(...namesIn(entries));
    sector = await nextSector(sector, header, sectorSize, sectorAt);
  }
  return names;
}

async function nextSector(
  sector: number,
  header: Buffer,
  sectorSize: number,
  sectorAt: (sector: number) => Promise<Buffer>,
): Promise<number> {
  const perSector = sectorSize / 4;
  const index = Math.floor(sector / perSector);
  if (index >= TABLE_SECTORS_IN_HEADER) return FREE_FROM;
  const table = await sectorAt(header.readUInt32LE(76 + index * 4));
  const position = (sector % perSector) * 4;
  return position + 4 <= table.length ? table.readUInt32LE(position) : FREE_FROM;
}

function namesIn(entries: Buffer): string[] {
  const names: string[] = [];
  for (let start = 0; start + ENTRY_LENGTH <= entries.length; start += ENTRY_LENGTH) {
    const length = Math.min(64, entries.readUInt16LE(start + 64));
    if (length > 2 && entries[start + 66] !== 0)
      names.push(entries.toString('utf16le', start, start + length - 2));
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

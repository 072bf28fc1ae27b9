import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { readAt } from './read-at.ts';

const headerLength = 512;
const directoryEntryLength = 128;
/** Sectors above are marks: the end of a chain, a free sector. */
const lastSector = 0xffff_fffa;
/** Sector numbers of the allocation table that stand in the header. */
const headerTableSectors = 109;
/** Of the directory: some 30,000 names. */
const mostDirectorySectors = 8_000;

/** What a compound file holds at its top: what lies in its storages belongs to other documents. */
export interface OleStreams {
  /** Names are compared without case. [MS-CFB] 2.6.4. */
  has(name: string): boolean;
}

/**
 * The names of the streams and storages at the top of a compound file (DOC, XLS, PPT, MSG, an encrypted DOCX). Throws
 * DOCUMENT_UNREADABLE where its directory is broken. Layout: [MS-CFB].
 */
export async function readOleStreams(path: string): Promise<OleStreams> {
  const file = await open(path);
  try {
    const header = await readAt(file, 0, headerLength);
    if (header.length < headerLength) throw damaged();
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw damaged();
    const entries: DirectoryEntry[] = [];
    for await (const sector of directorySectors(file, header, 1 << shift)) entries.push(...entriesOf(sector));
    const names = new Set(topOf(entries).map(({ name }) => name.toUpperCase()));
    return { has: (name) => names.has(name.toUpperCase()) };
  } finally {
    await file.close();
  }
}

interface DirectoryEntry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

/** The entries at the top; all of them where a program has written no tree. */
function topOf(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const root = entries[0];
  const top = new Set<DirectoryEntry>();
  const open = root ? [root.child] : [];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (!entry || entry === root || top.has(entry)) continue;
    top.add(entry);
    open.push(entry.left, entry.right);
  }
  return top.size > 0 ? [...top] : entries;
}

async function* directorySectors(file: FileHandle, header: Buffer, size: number): AsyncGenerator<Buffer> {
  const seen = new Set<number>();
  let sector = header.readUInt32LE(48);
  while (sector <= lastSector) {
    if (seen.has(sector) || seen.size === mostDirectorySectors) throw damaged();
    seen.add(sector);
    yield await readSector(file, sector, size);
    sector = await nextSector(file, header, size, sector);
  }
}

/** A sector's entry in the allocation table, which names the one that follows it. */
async function nextSector(file: FileHandle, header: Buffer, size: number, sector: number): Promise<number> {
  const perSector = size / 4;
  const tableSector = await tableSectorAt(file, header, size, Math.floor(sector / perSector));
  const table = await readSector(file, tableSector, size);
  return readNumber(table, sector % perSector);
}

/** Where a sector of the allocation table lies: the header lists the first 109, a chain of sectors the others. */
async function tableSectorAt(file: FileHandle, header: Buffer, size: number, index: number): Promise<number> {
  if (index < headerTableSectors) return header.readUInt32LE(76 + index * 4);
  const perSector = size / 4 - 1;
  let sector = header.readUInt32LE(68);
  let rest = index - headerTableSectors;
  for (; rest >= perSector; rest -= perSector) {
    sector = readNumber(await readSector(file, sector, size), perSector);
    if (sector > lastSector) throw damaged();
  }
  return readNumber(await readSector(file, sector, size), rest);
}

async function readSector(file: FileHandle, sector: number, size: number): Promise<Buffer> {
  if (sector > lastSector) throw damaged();
  const bytes = await readAt(file, (sector + 1) * size, size);
  if (bytes.length === 0) throw damaged();
  return bytes;
}

function readNumber(sector: Buffer, index: number): number {
  if (index * 4 + 4 > sector.length) throw damaged();
  return sector.readUInt32LE(index * 4);
}

function entriesOf(sector: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let start = 0; start + directoryEntryLength <= sector.length; start += directoryEntryLength) {
    // With the zero at its end.
    const length = Math.min(64, Math.max(2, sector.readUInt16LE(start + 64)));
    const name = sector.toString('utf16le', start, start + length - 2);
    const [left = 0, right = 0, child = 0] = [68, 72, 76].map((at) => sector.readUInt32LE(start + at));
    entries.push({ name, left, right, child });
  }
  return entries;
}

const damaged = () =>
  new AppError('DOCUMENT_UNREADABLE', 'The file is cut off or damaged: save or upload it again');

import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { readAt } from './signature.ts';

const headerLength = 512;
const directoryEntryLength = 128;
/** Sectors above are marks: the end of a chain, a free sector. */
const lastSector = 0xffff_fffa;
/** Sector numbers of the allocation table that stand in the header. */
const headerTableSectors = 109;
/** Of the directory: some 30,000 names. */
const maxDirectorySectors = 8_000;

/** Streams in the root folder of an OLE compound file; those in subfolders (storages) belong to embedded documents and are left out. */
export interface OleStreams {
  has(name: string): boolean;
  /** Returns a stream of limited size as a whole; undefined if it does not exist, or is truncated. */
  read(name: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Returns the place of a byte of a stream in the file; undefined beyond its end. */
  placesOf(name: string): Promise<(offset: number) => number | undefined>;
}

/** The places of a stream's sectors in the file, and their length. */
interface Sectors {
  readonly places: readonly number[];
  readonly size: number;
}

interface OpenFile {
  readonly file: FileHandle;
  readonly header: Buffer;
  /** Size of its sectors. */
  readonly size: number;
}

/**
 * Reads the names of the streams and storages at the top of a compound file (DOC, XLS, PPT, MSG, an encrypted DOCX). Throws
 * DOCUMENT_UNREADABLE where its directory is broken. Layout: [MS-CFB].
 */
export async function readOleStreams(path: string): Promise<OleStreams> {
  const entries = await withFile(path, async (open) => {
    const all: DirectoryEntry[] = [];
    for await (const sector of chainOf(open, open.header.readUInt32LE(48), maxDirectorySectors))
      all.push(...entriesOf(sector));
    return all;
  });
  const top = new Map(topOf(entries).map((entry) => [entry.name.toUpperCase(), entry]));
  const sectorsOf = (entry: DirectoryEntry) => withFile(path, (open) => findSectors(open, entry, entries[0]));
  return {
    has: (name) => top.has(name.toUpperCase()),
    async read(name, maxBytes) {
      const entry = top.get(name.toUpperCase());
      if (!entry || entry.length > maxBytes) return undefined;
      const { places, size } = await sectorsOf(entry);
      const all = await withFile(path, ({ file }) => readSectors(file, places, size));
      return all.length >= entry.length ? all.subarray(0, entry.length) : undefined;
    },
    async placesOf(name) {
      const entry = top.get(name.toUpperCase());
      const { places, size } = entry ? await sectorsOf(entry) : { places: [], size: 1 };
      return (offset) => {
        const place = places[Math.floor(offset / size)];
        return place === undefined ? undefined : place + (offset % size);
      };
    },
  };
}

async function readSectors(file: FileHandle, places: readonly number[], size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const place of places) pieces.push(await readAt(file, place, size));
  return Buffer.concat(pieces);
}

async function withFile<Result>(path: string, work: (open: OpenFile) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    const header = await readAt(file, 0, headerLength);
    if (header.length < headerLength) throw damaged();
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw damaged();
    return await work({ file, header, size: 1 << shift });
  } finally {
    await file.close();
  }
}

interface DirectoryEntry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  /** The first of its sectors. */
  readonly start: number;
  readonly length: number;
}

/** A short stream lies in sectors of 64 bytes, which lie in the stream of the root. */
const findSectors = (open: OpenFile, entry: DirectoryEntry, root: DirectoryEntry | undefined) =>
  root && entry.length < open.header.readUInt32LE(56) ? findShort(open, entry, root) : findLong(open, entry);

async function findLong(open: OpenFile, { start, length }: DirectoryEntry): Promise<Sectors> {
  const places: number[] = [];
  const most = Math.ceil(length / open.size) + 1;
  for await (const sector of numbersOf(open, start, most)) places.push((sector + 1) * open.size);
  return { places, size: open.size };
}

const shortSector = 64;

async function findShort(
  open: OpenFile,
  { start, length }: DirectoryEntry,
  root: DirectoryEntry,
): Promise<Sectors> {
  const around = await findLong(open, root);
  const table = Buffer.concat(
    await Array.fromAsync(chainOf(open, open.header.readUInt32LE(60), maxDirectorySectors)),
  );
  const places: number[] = [];
  for (let sector = start; sector <= lastSector; sector = readNumber(table, sector)) {
    const offset = sector * shortSector;
    const place = around.places[Math.floor(offset / around.size)];
    if (place === undefined || places.length * shortSector >= length) break;
    places.push(place + (offset % around.size));
  }
  return { places, size: shortSector };
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

/** Returns the sector numbers of a chain, up to a maximum; a cycle is damage. */
async function* numbersOf(open: OpenFile, first: number, most: number): AsyncGenerator<number> {
  const seen = new Set<number>();
  for (let sector = first; sector <= lastSector; sector = await nextSector(open, sector)) {
    if (seen.has(sector) || seen.size === most) throw damaged();
    seen.add(sector);
    yield sector;
  }
}

async function* chainOf(open: OpenFile, first: number, most: number): AsyncGenerator<Buffer> {
  for await (const sector of numbersOf(open, first, most)) yield await readSector(open, sector);
}

/** A sector's entry in the allocation table, which names the one that follows it. */
async function nextSector(open: OpenFile, sector: number): Promise<number> {
  const perSector = open.size / 4;
  const tableSector = await tableSectorAt(open, Math.floor(sector / perSector));
  const table = await readSector(open, tableSector);
  return readNumber(table, sector % perSector);
}

/** Returns the sector that holds this part of the allocation table: the header lists the first 109, a chain of sectors the others. */
async function tableSectorAt(open: OpenFile, index: number): Promise<number> {
  const { header, size } = open;
  if (index < headerTableSectors) return header.readUInt32LE(76 + index * 4);
  const perSector = size / 4 - 1;
  let sector = header.readUInt32LE(68);
  let rest = index - headerTableSectors;
  for (; rest >= perSector; rest -= perSector) {
    sector = readNumber(await readSector(open, sector), perSector);
    if (sector > lastSector) throw damaged();
  }
  return readNumber(await readSector(open, sector), rest);
}

async function readSector({ file, size }: OpenFile, sector: number): Promise<Buffer> {
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
    const [left = 0, right = 0, child = 0, first = 0, bytes = 0] = [68, 72, 76, 116, 120].map((at) =>
      sector.readUInt32LE(start + at),
    );
    entries.push({ name, left, right, child, start: first, length: bytes });
  }
  return entries;
}

const damaged = () =>
  new AppError('DOCUMENT_UNREADABLE', 'The file is cut off or damaged: save or upload it again');

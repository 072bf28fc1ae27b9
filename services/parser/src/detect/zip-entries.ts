import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';

/** What a ZIP file's directory says of one of its files. */
export interface ZipEntry {
  readonly name: string;
  /** 0 is stored, 8 is deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly compressedSize: number;
  /** Bytes when inflated, as declared. */
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** Office files have hundreds of entries, large books some thousands. */
const MOST_ENTRIES = 20_000;
const LARGEST_DIRECTORY = 8_000_000;
/** Bytes of all entries when inflated. */
const MOST_BYTES = 2_000_000_000;
/** Text that people or their programs write is not deflated to so little; below the size it does no harm. */
const HIGHEST_RATIO = 250;
const HARMLESS_SIZE = 32_000_000;

const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_LENGTH = 46;
const IN_ZIP64 = 0xff_ff_ff_ff;

/**
 * The entries of a ZIP file, from its directory alone; undefined where it has none. Throws DOCUMENT_TOO_COMPLEX where what
 * they declare is a bomb. Nothing is inflated.
 */
export async function readZipEntries(path: string): Promise<readonly ZipEntry[] | undefined> {
  const file = await open(path);
  try {
    const directory = await readDirectory(file);
    if (!directory) return undefined;
    const entries = parseDirectory(directory);
    refuseBomb(entries);
    return entries;
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - END_LENGTH - LONGEST_COMMENT), size);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + END_LENGTH > tail.length) return undefined;
  if (tail.readUInt16LE(end + 10) > MOST_ENTRIES) throw tooComplex();
  const [length, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (offset + length > size) return undefined;
  if (length > LARGEST_DIRECTORY) throw tooComplex();
  return readAt(file, offset, offset + length);
}

async function readAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

function parseDirectory(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let position = 0;
  while (
    position + ENTRY_LENGTH <= directory.length &&
    directory.readUInt32LE(position) === 0x02_01_4b_50 &&
    entries.length <= MOST_ENTRIES
  ) {
    const nameEnd = position + ENTRY_LENGTH + directory.readUInt16LE(position + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(position + 30);
    const [size, compressedSize, offset] = sizesOf(
      directory,
      position,
      directory.subarray(nameEnd, extraEnd),
    );
    entries.push({
      name: directory.toString('utf8', position + ENTRY_LENGTH, nameEnd).replaceAll('\\', '/'),
      method: directory.readUInt16LE(position + 10),
      isEncrypted: (directory.readUInt16LE(position + 8) & 1) === 1,
      compressedSize,
      size,
      offset,
    });
    position = extraEnd + directory.readUInt16LE(position + 32);
  }
  return entries;
}

/** What does not fit into 32 bits stands in an extra field, in this order. */
function sizesOf(directory: Buffer, position: number, extra: Buffer): [number, number, number] {
  const large = zip64FieldOf(extra);
  let next = 0;
  const read = (at: number) => {
    const value = directory.readUInt32LE(position + at);
    if (value !== IN_ZIP64 || next + 8 > large.length) return value;
    next += 8;
    return Number(large.readBigUInt64LE(next - 8));
  };
  return [read(24), read(20), read(42)];
}

function zip64FieldOf(extra: Buffer): Buffer {
  let position = 0;
  while (position + 4 <= extra.length) {
    const end = position + 4 + extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === 1) return extra.subarray(position + 4, end);
    position = end;
  }
  return Buffer.alloc(0);
}

function refuseBomb(entries: readonly ZipEntry[]): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const isBomb = entries.some(
    ({ size, compressedSize }) => size > HARMLESS_SIZE && size > compressedSize * HIGHEST_RATIO,
  );
  if (isBomb || total > MOST_BYTES || entries.length > MOST_ENTRIES) throw tooComplex();
}

function tooComplex(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'The file unpacks to more than a file may: send its content in smaller files',
  );
}

import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { readAt } from './signature.ts';

/** A file in a ZIP archive, as the archive's directory lists it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Offset of its local header in the file, in bytes. */
  readonly offset: number;
  readonly isEncrypted: boolean;
}

const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const END = 0x0605_4b50;
const END_64 = 0x0606_4b50;
const END_64_LOCATOR = 0x0706_4b50;
const DIRECTORY_ENTRY = 0x0201_4b50;
const ENTRY_LENGTH = 46;
const UNKNOWN_32 = 0xffff_ffff;
const UNKNOWN_16 = 0xffff;

/** More than any office program writes: a presentation of 1,000 slides has some 10,000 files in it. */
const MOST_ENTRIES = 20_000;
const LARGEST_DIRECTORY = 8 * 1_024 * 1_024;
/** Of all content together. */
const LARGEST_CONTENT = 1_024 * 1_024 * 1_024;
/** Deflate cannot do better than 1,032; XML of office programs stays below 100. Small archives are harmless at any ratio. */
const HIGHEST_RATIO = 250;
const HARMLESS_CONTENT = 16 * 1_024 * 1_024;

/**
 * The files of a ZIP archive by their names, from its central directory alone: nothing is inflated. Names that lead out of
 * the archive are left out. Throws DOCUMENT_UNREADABLE where there is no directory, and DOCUMENT_TOO_COMPLEX for a bomb.
 */
export async function readZipEntries(path: string): Promise<ReadonlyMap<string, ZipEntry>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const directory = await findDirectory(file, size);
    if (directory.entries > MOST_ENTRIES || directory.length > LARGEST_DIRECTORY)
      throw tooComplex('more files in it than are read');
    const bytes = await readAt(file, directory.offset, directory.length);
    const entries = parseEntries(bytes, directory.shift);
    refuseBomb(entries, size);
    return new Map(entries.filter(({ name }) => isInside(name)).map((entry) => [entry.name, entry]));
  } finally {
    await file.close();
  }
}

interface Directory {
  readonly offset: number;
  readonly length: number;
  readonly entries: number;
  /** Bytes before the archive: all its offsets are that much higher. */
  readonly shift: number;
}

async function findDirectory(file: FileHandle, size: number): Promise<Directory> {
  const tailLength = Math.min(size, END_LENGTH + LONGEST_COMMENT);
  const tail = await readAt(file, size - tailLength, tailLength);
  const position = findEnd(tail);
  if (position === undefined) throw cutOff();
  const end = size - tailLength + position;
  const entries = tail.readUInt16LE(position + 10);
  const length = tail.readUInt32LE(position + 12);
  const offset = tail.readUInt32LE(position + 16);
  const isLarge = entries === UNKNOWN_16 || length === UNKNOWN_32 || offset === UNKNOWN_32;
  const large = isLarge && position >= 20 ? await findLargeDirectory(file, tail, position) : undefined;
  if (large) return large;
  const shift = end - length - offset;
  if (shift < 0) throw cutOff();
  return { offset: offset + shift, length, entries, shift };
}

function findEnd(tail: Buffer): number | undefined {
  for (let position = tail.length - END_LENGTH; position >= 0; position--)
    if (tail.readUInt32LE(position) === END) return position;
  return undefined;
}

async function findLargeDirectory(
  file: FileHandle,
  tail: Buffer,
  end: number,
): Promise<Directory | undefined> {
  const locator = end - 20;
  if (tail.readUInt32LE(locator) !== END_64_LOCATOR) return undefined;
  const record = await readAt(file, toNumber(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== END_64) throw cutOff();
  return {
    entries: toNumber(record.readBigUInt64LE(32)),
    length: toNumber(record.readBigUInt64LE(40)),
    offset: toNumber(record.readBigUInt64LE(48)),
    shift: 0,
  };
}

function parseEntries(bytes: Buffer, shift: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let position = 0;
  while (position + ENTRY_LENGTH <= bytes.length && bytes.readUInt32LE(position) === DIRECTORY_ENTRY) {
    const nameEnd = position + ENTRY_LENGTH + bytes.readUInt16LE(position + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(position + 30);
    if (extraEnd > bytes.length) throw cutOff();
    if (entries.length === MOST_ENTRIES) throw tooComplex('more files in it than are read');
    const sizes = sizesOf(bytes, position, bytes.subarray(nameEnd, extraEnd));
    entries.push({
      // Some programs write the separator of Windows.
      name: bytes.toString('utf8', position + ENTRY_LENGTH, nameEnd).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(position + 10),
      checksum: bytes.readUInt32LE(position + 16),
      isEncrypted: (bytes.readUInt16LE(position + 8) & 1) === 1,
      ...sizes,
      offset: sizes.offset + shift,
    });
    position = extraEnd + bytes.readUInt16LE(position + 32);
  }
  return entries;
}

/** Sizes and the offset; those that do not fit into 32 bits stand in an extra field, in this order. */
function sizesOf(
  bytes: Buffer,
  position: number,
  extra: Buffer,
): Pick<ZipEntry, 'size' | 'compressedSize' | 'offset'> {
  const large = largeNumbers(extra);
  const take = (value: number) => (value === UNKNOWN_32 ? (large.shift() ?? value) : value);
  const size = take(bytes.readUInt32LE(position + 24));
  const compressedSize = take(bytes.readUInt32LE(position + 20));
  const offset = take(bytes.readUInt32LE(position + 42));
  return { size, compressedSize, offset };
}

function largeNumbers(extra: Buffer): number[] {
  for (let position = 0; position + 4 <= extra.length; ) {
    const end = position + 4 + extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === 1 && end <= extra.length) {
      const count = Math.min(3, (end - position - 4) >> 3);
      return Array.from({ length: count }, (_, index) =>
        toNumber(extra.readBigUInt64LE(position + 4 + index * 8)),
      );
    }
    position = end;
  }
  return [];
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw cutOff();
  return Number(value);
}

function refuseBomb(entries: readonly ZipEntry[], fileSize: number): void {
  let content = 0;
  let compressed = 0;
  for (const entry of entries) {
    content += entry.size;
    compressed += entry.compressedSize;
    const isSqueezed = entry.size > HARMLESS_CONTENT && entry.size > entry.compressedSize * HIGHEST_RATIO;
    if (isSqueezed) throw tooComplex('content squeezed too tightly to be honest');
  }
  if (content > LARGEST_CONTENT) throw tooComplex('more content than is read');
  // Files that share their bytes make a bomb of few of them.
  if (content > HARMLESS_CONTENT && compressed > fileSize)
    throw tooComplex('content squeezed too tightly to be honest');
}

const isInside = (name: string) => !/^(?:\/|[a-z]:)|\0/i.test(name) && !name.split('/').includes('..');

const cutOff = () =>
  new AppError('DOCUMENT_UNREADABLE', 'The file is cut off or damaged: save or upload it again');

const tooComplex = (what: string) =>
  new AppError('DOCUMENT_TOO_COMPLEX', `The file has ${what}: save it again, or in parts`);

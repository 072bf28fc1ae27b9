import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { AppError } from '@docfleet/errors';
import { readAt } from '../detect/signature.ts';
import { readZipEntries, type ZipEntry } from '../detect/zip-entries.ts';

/**
 * The files in an archive. It is only read, and holds nothing open. Names are found regardless of case and percent-encoding, as names of
 * parts are compared: ECMA-376-2, 6.2.2.3.
 */
export interface ZipArchive {
  has(name: string): boolean;
  /** The names of all files, as they are written. */
  names(): readonly string[];
  /** The content of a file in slices, or undefined where there is none of this name. Throws DOCUMENT_UNREADABLE while iterated. */
  open(name: string): AsyncIterable<Uint8Array> | undefined;
  /** A short file as a whole, or undefined where there is none of this name. */
  readText(name: string): Promise<string | undefined>;
  /** Returns a file of limited size as a whole; undefined if none has this name. Throws DOCUMENT_UNREADABLE. */
  readBytes(name: string, maxBytes: number): Promise<Buffer | undefined>;
}

const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
/** Inflated bytes at a time: a long part in many small ones costs more than reading it. */
const SLICE_LENGTH = 128 * 1_024;
const SHORTEST_SLICE = 1_024;
const LONGEST_TEXT = 4 * 1_024 * 1_024;

/** Opens a ZIP archive on disk. Throws DOCUMENT_UNREADABLE and DOCUMENT_TOO_COMPLEX as `readZipEntries` does. */
export async function openZip(path: string): Promise<ZipArchive> {
  const entries = await readZipEntries(path);
  const equivalent = new Map([...entries].reverse().map(([name, entry]) => [keyOf(name), entry]));
  const find = (name: string) => entries.get(name) ?? equivalent.get(keyOf(name));
  const openEntry = (name: string) => {
    const entry = find(name);
    return entry && contentOf(path, entry);
  };
  const readBytes = async (name: string, maxBytes: number) => {
    const bytes = openEntry(name);
    if (!bytes) return undefined;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of bytes) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) throw damaged();
    }
    return Buffer.concat(pieces);
  };
  return {
    has: (name) => find(name) !== undefined,
    names: () => [...entries.keys()],
    open: openEntry,
    readBytes,
    readText: async (name) => (await readBytes(name, LONGEST_TEXT))?.toString(),
  };
}

function keyOf(name: string): string {
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/** Inflates a file of the archive, never beyond the size that the directory states, and checks that all of it is there. */
async function* contentOf(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted)
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The file is protected by a password: save it without one and send it again',
    );
  if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged();
  let length = 0;
  let checksum = 0;
  try {
    for await (const piece of await openEntry(path, entry)) {
      length += piece.length;
      if (length > entry.size) throw damaged();
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (cause) {
    throw isOfZlib(cause) ? damaged(cause) : cause;
  }
  if (length !== entry.size || checksum !== entry.checksum) throw damaged();
}

async function openEntry(path: string, entry: ZipEntry): Promise<AsyncIterable<Buffer>> {
  const start = await contentStart(path, entry);
  if (entry.compressedSize === 0) return (async function* () {})();
  const end = start + entry.compressedSize - 1;
  const raw = createReadStream(path, { start, end, highWaterMark: SLICE_LENGTH });
  // An error on the way destroys the last stream with it, and so reaches the consumer.
  if (entry.method === STORED) return raw;
  const chunkSize = Math.min(SLICE_LENGTH, Math.max(SHORTEST_SLICE, entry.size));
  return pipeline(raw, createInflateRaw({ chunkSize }), () => undefined);
}

async function contentStart(path: string, { offset }: ZipEntry): Promise<number> {
  const file = await open(path);
  try {
    const header = await readAt(file, offset, LOCAL_HEADER_LENGTH);
    if (header.length < LOCAL_HEADER_LENGTH || header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged();
    return offset + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

const isOfZlib = (cause: unknown) =>
  /^(?:Z_|ERR_STREAM_PREMATURE_CLOSE)/.test((cause as NodeJS.ErrnoException).code ?? '');

const damaged = (cause?: unknown) =>
  new AppError('DOCUMENT_UNREADABLE', 'The file is damaged: save or upload it again', { cause });

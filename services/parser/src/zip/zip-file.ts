import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '@docfleet/errors';
import { readZipEntries, type ZipEntry } from '../detect/zip-entries.ts';
import { decodeXml } from '../xml/decode-xml.ts';

const LOCAL_HEADER_LENGTH = 30;
const DEFLATED = 8;
/** Inflated bytes at a time. */
const CHUNK_LENGTH = 128 * 1_024;

/** The files in a ZIP file; paths and names are only ever looked up in its directory, never on the disk. */
export interface ZipFile {
  readonly entries: readonly ZipEntry[];
  has(name: string): boolean;
  /** Its bytes, inflated as they are read; none where there is no such entry. Throws DOCUMENT_UNREADABLE where it is broken. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Text in UTF-8 or what its byte order mark says, in pieces. */
  readText(name: string): AsyncIterable<string>;
}

export async function openZip(path: string): Promise<ZipFile> {
  const entries = await readZipEntries(path);
  if (!entries) throw broken();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const read = (name: string) => {
    const entry = byName.get(name);
    return entry ? readEntry(path, entry) : nothing();
  };
  return { entries, has: (name) => byName.has(name), read, readText: (name) => decodeXml(read(name)) };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* readEntry(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw encrypted();
  if (entry.compressedSize === 0) return;
  const start = await contentStart(path, entry);
  const compressed = createReadStream(path, {
    start,
    end: start + entry.compressedSize - 1,
    highWaterMark: CHUNK_LENGTH,
  });
  const output = new PassThrough();
  const inflated = entry.method === DEFLATED ? [createInflateRaw({ chunkSize: CHUNK_LENGTH })] : [];
  // The failure reaches who reads through the output, which the pipeline destroys with it.
  pipeline([compressed, ...inflated, output]).catch(() => undefined);
  let length = 0;
  try {
    for await (const chunk of output as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      // Whoever declares less than there is has a reason that is no good one.
      if (length > entry.size) throw broken();
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : broken(cause);
  } finally {
    compressed.destroy();
  }
}

async function contentStart(path: string, { offset }: ZipEntry): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(LOCAL_HEADER_LENGTH),
      0,
      LOCAL_HEADER_LENGTH,
      offset,
    );
    if (bytesRead < LOCAL_HEADER_LENGTH || buffer.readUInt32LE(0) !== 0x04_03_4b_50) throw broken();
    return offset + LOCAL_HEADER_LENGTH + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

function broken(cause?: unknown): AppError {
  return new AppError('DOCUMENT_UNREADABLE', 'The file is damaged or incomplete: send it again', { cause });
}

function encrypted(): AppError {
  return new AppError(
    'DOCUMENT_ENCRYPTED',
    'The file is protected by a password: save it without one and send it again',
  );
}

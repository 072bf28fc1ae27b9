import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';

const longestHeader = 4_096;

/** Every file begins with one line of JSON that says what it is; the body follows. One file, so that both change at once. */
export function writeHeader(contentType: string): Buffer {
  const header = Buffer.from(`${JSON.stringify({ contentType })}\n`);
  if (header.length > longestHeader)
    throw new AppError('INVALID_REQUEST', 'The content type of a stored file is too long');
  return header;
}

export async function readHeader(file: FileHandle): Promise<{ contentType: string; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  if (end < 0) throw new Error('A stored file has no header: it was not written by this store');
  const { contentType } = JSON.parse(buffer.toString('utf8', 0, end)) as { contentType: string };
  return { contentType, length: end + 1 };
}

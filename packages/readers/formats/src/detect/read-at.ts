import type { FileHandle } from 'node:fs/promises';

/** The bytes of a file at a place; fewer where it ends before. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

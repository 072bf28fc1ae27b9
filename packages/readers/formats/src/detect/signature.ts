import { type FileHandle, open } from 'node:fs/promises';
import { encodingOfMark } from '@docfleet/text/decoding';
import { fileTypeFromBuffer } from 'file-type';

/** The bytes of a file at a place; fewer where it ends before. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** Format recognized from a file's bytes: an extension and a media type as the `file-type` package names them. */
export interface Signature {
  readonly extension: string;
  readonly mimeType: string;
}

/** Bytes at the beginning of a file that identify it. */
const sniffedLength = 4 * 1_024;

/** Tests whether a file begins as a compound file, such as DOC, XLS or an encrypted DOCX. [MS-CFB] 2.2. */
export const isCompoundFile = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';

/** The first bytes of a file. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedLength), 0, sniffedLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Bytes at either end of an archive in which the names of its first and last entries stand. */
const edgeLength = 64 * 1_024;

/** Returns both ends of a file, each byte as a character. */
export async function readEdges(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = await readAt(file, 0, Math.min(size, edgeLength));
    const last = await readAt(file, Math.max(0, size - edgeLength), Math.min(size, edgeLength));
    return `${first.toString('latin1')}\n${last.toString('latin1')}`;
  } finally {
    await file.close();
  }
}

/** Identifies a file by its bytes; undefined where they follow no known pattern, as texts do. */
export async function readSignature(head: Uint8Array): Promise<Signature | undefined> {
  if (isPdf(head)) return { extension: 'pdf', mimeType: 'application/pdf' };
  // A mark of UTF-16 looks like an MP1 otherwise.
  const type = encodingOfMark(head) ? undefined : await fileTypeFromBuffer(head);
  if (type) return { extension: type.ext, mimeType: type.mime };
  return isTiff(head) ? { extension: 'tif', mimeType: 'image/tiff' } : undefined;
}

/**
 * Recognizes TIFF by its first bytes alone. Raw pictures of cameras begin in the same way, and their marks may stand at the end of the
 * file.
 */
const isTiff = (head: Uint8Array) =>
  /^(?:II\*\0|MM\0\*)/.test(Buffer.from(head.subarray(0, 4)).toString('latin1'));

/** Bytes in which readers look for the header of a PDF, which may follow line breaks, marks, or headers of an upload or a mail. */
const pdfHeaderWithin = 1_024;

/** Whether a PDF begins soon: its header at the beginning of a line, and an object behind it, as a text about PDF hardly has. */
function isPdf(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const at = /(?:^|[\s\xbf])%PDF-\d\.\d/.exec(text.slice(0, pdfHeaderWithin))?.index;
  return at === 0 || (at !== undefined && /\d+\s+\d+\s+obj\b/.test(text.slice(at)));
}

/** Formats that hold other files, as the `file-type` package names them. */
const archives = new Set([
  'zip',
  'rar',
  '7z',
  'tar',
  'gz',
  'bz2',
  'xz',
  'zst',
  'lz',
  'lz4',
  'Z',
  'cab',
  'ar',
  'deb',
  'rpm',
]);
const programs = new Set(['exe', 'elf', 'macho', 'wasm', 'class', 'dex']);
const databases = new Set(['sqlite', 'parquet']);

/**
 * Returns the reason why a format is never read, and what to do about it; undefined for formats that are read or may be. A ZIP archive is
 * one only by its name: office files and books are ZIP archives too.
 */
export function unreadableFormat({ extension, mimeType }: Signature): string | undefined {
  const name = extension.toUpperCase();
  if (archives.has(extension)) return `${name} archives are not unpacked: send the files in it`;
  if (mimeType.startsWith('video/')) return `${name} files are videos: send their transcript as a text`;
  if (mimeType.startsWith('audio/')) return `${name} files are sound: send their transcript as a text`;
  if (mimeType.startsWith('font/')) return `${name} files are fonts, which have no text`;
  if (programs.has(extension)) return `${name} files are programs, which have no text`;
  if (databases.has(extension)) return `${name} files are databases: export their tables as CSV`;
  return undefined;
}

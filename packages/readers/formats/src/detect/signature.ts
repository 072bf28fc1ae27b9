import { open } from 'node:fs/promises';
import { encodingOfMark } from '@docfleet/text/decoding';
import { fileTypeFromBuffer } from 'file-type';

/** Format recognized from a file's bytes: an extension and a media type as the `file-type` package names them. */
export interface Signature {
  readonly extension: string;
  readonly mimeType: string;
}

/** Bytes at the beginning of a file that identify it. */
const sniffedLength = 4 * 1_024;

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

/** Bytes in which readers look for the header of a PDF, whatever stands before it: line breaks, marks, headers of an upload or a mail. */
const pdfHeaderWithin = 1_024;

/** Whether a PDF begins soon: its header at the beginning of a line, and an object behind it, as a text about PDF hardly has. */
function isPdf(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const at = /(?:^|[\s\xbf])%PDF-\d\.\d/.exec(text.slice(0, pdfHeaderWithin))?.index;
  return at === 0 || (at !== undefined && /\d+\s+\d+\s+obj\b/.test(text.slice(at)));
}

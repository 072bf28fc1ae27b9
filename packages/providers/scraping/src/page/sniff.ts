import { encodingOfMark, encodingOfUnits } from '@docfleet/text/decoding';

/** Bytes in hexadecimal digits that files begin with, which servers send under another type; `..` is any byte. */
const signatures: readonly (readonly [string, string])[] = [
  ['255044462d', 'application/pdf'],
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
  ['52494646........57454250', 'image/webp'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
  ['424d........00000000', 'image/bmp'],
  ['504b0304', 'application/zip'],
  ['504b0506', 'application/zip'],
  ['d0cf11e0a1b11ae1', 'application/x-cfb'],
  ['7b5c727466', 'application/rtf'],
  ['25215053', 'application/postscript'],
  ['1f8b', 'application/gzip'],
  ['425a68..314159', 'application/x-bzip2'],
  ['fd377a585a00', 'application/x-xz'],
  ['28b52ffd', 'application/zstd'],
  ['377abcaf271c', 'application/x-7z-compressed'],
  ['526172211a07', 'application/vnd.rar'],
  ['000000..66747970', 'video/mp4'],
  ['1a45dfa3', 'video/webm'],
  ['4944330[234]', 'audio/mpeg'],
  ['4f67675300', 'application/ogg'],
  ['52494646........57415645', 'audio/wav'],
  ['774f46', 'font/woff'],
  ['0061736d', 'application/wasm'],
  ['7f454c46', 'application/octet-stream'],
];
const patterns = signatures.map(([bytes, type]) => [new RegExp(`^${bytes}`), type] as const);
const maxSignatureBytes = 16;
/** Bytes for each one that no text has: with fewer, a file counts as binary. */
const minBytesPerStrangeByte = 50;

/** Bytes that no text has (WHATWG MIME sniffing, 3). */
const isBinaryByte = (byte: number) =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

const isUnicodeOfWideUnits = (head: Uint8Array) => {
  const encoding = encodingOfMark(head) ?? encodingOfUnits(head);
  return encoding !== undefined && encoding !== 'utf-8';
};

/** Detects the media type of a file by its first bytes: `application/octet-stream` for unknown binary data, undefined for possible text. */
export function typeOfFile(head: Uint8Array): string | undefined {
  // Some writers put line breaks before the first bytes of a PDF.
  const start = head.findIndex((byte) => byte > 0x20);
  for (const from of [0, Math.max(0, start)]) {
    const digits = Buffer.from(head.subarray(from, from + maxSignatureBytes)).toString('hex');
    const found = patterns.find(([pattern]) => pattern.test(digits));
    if (found) return found[1];
  }
  if (isUnicodeOfWideUnits(head)) return undefined;
  // A stray one is a slip in a page.
  const strange = head.filter(isBinaryByte).length;
  return strange * minBytesPerStrangeByte > head.length ? 'application/octet-stream' : undefined;
}

/** Tests whether a body is an HTML document by its first bytes. */
export const looksLikeHtml = (head: Uint8Array): boolean =>
  /^\uFEFF?\s*(?:<!--[\s\S]{0,1000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(
    Buffer.from(head).toString('utf8'),
  );

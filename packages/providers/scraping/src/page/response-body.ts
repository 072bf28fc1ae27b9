import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { PageResponse } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { readBody } from '@docfleet/provider';
import { encodingOfMark, encodingOfUnits } from '@docfleet/text/decoding';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Unpacks a body of gzip as it is read; throws what `damaged` makes where its compression is not whole. */
export async function* gunzip(
  body: AsyncIterable<Uint8Array>,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  const unpacking = zlib.createGunzip();
  source.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  try {
    yield* unpacking;
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? damaged() : error;
  } finally {
    source.destroy();
    unpacking.destroy();
  }
}

/** Lets go of a body that is not read: it closes its connection when it is left, once it has been begun. */
export async function leaveBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // A damaged body is not read.
  }
}

/** Bytes of a body that are enough to recognize its format (WHATWG MIME sniffing, 7). */
const peekedBytes = 1_445;

interface Peeked {
  readonly head: Buffer;
  /** The whole body, its beginning included; to be read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a body, and returns it with the rest. To leave the body early leaves the one that was given. */
export async function peek(
  given: AsyncIterable<Uint8Array>,
  minBytes: number = peekedBytes,
): Promise<Peeked> {
  const parts = given[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let hasEnded = false;
  while (head.length < minBytes && !hasEnded) {
    const { value, done } = await parts.next();
    hasEnded = Boolean(done);
    if (!done) head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      if (!hasEnded) yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.();
    }
  }
  return { head, body: whole() };
}

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
function typeOfFile(head: Uint8Array): string | undefined {
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
const looksLikeHtml = (head: Uint8Array): boolean =>
  /^\uFEFF?\s*(?:<!--[\s\S]{0,1000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(
    Buffer.from(head).toString('utf8'),
  );

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
/** Media types under which servers also send an HTML error page in place of the file. */
const mislabeled =
  /^(?:application\/(?:pdf|zip|octet-stream|x-download|force-download)|image\/|audio\/|video\/)/;

const minFileBytes = 32;

/** Returns the Content-Type in lower case, with its parameters; empty when there is none. */
export const typeOf = (headers: Headers): string => headers.get('content-type')?.trim().toLowerCase() ?? '';

const essence = (contentType: string) => contentType.split(';', 1)[0]?.trim() ?? '';

/** A server that says nothing, or nothing sensible, mostly sends a page. */
const isCalledHtml = (contentType: string) =>
  !essence(contentType).includes('/') || htmlTypes.has(essence(contentType));

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/.exec(contentType)?.[1];
}

export const pageTooLarge = ({ host }: URL, limit: number = 10_485_760): AppError =>
  new AppError('PAGE_TOO_LARGE', `The page of ${host} is larger than ${limit / 1_048_576} MB`);

/** All of a body; rejects with PAGE_TOO_LARGE when it has more than `limit` bytes. */
export const readUpTo = (limit: number, body: AsyncIterable<Uint8Array>, url: URL): Promise<Buffer> =>
  readBody(body, limit, () => pageTooLarge(url, limit));

/** A body as its bytes show it to be: a page, or a file of a type. */
export type SeenBody = { readonly body: AsyncIterable<Uint8Array> } & (
  | { readonly kind: 'page' }
  | { readonly kind: 'file'; readonly contentType: string }
);

const notText = ({ host }: URL, contentType: string) =>
  new AppError('PAGE_UNREADABLE', `${host} sent data that is no text, as "${contentType || 'no type'}"`, {
    details: { reason: 'The bytes are neither text nor a file of a known type' },
  });

const damagedGzip =
  ({ host }: URL) =>
  () =>
    new AppError('PAGE_UNREADABLE', `The page of ${host} is packed with gzip, and damaged`);

async function seePage({ head, body }: Peeked, contentType: string, url: URL): Promise<SeenBody> {
  const seen = typeOfFile(head);
  if (seen === undefined) return { kind: 'page', body };
  if (seen !== 'application/octet-stream') return { kind: 'file', contentType: seen, body };
  await leaveBody(body);
  throw notText(url, contentType);
}

/** A file is large, and may come slowly: its first bytes are enough. */
async function seeFile(body: AsyncIterable<Uint8Array>, contentType: string): Promise<SeenBody> {
  if (!mislabeled.test(contentType)) return { kind: 'file', contentType, body };
  const peeked = await peek(body, minFileBytes);
  const isPage = looksLikeHtml(peeked.head);
  return isPage ? { kind: 'page', body: peeked.body } : { kind: 'file', contentType, body: peeked.body };
}

/**
 * Inspects the first bytes of a body: reads a file that was sent as a page as a file and vice versa, and decompresses a page that
 * was compressed without declaring it. Rejects with PAGE_UNREADABLE for anything else.
 */
export async function seeBody(
  { body, finalUrl }: Pick<PageResponse, 'body' | 'finalUrl'>,
  contentType: string,
): Promise<SeenBody> {
  if (!isCalledHtml(contentType)) return seeFile(body, contentType);
  const peeked = await peek(body);
  if (!isGzip(peeked.head)) return seePage(peeked, contentType, finalUrl);
  return seePage(await peek(gunzip(peeked.body, damagedGzip(finalUrl))), contentType, finalUrl);
}

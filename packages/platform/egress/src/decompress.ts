import { once } from 'node:events';
import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { AppError } from '@docfleet/errors';

/** A page that is compressed more than once is an attack. */
const maxLayers = 2;
/** RFC 9659: what a web server may ask a client to remember. Node's own limit is 128 MB. */
const zstdWindowLog = 23;
/** Text is compressed a hundred times at most; a bomb a thousand times and more. */
const maxRatio = 250;
/** Bytes below which the compression ratio is not checked: a small page of blanks compresses as well as a bomb. */
const ratioFromBytes = 4 * 1024 * 1024;

type Decoder = Transform & zlib.Zlib;

/** Number of leading bytes without a control character that show a body to be text: a compressed stream has them at its beginning. */
const minPlainTextBytes = 16;
const fileMarks = ['%PDF-', 'PK\u0003\u0004', '\u0089PNG', 'GIF8', '\u00ff\u00d8\u00ff'];

/** Tests whether a body that is declared as compressed is in fact not: brotli and bare deflate have no signature of their own. */
function isPlain(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 512));
  if (fileMarks.some((mark) => start.toString('latin1').startsWith(mark))) return true;
  // The last character may be cut.
  const text = start.toString('utf8').replace(/\ufffd$/, '');
  return text.length >= minPlainTextBytes && !/[\ufffd\p{Cc}]/u.test(text.replace(/[\t\n\r\f]/g, ''));
}

const decoders: Readonly<Record<string, (head: Uint8Array) => Decoder | undefined>> = {
  gzip: (head) => (head[0] === 0x1f && head[1] === 0x8b ? zlib.createGunzip() : undefined),
  br: (head) => (isPlain(head) ? undefined : zlib.createBrotliDecompress()),
  zstd: (head) =>
    isPlain(head)
      ? undefined
      : (zlib.createZstdDecompress({
          params: { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLog },
        }) as Decoder),
  // RFC 9110 means zlib's format, but some servers send the bare stream.
  deflate: (head) => {
    const [first = 0, second = 0] = head;
    if ((first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0) return zlib.createInflate();
    return isPlain(head) ? undefined : zlib.createInflateRaw();
  },
};
const aliases: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

const unreadable = (reason: string, cause?: unknown) =>
  new AppError('PAGE_UNREADABLE', `The answer cannot be decompressed: ${reason}`, {
    cause,
    details: { reason },
  });

const named = (header: string | null) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => aliases[name.trim()] ?? name.trim())
    .filter((name) => name && name !== 'identity');

/**
 * As `codingsOf`, without those that are not known: object stores repeat the encoding that was stored with an object, as `aws-chunked` or
 * `utf-8`.
 */
export const knownCodingsOf = (header: string | null): string[] =>
  named(header)
    .filter((name) => Object.hasOwn(decoders, name))
    .slice(-maxLayers)
    .reverse();

/** The codings of a Content-Encoding header in the order in which they are undone; throws PAGE_UNREADABLE for an unknown one. */
export function codingsOf(header: string | null): string[] {
  const codings = named(header);
  const unknown = codings.find((name) => !Object.hasOwn(decoders, name));
  if (unknown !== undefined) throw unreadable(`the coding "${unknown.slice(0, 20)}" is not known`);
  if (codings.length > maxLayers) throw unreadable(`it is compressed ${codings.length} times`);
  return codings.reverse();
}

/** Waits for the first bytes and puts them back. */
async function peek(source: Readable): Promise<Uint8Array> {
  for (;;) {
    const head: Buffer | null = source.read();
    if (head) {
      source.unshift(head);
      return head;
    }
    if (source.readableEnded || source.destroyed) return new Uint8Array();
    await Promise.race([once(source, 'readable'), once(source, 'end')]);
  }
}

/** Undoes one coding. A body that is declared as gzip and is not is read unchanged: some servers send it. */
async function undo(source: Readable, coding: string, onPart?: (part: Buffer) => void): Promise<Readable> {
  const decoder = decoders[coding]?.(await peek(source));
  if (!decoder) return source;
  // The error comes out of the decoder, too.
  pipeline(source, decoder, () => undefined);
  if (onPart) source.on('data', onPart);
  return decoder;
}

/** Returns the parts of a body decompressed, none of them before the one before was taken; rejects with PAGE_UNREADABLE for a bomb. */
export async function* decompressed(
  source: Readable,
  codings: readonly string[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let stream = source;
  let bytes = 0;
  let received = 0;
  const count = (part: Buffer) => {
    received += part.length;
  };
  for (const coding of codings) stream = await undo(stream, coding, stream === source ? count : undefined);
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (stream !== source && bytes > ratioFromBytes && bytes > received * maxRatio)
        throw unreadable(`it grows more than ${maxRatio} times`);
      yield part;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') || /^ERR_.*(BROTLI|ZSTD|PADDING)/i.test(code ?? '')
      ? unreadable('it is damaged', error)
      : error;
  } finally {
    stream.destroy();
    source.destroy();
  }
}

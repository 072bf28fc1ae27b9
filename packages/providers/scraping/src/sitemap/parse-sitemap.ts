import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { createDecoder, encodingOfMark, encodingOfUnits, isKnownEncoding } from '@docfleet/text/decoding';
import { gunzip, isGzip, peek } from '../page/response-body.ts';
import { parseSitemapXml, type SitemapLink } from './parse-sitemap-xml.ts';

/** https://www.sitemaps.org/protocol.html: a file has at most 50 MB, uncompressed. */
const maxSitemapBytes = limits.sitemapBytes;
const maxLineLength = limits.addressLength;

const tooLong = () =>
  new AppError('PAGE_TOO_LARGE', `A sitemap has at most ${maxSitemapBytes} bytes, and this one has more`);
const noSitemap = (reason: string) =>
  new AppError('PAGE_UNREADABLE', `This is no sitemap: ${reason}`, { details: { reason } });

const damagedGzip = () => noSitemap('its compression is damaged');

/** Files are often compressed without a word of it in their headers or names. */
async function* unpacked(given: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, body } = await peek(given, 2);
  yield* isGzip(head) ? gunzip(body, damagedGzip) : body;
}

async function* bounded(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > maxSitemapBytes) throw tooLong();
    yield part;
  }
}

const maxDeclarationLength = 256;

/** The encoding of a file: its byte order mark, or what its XML declaration says; UTF-8 otherwise, as the protocol has it. */
function encodingOf(head: Uint8Array): string {
  const unicode = encodingOfMark(head) ?? encodingOfUnits(head);
  if (unicode) return unicode;
  const declaration = Buffer.from(head.subarray(0, maxDeclarationLength)).toString('latin1');
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(declaration)?.[1];
  return declared && isKnownEncoding(declared) && !/^utf-?16|^utf-?32/i.test(declared) ? declared : 'utf-8';
}

/** The text of a body in parts, at most as long as a sitemap may be. */
async function* textOf(given: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { head, body } = await peek(unpacked(given), maxDeclarationLength);
  const decoder = createDecoder(encodingOf(head));
  for await (const part of bounded(body)) yield decoder.write(part);
  yield decoder.end();
}

/** Parses a list of addresses, one per line; other lines are skipped. */
async function* parseLines(texts: AsyncIterable<string>): AsyncGenerator<SitemapLink> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    // An endless line is not gathered: it is no address.
    rest = (lines.pop() ?? '').slice(0, maxLineLength + 1);
    for (const line of lines) yield* linkOf(line);
  }
  yield* linkOf(rest);
}

function linkOf(line: string): SitemapLink[] {
  const location = line.trim();
  if (location.length > maxLineLength || !/^https?:\/\//i.test(location)) return [];
  return [{ kind: 'page', location, lastModified: undefined }];
}

/**
 * Parses one file of a sitemap as it arrives: urlset, index, RSS, Atom or a list of addresses, with or without gzip. Rejects with
 * PAGE_TOO_LARGE past 50 MB, PAGE_UNREADABLE for any other format.
 */
export async function* parseSitemap(body: AsyncIterable<Uint8Array>): AsyncGenerator<SitemapLink> {
  const texts = textOf(body);
  let head = '';
  for await (const text of { [Symbol.asyncIterator]: () => ({ next: () => texts.next() }) }) {
    head = (head + text).replace(/^[\uFEFF\s]+/, '');
    if (head !== '') break;
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    yield* texts;
  }
  let found = false;
  for await (const link of head.startsWith('<') ? parseSitemapXml(whole()) : parseLines(whole())) {
    found = true;
    yield link;
  }
  if (head === '') throw noSitemap('it is empty');
  if (!found && !head.startsWith('<')) throw noSitemap('it is neither XML nor a list of addresses');
}

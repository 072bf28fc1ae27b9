import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { parseSitemapXml, type SitemapLink } from './parse-sitemap-xml.ts';

/** https://www.sitemaps.org/protocol.html: a file has at most 50 MB, uncompressed. */
const longestSitemapBytes = limits.sitemapBytes;
const longestLine = limits.addressLength;

const tooLong = () =>
  new AppError('PAGE_TOO_LARGE', `A sitemap has at most ${longestSitemapBytes} bytes, and this one has more`);
const noSitemap = (reason: string) =>
  new AppError('PAGE_UNREADABLE', `This is no sitemap: ${reason}`, { details: { reason } });

/** Files are often compressed without a word of it in their headers or names. */
async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  let head = new Uint8Array();
  let ended = false;
  while (head.length < 2 && !ended) {
    const { value, done } = await parts.next();
    ended = Boolean(done);
    if (!done) head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      if (!ended) yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.();
    }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole();
  const source = Readable.from(whole(), { objectMode: false });
  const gunzip = zlib.createGunzip();
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_')) throw noSitemap('its compression is damaged');
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** The text of a body in parts, at most as long as a sitemap may be. */
async function* textOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const part of unpacked(body)) {
    bytes += part.length;
    if (bytes > longestSitemapBytes) throw tooLong();
    yield decoder.decode(part, { stream: true });
  }
  yield decoder.decode();
}

/** One address a line; what is none is passed over. */
async function* parseLines(texts: AsyncIterable<string>): AsyncGenerator<SitemapLink> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    // An endless line is not gathered: it is no address.
    rest = (lines.pop() ?? '').slice(0, longestLine + 1);
    for (const line of lines) yield* linkOf(line);
  }
  yield* linkOf(rest);
}

function linkOf(line: string): SitemapLink[] {
  const location = line.trim();
  if (location.length > longestLine || !/^https?:\/\//i.test(location)) return [];
  return [{ kind: 'page', location, lastModified: undefined }];
}

/**
 * Reads one file of a sitemap while it comes in: urlset, index, RSS, Atom or a list of addresses, packed with gzip or not.
 * Rejects with PAGE_TOO_LARGE past 50 MB, PAGE_UNREADABLE for what is none of them.
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

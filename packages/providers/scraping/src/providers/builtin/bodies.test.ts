import { deflateSync, gzipSync } from 'node:zlib';
import { createEgress } from '@docfleet/egress';
import { type StubHandler, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { rejection } from '../../../test/conformance.ts';
import { webReader as reader } from '../../../test/web-reader.ts';
import type { ScrapeRequest } from '../../scraped-page.ts';
import { builtin } from './index.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let server: StubServer | undefined;
afterEach(() => server?.close());
afterAll(async () => {
  reader.close();
  await egress.close();
});

const signal = new AbortController().signal;
const plain = { includeSelectors: [], excludeSelectors: [], headers: {}, fresh: false };
const html = { 'content-type': 'text/html; charset=utf-8' };

async function scrape(handler: StubHandler, request: Partial<ScrapeRequest> = {}, path = '/') {
  server = await startStubServer(handler);
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress, reader });
  const result = await scraper.scrape({ ...plain, url: new URL(path, server.url), ...request }, signal);
  if (result.kind !== 'file') return result;
  return { ...result, bytes: Buffer.concat(await Array.fromAsync(result.body)) };
}
const serve = (body: string | Uint8Array, headers: Record<string, string | string[]> = html) =>
  scrape(() => ({ headers, body }));

const bytes = (digits: string, length = 2_000) => {
  const head = Buffer.from(digits, 'hex');
  return Buffer.concat([head, Buffer.alloc(length, 0x90)]);
};

test.each<[string, Uint8Array, string]>([
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'), 'application/pdf'],
  ['a PDF behind line breaks', Buffer.from('\r\n\r\n%PDF-1.4'), 'application/pdf'],
  ['a PNG', bytes('89504e470d0a1a0a'), 'image/png'],
  ['a JPEG', bytes('ffd8ffe0'), 'image/jpeg'],
  ['a ZIP, as Office documents are', bytes('504b0304'), 'application/zip'],
  ['an old Word document', bytes('d0cf11e0a1b11ae1'), 'application/x-cfb'],
  ['an RTF', Buffer.from('{\\rtf1\\ansi text}'), 'application/rtf'],
  ['a film', bytes('00000020667479706d703432'), 'video/mp4'],
])('%s that is sent as HTML is handed on as a file', async (_what, body, contentType) => {
  expect(await serve(body)).toMatchObject({ kind: 'file', contentType });
  await server?.close();
  expect(await serve(body, { 'content-type': '' })).toMatchObject({ kind: 'file', contentType });
});

test('the bytes of a file that is sent as HTML arrive whole', async () => {
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 7)]);
  const file = await serve(body);
  expect('bytes' in file && file.bytes.equals(body)).toBe(true);
});

test('a page that is packed with gzip without a word of it is read', async () => {
  expect(await serve(gzipSync('<p>Packed text</p>'))).toMatchObject({ markdown: 'Packed text\n' });
});

test('a file that is packed with gzip and sent as HTML is handed on unpacked', async () => {
  const body = gzipSync(Buffer.from('%PDF-1.7\n'));
  expect(await serve(body)).toMatchObject({ kind: 'file', contentType: 'application/pdf' });
});

test.each<[string, Uint8Array]>([
  ['half a gzip', gzipSync('<p>text</p>'.repeat(1_000)).subarray(0, 40)],
  [
    'bytes of no known format',
    deflateSync(Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * n) & 255))),
  ],
])('%s that is sent as HTML is refused as unreadable', async (_what, body) => {
  await expect(rejection(serve(body))).resolves.toMatchObject({ code: 'PAGE_UNREADABLE', retryable: false });
});

test.each([
  ['UTF-16 without a mark', Buffer.from('<p>Plain words in wide letters</p>', 'utf16le'), html],
  ['a stray control character', Buffer.from(`<p>Words\u0008 of a page</p>${'text '.repeat(100)}`), html],
  ['an escape sequence of ISO-2022-JP', Buffer.from('<p>Words \u001b$B$3\u001b(B</p>', 'latin1'), html],
])('a page in %s stays a page', async (_what, body, headers) => {
  expect(await serve(body, headers)).toMatchObject({ kind: 'page', markdown: expect.stringMatching(/ords/) });
});

test.each(['application/pdf', 'application/octet-stream', 'image/png'])(
  'an HTML page that is sent as %s is a page',
  async (type) => {
    const body = '<!doctype html><html><body><p>Please try again later</p></body></html>';
    expect(await serve(body, { 'content-type': type })).toMatchObject({ kind: 'page' });
  },
);

test('HTML that is sent as plain text is a text', async () => {
  const headers = { 'content-type': 'text/plain' };
  expect(await serve('<!doctype html><html>', headers)).toMatchObject({
    kind: 'file',
    contentType: 'text/plain',
  });
});

test('304 to a request without a condition is a failure of the server', async () => {
  const error = await rejection(scrape(() => ({ status: 304, headers: { etag: '"a"' } })));
  expect(error).toMatchObject({ code: 'PAGE_UNAVAILABLE', message: expect.stringContaining('304') });
});

test('a file is called what its server calls it, in raw UTF-8 as well', async () => {
  const disposition = Buffer.from('attachment; filename="Bericht März.pdf"').toString('latin1');
  const headers = { 'content-type': 'application/pdf', 'content-disposition': disposition };
  expect(await serve('%PDF-1.7', headers)).toMatchObject({ fileName: 'Bericht März.pdf' });
});

test('each X-Robots-Tag counts by itself', async () => {
  const headers = { ...html, 'x-robots-tag': ['otherbot: noindex, nofollow', 'noindex'] };
  expect(await serve('<p>Text</p>', headers)).toMatchObject({ mayIndex: false, mayFollow: true });
});

test('what selectors exclude is left out beside what is left out without them', async () => {
  const prose = 'A sentence that is long enough to count as prose. '.repeat(10);
  const body = `<div class="sidebar"><ul><li><a href="/r">Related one</a><li><a href="/s">Related two</a></ul></div>
    <main><h1>Leave</h1><p>${prose}</p><div class="note">A note</div></main>`;
  const page = await scrape(() => ({ headers: html, body }), { excludeSelectors: ['.note'] });
  expect(page).toMatchObject({ markdown: expect.not.stringMatching(/Related|A note/) });
});

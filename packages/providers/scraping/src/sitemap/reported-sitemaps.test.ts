import zlib from 'node:zlib';
import { createEgress } from '@docfleet/egress';
import { type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { webReader } from '../../test/web-reader.ts';
import { readSitemap } from './read-sitemap.ts';

/** Sitemaps that other crawlers were reported to misread. */
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const signal = new AbortController().signal;
let answer: StubResponse;
let server: StubServer;
beforeAll(async () => {
  server = await startStubServer(() => answer);
});
afterAll(async () => {
  webReader.close();
  await egress.close();
  await server.close();
});

async function read(body: string | Uint8Array, headers: Record<string, string> = {}) {
  answer = { body, headers };
  const pages: string[] = [];
  const context = { fetchPage: egress.fetchPage, reader: webReader, signal };
  for await (const finding of readSitemap(new URL('/sitemap.xml', server.url), context))
    pages.push(finding.kind === 'page' ? finding.url.href : finding.error.code);
  return pages;
}

const a = 'https://a.test/1';
const urlset = `<urlset><url><loc>${a}</loc></url></urlset>`;

test.each<[string, string | Uint8Array, Record<string, string>]>([
  ['a list of addresses, packed', zlib.gzipSync(`${a}\n`), { 'content-type': 'application/gzip' }],
  ['named .gz, and not packed', urlset, { 'content-type': 'application/x-gzip' }],
  ['packed twice, once by the server', zlib.gzipSync(zlib.gzipSync(urlset)), { 'content-encoding': 'gzip' }],
  [
    'in two packed parts',
    Buffer.concat([zlib.gzipSync(urlset.slice(0, 20)), zlib.gzipSync(urlset.slice(20))]),
    {},
  ],
  ['with its addresses in CDATA', `<urlset><url><loc><![CDATA[${a}]]></loc></url></urlset>`, {}],
  ['behind blank lines', `\n\n  <?xml version="1.0"?>${urlset}`, {}],
  ['behind a comment', `<!-- made by a plugin -->${urlset}`, {}],
  ['with a DOCTYPE that lacks a part', `<!DOCTYPE urlset PUBLIC "x">${urlset}`, {}],
  [
    'with a style sheet',
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/s.xsl"?>${urlset}`,
    {},
  ],
  [
    'with images of no prefix',
    `<urlset><url><loc>${a}</loc><image><loc>https://a.test/i.png</loc></image></url></urlset>`,
    {},
  ],
  [
    'with images before the address',
    `<urlset xmlns:image="i"><url><image:image><image:loc>https://a.test/i.png</image:loc></image:image><loc>${a}</loc></url></urlset>`,
    {},
  ],
  [
    'with other languages',
    `<urlset xmlns:xhtml="x"><url><loc>${a}</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/></url></urlset>`,
    {},
  ],
  [
    'of a foreign namespace',
    `<urlset xmlns="https://www.google.com/schemas/sitemap/0.84"><url><loc>${a}</loc></url></urlset>`,
    {},
  ],
  ['with lines around the address', `<urlset><url><loc>\n  ${a}\n  </loc></url></urlset>`, {}],
  ['sent as a page', urlset, { 'content-type': 'text/html' }],
  ['with upper case', urlset.replaceAll('url>', 'URL>').replaceAll('loc>', 'LOC>'), {}],
  ['with an address that has a line break', `<urlset><url><loc>https://a.test/\n1</loc></url></urlset>`, {}],
])('a sitemap %s is read', async (_what, body, headers) => {
  expect(await read(body, headers)).toEqual([a]);
});

test('a packed sitemap with bytes behind it that are not packed is refused with the reason', async () => {
  const body = Buffer.concat([zlib.gzipSync(urlset), Buffer.from('<!-- cached -->')]);
  await expect(read(body)).rejects.toMatchObject({
    code: 'PAGE_UNREADABLE',
    message: expect.stringContaining('compression is damaged'),
  });
});

test('an address that is none costs no other of the sitemap', async () => {
  const body = `<urlset><url><loc>http://</loc></url><url><loc>javascript:x</loc></url><url></url><url><loc>${a}</loc></url></urlset>`;
  expect(await read(body)).toEqual([a]);
});

test('a relative address is one of the sitemap’s site', async () => {
  expect(await read('<urlset><url><loc>/1</loc></url></urlset>')).toEqual([`${server.url}/1`]);
});

test('an Atom feed with relative links and a self link names its entries', async () => {
  const body = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/><entry><link rel="enclosure" href="/x.mp3"/><link href="/1"/></entry></feed>`;
  expect(await read(body)).toEqual([`${server.url}/1`]);
});

const atom = (attributes: string, ...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${entries.join('')}</feed>`;
test.each<[string, string, string[]]>([
  [
    'an entry with a base within the file',
    atom('', `<entry xml:base="When/2004/"><link href="a"/></entry><entry><link href="b"/></entry>`),
    ['/When/2004/a', '/b'],
  ],
  [
    'a feed with a base, and within it an entry and a link with theirs',
    atom(
      'xml:base="https://a.test/blog/"',
      `<entry xml:base="2026/"><link xml:base="x/" href="1"/></entry><entry><link href="/2"/></entry>`,
    ),
    ['https://a.test/blog/2026/x/1', 'https://a.test/2'],
  ],
  [
    'an item of RSS with a base',
    '<rss xml:base="https://a.test/blog/"><channel><item><link>1</link></item></channel></rss>',
    ['https://a.test/blog/1'],
  ],
  [
    'an entry with another form of its page before the page',
    atom(
      '',
      '<entry><link rel="alternate" type="application/json" href="/1.json"/><link type="text/html" href="/1"/></entry>',
    ),
    ['/1'],
  ],
])('%s leads to its page', async (_what, body, pages) => {
  expect(await read(body)).toEqual(pages.map((page) => new URL(page, server.url).href));
});

test.each([
  ['two locations in one entry', '<url><loc>/1</loc><loc>/2</loc></url><url><loc>/3</loc></url>'],
  ['entries that are not closed', '<url><loc>/1</loc><url><loc>/2</loc><url><loc>/3</loc></url>'],
  ['locations without entries', '<loc>/1</loc><loc>/2</loc><loc>/3</loc>'],
])('no page is lost in a sitemap with %s', async (_what, urls) => {
  expect(await read(`<urlset>${urls}</urlset>`)).toEqual(['/1', '/2', '/3'].map((page) => server.url + page));
});

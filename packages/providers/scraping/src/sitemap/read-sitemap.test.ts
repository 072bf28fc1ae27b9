import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { createEgress } from '@docfleet/egress';
import { type StubResponse, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { webReader } from '../../test/web-reader.ts';
import { readSitemap } from './read-sitemap.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const signal = new AbortController().signal;
type Answer = StubResponse | ((response: ServerResponse) => unknown);
const files = new Map<string, Answer>();
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer(({ path }, response) => {
    const answer = files.get(path) ?? { status: 404 };
    if (typeof answer !== 'function') return answer;
    void answer(response);
    return undefined;
  });
});
beforeEach(() => {
  files.clear();
  server.requests.length = 0;
});
afterAll(async () => {
  webReader.close();
  await egress.close();
  await server.close();
});

const urlset = (...locations: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations
    .map((location) => `<url><loc>${location}</loc></url>`)
    .join('')}</urlset>`;
const index = (...locations: string[]) =>
  `<sitemapindex>${locations.map((at) => `<sitemap><loc>${server.url}${at}</loc></sitemap>`).join('')}</sitemapindex>`;

async function read(path = '/sitemap.xml') {
  const pages: (string | [string, string])[] = [];
  const failed: [string, string][] = [];
  const context = { fetchPage: egress.fetchPage, reader: webReader, signal };
  for await (const finding of readSitemap(new URL(path, server.url), context)) {
    if (finding.kind === 'failed') failed.push([finding.sitemap.pathname, finding.error.code]);
    else if (finding.lastModified) pages.push([finding.url.href, finding.lastModified]);
    else pages.push(finding.url.href);
  }
  return { pages, failed };
}

async function readOne(body: unknown, headers: Record<string, string> = {}) {
  files.set('/sitemap.xml', { body, headers });
  return (await read()).pages;
}

test('pages come with the time of their last change, and nothing of the images beside them', async () => {
  const body = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://x" xmlns:xhtml="http://y">
      <url><loc> https://a.test/one?x=1&amp;y=2#part </loc><lastmod>2026-01-02</lastmod>
        <image:image><image:loc>https://a.test/image.png</image:loc></image:image>
        <xhtml:link rel="alternate" href="https://a.test/de"/></url>
      <url><loc><![CDATA[https://a.test/two&three]]></loc></url>
      <url><loc>ftp://a.test/no</loc></url><url><loc>/relative</loc></url><url/>
    </urlset>`;
  expect(await readOne(body)).toEqual([
    ['https://a.test/one?x=1&y=2', '2026-01-02'],
    'https://a.test/two&three',
    `${server.url}/relative`,
  ]);
});

test('a sitemap whose own elements carry a prefix is one', async () => {
  const body = '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://a.test/</sm:loc></sm:url></sm:urlset>';
  expect(await readOne(body)).toEqual(['https://a.test/']);
});

test.each<[string, string, unknown]>([
  [
    'RSS',
    '<rss><channel><link>https://a.test/home</link><item><title>x</title><link>https://a.test/1</link><pubDate>Sun, 01 Mar 2026 12:00:00 GMT</pubDate></item></channel></rss>',
    [['https://a.test/1', 'Sun, 01 Mar 2026 12:00:00 GMT']],
  ],
  [
    'Atom',
    '<feed><link href="https://a.test/self"/><entry><link rel="edit" href="https://a.test/edit"/><link href="https://a.test/1"/><updated>2026-03-01</updated></entry></feed>',
    [['https://a.test/1', '2026-03-01']],
  ],
  [
    'a list',
    '# pages\nhttps://a.test/1\r\nnothing\rhttps://a.test/2',
    ['https://a.test/1', 'https://a.test/2'],
  ],
  [
    'bare ampersands',
    '<urlset><url><loc>https://a.test/?a=1&b=2</loc></url></urlset>',
    ['https://a.test/?a=1&b=2'],
  ],
  ['an empty one', '<urlset/>', []],
])('%s is read', async (_name, body, pages) => {
  expect(await readOne(body)).toEqual(pages);
});

test('a packed file is known by its bytes, whatever its name and headers say', async () => {
  const packed = zlib.gzipSync(urlset('https://a.test/1'));
  expect(await readOne(packed)).toEqual(['https://a.test/1']);
  expect(await readOne(zlib.gzipSync(packed), { 'content-encoding': 'gzip' })).toEqual(['https://a.test/1']);
});

test.each<[string, Buffer]>([
  [
    'ISO-8859-1',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://a.test/café</loc></url></urlset>',
      'latin1',
    ),
  ],
  [
    'UTF-16',
    Buffer.from(
      '\ufeff<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>https://a.test/café</loc></url></urlset>',
      'utf16le',
    ),
  ],
  [
    'UTF-8 that is called so',
    Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?><urlset><url><loc>https://a.test/café</loc></url></urlset>',
    ),
  ],
  [
    'an encoding that is not known',
    Buffer.from(
      '<?xml version="1.0" encoding="x-none"?><urlset><url><loc>https://a.test/café</loc></url></urlset>',
    ),
  ],
])('a sitemap in %s is read in it', async (_encoding, body) => {
  expect(await readOne(body)).toEqual(['https://a.test/caf%C3%A9']);
});

test('an item of RSS without a link is the page of its guid, unless that is no address', async () => {
  const item = (parts: string) => `<item>${parts}</item>`;
  const body = `<rss version="2.0"><channel><link>https://a.test/</link>${[
    item('<guid>https://a.test/1</guid>'),
    item('<guid isPermaLink="false">https://a.test/2</guid>'),
    item('<guid>tag:a.test,2026:3</guid>'),
    item('<guid>https://a.test/short</guid><link>https://a.test/4</link>'),
  ].join('')}</channel></rss>`;
  expect(await readOne(body)).toEqual(['https://a.test/1', 'https://a.test/4']);
});

test('the files of an index are read in order, once each, three levels deep', async () => {
  files.set('/sitemap.xml', { body: index('/a.xml', '/level1.xml', '/a.xml', '/sitemap.xml') });
  files.set('/a.xml', { body: urlset('https://a.test/1', 'https://a.test/2', 'https://a.test/1') });
  files.set('/level1.xml', { body: index('/level2.xml', '/sitemap.xml') });
  files.set('/level2.xml', { body: index('/level3.xml') });
  files.set('/level3.xml', { body: urlset('https://a.test/2', 'https://a.test/3') });
  expect(await read()).toEqual({
    pages: ['https://a.test/1', 'https://a.test/2', 'https://a.test/3'],
    failed: [],
  });
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/sitemap.xml',
    '/a.xml',
    '/level1.xml',
    '/level2.xml',
    '/level3.xml',
  ]);
  files.set('/level3.xml', { body: index('/level4.xml') });
  expect(await read()).toMatchObject({ failed: [['/level3.xml', 'PAGE_UNREADABLE']] });
});

test('files that cannot be read are reported, and the others are read', async () => {
  files.set('/sitemap.xml', {
    body: index('/none.xml', '/busy.xml', '/page.html', '/forbidden.xml', '/b.xml'),
  });
  files.set('/busy.xml', { status: 503 });
  files.set('/forbidden.xml', { status: 302, headers: { location: 'http://[::1]:1/' } });
  files.set('/page.html', { body: '<!doctype html><html><body>https://a.test/x</body></html>' });
  files.set('/b.xml', { body: urlset('https://a.test/1') });
  expect(await read()).toEqual({
    pages: ['https://a.test/1'],
    failed: [
      ['/none.xml', 'PAGE_NOT_FOUND'],
      ['/busy.xml', 'PAGE_UNAVAILABLE'],
      ['/page.html', 'PAGE_UNREADABLE'],
      ['/forbidden.xml', 'ADDRESS_FORBIDDEN'],
    ],
  });
});

test.each<[string, StubResponse, string]>([
  ['is missing', { status: 404 }, 'PAGE_NOT_FOUND'],
  ['limits requests', { status: 429, headers: { 'retry-after': '5' } }, 'PAGE_UNAVAILABLE'],
  ['is a page', { body: '<html></html>' }, 'PAGE_UNREADABLE'],
  ['is blank', { body: ' \n' }, 'PAGE_UNREADABLE'],
  ['is prose', { body: 'Hello, robots!' }, 'PAGE_UNREADABLE'],
  ['nests on and on', { body: `<urlset>${'<a>'.repeat(100_000)}` }, 'PAGE_UNREADABLE'],
  [
    'has an element with a million attributes',
    { body: `<urlset><url ${Array.from({ length: 1e5 }, (_, i) => `a${i}=""`).join(' ')}>` },
    'PAGE_UNREADABLE',
  ],
  [
    'is a damaged archive',
    { body: Buffer.concat([zlib.gzipSync('x'.repeat(99)).subarray(0, 12), Buffer.alloc(99, 7)]) },
    'PAGE_UNREADABLE',
  ],
  ['unpacks beyond 50 MB', { body: zlib.gzipSync(Buffer.alloc(60 * 1024 * 1024, '\n')) }, 'PAGE_TOO_LARGE'],
])('a first file that %s is an error', async (_name, reply, code) => {
  files.set('/sitemap.xml', reply);
  await expect(read()).rejects.toMatchObject({ code });
});

test('a file that breaks off is read so far, and reported', async () => {
  files.set('/sitemap.xml', { body: '<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.t' });
  expect(await read()).toEqual({
    pages: ['https://a.test/1'],
    failed: [['/sitemap.xml', 'PAGE_UNREADABLE']],
  });
});

test('entities of its own are not unfolded', async () => {
  const body =
    '<!DOCTYPE urlset [<!ENTITY a "https://a.test/"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>https://b.test/&b;</loc></url></urlset>';
  expect(await readOne(body)).toEqual(['https://b.test/&b;']);
});

test('an endless line of a list is not gathered', async () => {
  expect(await readOne(`https://a.test/${'x'.repeat(5_000_000)}\nhttps://a.test/1`)).toEqual([
    'https://a.test/1',
  ]);
});

test('200,000 pages are read while they come, in bounded memory', async () => {
  const perFile = 50_000;
  files.set('/sitemap.xml', { body: index(...Array.from({ length: 4 }, (_, number) => `/${number}.xml`)) });
  for (let number = 0; number < 4; number++) {
    files.set(`/${number}.xml`, async (response: ServerResponse) => {
      response.write('<urlset>');
      for (let batch = 0; batch < perFile; batch += 1_000) {
        const lines = Array.from(
          { length: 1_000 },
          (_, at) => `<url><loc>https://a.test/${number}/${batch + at}</loc></url>`,
        );
        if (!response.write(lines.join(''))) await once(response, 'drain');
      }
      response.end('</urlset>');
    });
  }
  let pages = 0;
  let most = 0;
  const before = process.memoryUsage().heapUsed;
  for await (const finding of readSitemap(new URL('/sitemap.xml', server.url), {
    fetchPage: egress.fetchPage,
    reader: webReader,
    signal,
  })) {
    if (finding.kind === 'page') pages++;
    if (pages % 20_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(pages).toBe(4 * perFile);
  expect(most).toBeLessThan(256 * 1024 * 1024);
});

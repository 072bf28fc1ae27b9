import { createEgress } from '@docfleet/egress';
import { type StubHandler, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { describeScrapingProvider, rejection } from '../../../test/conformance.ts';
import { webReader as reader } from '../../../test/web-reader.ts';
import type { ScrapedFile } from '../../provider.ts';
import type { ScrapedPage, ScrapeRequest } from '../../scraped-page.ts';
import { builtin } from './index.ts';

describeScrapingProvider({ provider: builtin, config: { provider: 'BUILTIN' }, reportsNofollow: true });

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());
let server: StubServer | undefined;
afterEach(() => server?.close());

const signal = new AbortController().signal;
const plain = { includeSelectors: [], excludeSelectors: [], headers: {}, fresh: false };
const html = { 'content-type': 'text/html' };

async function scrape(handler: StubHandler, request: Partial<ScrapeRequest> = {}, path = '/') {
  server = await startStubServer(handler);
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress, reader });
  return scraper.scrape({ ...plain, url: new URL(path, server.url), ...request }, signal);
}
const scrapePage = async (body: string | Uint8Array, headers: Record<string, string> = html) =>
  (await scrape(() => ({ headers, body }))) as ScrapedPage;

describe('encodings', () => {
  const latin = Buffer.from('<title>x</title><p>Größe café</p>', 'latin1');
  test.each<[string, Uint8Array, Record<string, string>]>([
    ['the header', latin, { 'content-type': 'text/html; charset=iso-8859-1' }],
    ['the page', Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]), html],
    ['its byte order mark', Buffer.from('\ufeff<p>Größe café</p>', 'utf16le'), html],
  ])('are known by %s', async (_by, body, headers) => {
    expect((await scrapePage(body, headers)).markdown).toContain('Größe café');
  });
});

test('addresses are relative to the base of the page', async () => {
  const page = await scrapePage(
    '<base href="/docs/v2/"><p>Read <a href="../v1/a?b#c">this</a></p><img alt="Plan" src="p.png">',
  );
  expect(page.links.map(({ pathname, search }) => pathname + search)).toEqual(['/docs/v1/a?b']);
  expect(page.markdown).toContain(`(${server?.url}/docs/v1/a?b#c)`);
  expect(page.markdown).toContain(`![Plan](${server?.url}/docs/v2/p.png)`);
});

test('an image that a script would load is described as any other', async () => {
  const page = await scrapePage(
    '<p>Text</p><img alt="Lazy" src="data:image/gif;base64,R0" data-src="/a.jpg">',
  );
  expect(page.markdown).toMatch(/^Text\n\n!\[Lazy\]\(http:\/\/127\.0\.0\.1:\d+\/a\.jpg\)\n$/);
});

test('a page that has not changed since the last visit is not sent again', async () => {
  const handler: StubHandler = ({ headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304 }
      : { headers: { ...html, etag: '"1"' }, body: '<p>Text</p>' };
  await expect(scrape(handler)).resolves.toMatchObject({ kind: 'page', etag: '"1"' });
  await server?.close();
  await expect(scrape(handler, { etag: '"1"' })).resolves.toEqual({ kind: 'unchanged' });
});

test('what is no page is handed on as a file, with its name', async () => {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename*=UTF-8''pr%C3%A4zise.pdf`,
  };
  const file = (await scrape(() => ({ headers, body: '%PDF-1.7' }))) as ScrapedFile;
  expect(file).toMatchObject({ kind: 'file', contentType: 'application/pdf', fileName: 'präzise.pdf' });
  expect(Buffer.concat(await Array.fromAsync(file.body)).toString()).toBe('%PDF-1.7');
});

test.each([
  ['/a/report.pdf?x=1', 'report.pdf'],
  ['/', '127.0.0.1'],
  ['/..%2f..%2fetc%2fpasswd', 'passwd'],
])('a file at %s without a name of its own is called %s', async (path, name) => {
  const file = await scrape(() => ({ headers: { 'content-type': 'application/zip' }, body: 'PK' }), {}, path);
  expect(file).toMatchObject({ fileName: name });
});

test('redirects are followed, and headers for one site are not shown to another', async () => {
  const other = await startStubServer(() => ({ headers: html, body: '<p>Here</p>' }));
  const headers = { Authorization: 'Bearer secret', 'Accept-Language': 'de' };
  const page = (await scrape(() => ({ status: 302, headers: { location: `${other.url}/there` } }), {
    headers,
  })) as ScrapedPage;
  expect(page.finalUrl.href).toBe(`${other.url}/there`);
  expect(other.requests[0]?.headers).toMatchObject({ 'accept-language': 'de' });
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  expect(server?.requests[0]?.headers).toHaveProperty('authorization');
  await other.close();
});

test('redirects in a circle end', async () => {
  const error = await rejection(scrape(() => ({ status: 302, headers: { location: '/' } })));
  expect(error.code).toBe('PAGE_REDIRECT_FAILED');
  // A redirect to an address that was requested before is not followed.
  expect(server?.requests).toHaveLength(1);
});

test('a server that limits requests states for how long', async () => {
  const error = await rejection(scrape(() => ({ status: 429, headers: { 'retry-after': '9' } })));
  expect(error).toMatchObject({ code: 'PAGE_UNAVAILABLE', details: { status: 429, retryAfterMs: 9_000 } });
});

test.each<[string, StubHandler, string]>([
  ['too large', () => ({ headers: html, body: `<p>${'word '.repeat(2_200_000)}` }), 'PAGE_TOO_LARGE'],
  ['blank', () => ({ headers: html, body: '<title>x</title><script>1</script>' }), 'PAGE_EMPTY'],
  [
    'cut off',
    (_request, response) =>
      void response.writeHead(200, { ...html, 'content-length': '9' }).write('<p>', () => response.destroy()),
    'PAGE_UNREACHABLE',
  ],
])('a page that is %s is refused', async (_what, handler, code) => {
  await expect(rejection(scrape(handler))).resolves.toMatchObject({ code });
});

test('a private address is refused before anything is sent', async () => {
  server = await startStubServer(() => ({ headers: html, body: '<p>secret</p>' }));
  const closed = createEgress({ allowCidrs: [] });
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress: closed, reader });
  const error = await rejection(scraper.scrape({ ...plain, url: new URL(server.url) }, signal));
  expect(error.code).toBe('ADDRESS_FORBIDDEN');
  expect(server.requests).toHaveLength(0);
  await closed.close();
});

test.each([['p['], ['::nothing(x)'], ['a'.repeat(1_001)]])(
  '%# is no selector, which is said before a visit',
  async (selector) => {
    const error = await rejection(
      scrape(() => ({ headers: html, body: '<p>x' }), { includeSelectors: [selector] }),
    );
    expect(error.code).toBe('INVALID_SCRAPE_OPTIONS');
    expect(server?.requests).toHaveLength(0);
  },
);

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
const html = { 'content-type': 'text/html' };
const refresh = (content: string, body = '') =>
  `<title>Redirecting</title><meta http-equiv="Refresh" content="${content}">${body}`;

async function scrape(pages: Record<string, string>, request: Partial<ScrapeRequest> = {}) {
  const handler: StubHandler = ({ path }) =>
    pages[path] === undefined ? { status: 404 } : { headers: html, body: pages[path] };
  server = await startStubServer(handler);
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress, reader });
  return scraper.scrape({ ...plain, url: new URL('/', server.url), ...request }, signal);
}
const manual = '<h1>Manual</h1><p>The manual itself.</p>';

test.each(['0; url=/en/', '0;URL=en/', "0; url='/en/'", '0,url=/en/', '3;url=/en/', '0.5; /en/'])(
  'a page that only leads on by a refresh of "%s" is the page that it leads to',
  async (content) => {
    const page = await scrape({ '/': refresh(content), '/en/': manual });
    expect(page).toMatchObject({
      markdown: expect.stringContaining('The manual itself'),
      finalUrl: { pathname: '/en/' },
    });
  },
);

test('a page that leads on later and has a text of its own is read itself', async () => {
  const news = `<p>${'News of today in a sentence. '.repeat(20)}</p>`;
  const page = await scrape({ '/': refresh('5; url=/en/', news), '/en/': manual });
  expect(page).toMatchObject({ markdown: expect.stringContaining('News of today') });
});

test('a page that loads itself anew is read once', async () => {
  expect(await scrape({ '/': refresh('0; url=/', '<p>Departures</p>') })).toMatchObject({
    markdown: expect.stringContaining('Departures'),
  });
  expect(server?.requests).toHaveLength(1);
});

test('pages that lead on to one another in a circle are refused', async () => {
  const error = await rejection(scrape({ '/': refresh('0; url=/b'), '/b': refresh('0; url=/') }));
  expect(error.code).toBe('PAGE_REDIRECT_FAILED');
});

test('each address that a page leads to is asked about before it is requested', async () => {
  const asked: string[] = [];
  const mayVisit = async ({ pathname }: URL) => {
    asked.push(pathname);
    throw new Error('not there');
  };
  await expect(scrape({ '/': refresh('0; url=/en/'), '/en/': manual }, { mayVisit })).rejects.toThrow(
    'not there',
  );
  expect(asked).toEqual(['/en/']);
  expect(server?.requests.map(({ path }) => path)).toEqual(['/']);
});

test('headers of the source do not follow a refresh to another site', async () => {
  const other = await startStubServer(() => ({ headers: html, body: manual }));
  await scrape({ '/': refresh(`0; url=${other.url}/`) }, { headers: { Authorization: 'Bearer secret' } });
  expect(server?.requests[0]?.headers.authorization).toBe('Bearer secret');
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  await other.close();
});

test('a header that leads on counts as a refresh of the page', async () => {
  server = await startStubServer(({ path }) =>
    path === '/'
      ? { headers: { ...html, refresh: '0; url=/en/' }, body: '' }
      : { headers: html, body: manual },
  );
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress, reader });
  const page = await scraper.scrape({ ...plain, url: new URL('/', server.url) }, signal);
  expect(page).toMatchObject({ markdown: expect.stringContaining('The manual itself') });
});

test.each([
  ['bytes 0-9/200', false],
  ['bytes 0-199/200', true],
  ['', false],
])('an answer with status 206 and the range "%s" is the page: %p', async (range, isWhole) => {
  server = await startStubServer(() => ({
    status: 206,
    headers: { ...html, 'content-range': range },
    body: manual,
  }));
  const scraper = builtin.open({ provider: 'BUILTIN' }, { egress, reader });
  const read = scraper.scrape({ ...plain, url: new URL('/', server.url) }, signal);
  if (isWhole) expect(await read).toMatchObject({ kind: 'page' });
  else expect((await rejection(read)).code).toBe('PAGE_UNREADABLE');
});

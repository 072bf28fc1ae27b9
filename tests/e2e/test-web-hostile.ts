import { gzipSync } from 'node:zlib';
import { type WebResponse, webPage } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { waitForRun } from './documents.ts';
import { documentsOf, fleet, ingest, namespaceId, openSite, outcomes, site } from './web.fixture.ts';

const damagedGzip = gzipSync('<p>A page that was damaged on its way.</p>').fill(7, 20, 30);
const maxPageBytes = 10 * 1024 * 1024;
const html = { 'content-type': 'text/html' };

/** Sends as much as is taken, and resolves `sent` to how much that was when the reader stops. */
function endless(headers: Readonly<Record<string, string>>) {
  const { promise: sent, resolve } = Promise.withResolvers<number>();
  const part = Buffer.alloc(65_536, 'endless ');
  const send: WebResponse['send'] = (response) => {
    let bytes = 0;
    const go = () => {
      do bytes += part.length;
      while (response.write(part));
    };
    response.on('drain', go).on('close', () => resolve(bytes));
    response.writeHead(200, headers);
    go();
  };
  return { sent, send };
}

/** Sends a letter from time to time. */
const drip: WebResponse['send'] = (response) => {
  const dripping = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(dripping));
  response.writeHead(200, html);
};

/** A page for the second visit. */
function onSecondVisit(first: WebResponse, second: WebResponse) {
  let visits = 0;
  return () => {
    visits += 1;
    return visits === 1 ? first : second;
  };
}

test('whatever a server does, the run is completed and each bad page fails with its reason', async () => {
  const huge = endless(html);
  const good = webPage({ title: 'Good', text: 'A page that came after a wait.' });
  await openSite({
    '/forbidden': { status: 403, body: 'no' },
    '/gone': { status: 410, body: 'no' },
    '/backoff': onSecondVisit({ status: 429, headers: { 'retry-after': '1' }, body: 'slow' }, good),
    '/away': onSecondVisit({ status: 503, body: 'away' }, webPage({ title: 'Back', text: 'It is back.' })),
    '/broken': { status: 500, body: 'broken' },
    '/circle': { status: 302, headers: { location: '/round' } },
    '/round': { status: 302, headers: { location: '/circle' } },
    '/scheme': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/blank': { headers: html, body: '<html><body></body></html>' },
    '/bomb': {
      headers: { ...html, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(120_000_000, 'a'), { level: 9 }),
    },
    '/damaged': { headers: { ...html, 'content-encoding': 'gzip' }, body: damagedGzip },
    '/called-gzip': { headers: { ...html, 'content-encoding': 'gzip' }, body: '<p>This is no gzip at all.' },
    '/huge': { send: huge.send },
    '/said-to-be-huge': { send: endless({ ...html, 'content-length': String(1024 ** 3) }).send },
    '/drip': onSecondVisit({ send: drip }, webPage({ title: 'Hasty', text: 'It came at once.' })),
    '/cut': {
      send: (response) => {
        response.writeHead(200, { ...html, 'content-length': '1000' });
        response.write('<html>', () => response.destroy());
      },
    },
    '/latin': {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: Buffer.from('<title>Müll</title><main><p>Die Müllabfuhr kommt am Freitag.</p></main>', 'latin1'),
    },
    '/text.txt': { headers: { 'content-type': 'text/plain' }, body: 'A plain text about tide tables.' },
  });
  const paths = [...site.pages.keys()].filter((path) => path !== '/round');
  const { ingestJobRunId } = await ingest('urls', 'URLS_LIST', {
    urls: paths.map((path) => site.url + path),
  });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId, 60_000);
  expect(await outcomes()).toEqual({
    '/forbidden': 'PAGE_FORBIDDEN',
    '/gone': 'PAGE_NOT_FOUND',
    '/backoff': 'SUCCESS',
    '/away': 'SUCCESS',
    '/broken': 'PAGE_UNAVAILABLE',
    '/circle': 'PAGE_REDIRECT_FAILED',
    '/scheme': expect.stringMatching(/ADDRESS_FORBIDDEN|PAGE_REDIRECT_FAILED/),
    '/blank': expect.stringMatching(/EMPTY/),
    // Whichever is met first: how far it grows, or how many times.
    '/bomb': expect.stringMatching(/PAGE_TOO_LARGE|PAGE_UNREADABLE/),
    '/damaged': 'PAGE_UNREADABLE',
    // Servers do so, and browsers read it.
    '/called-gzip': 'SUCCESS',
    '/huge': 'PAGE_TOO_LARGE',
    '/said-to-be-huge': 'PAGE_TOO_LARGE',
    // It was cut, and read at the next attempt.
    '/drip': 'SUCCESS',
    '/cut': 'PAGE_UNREACHABLE',
    '/latin': 'SUCCESS',
    '/text.txt': 'SUCCESS',
  });
  expect(await huge.sent).toBeLessThan(2 * maxPageBytes);
  const names = (await documentsOf()).map((document) => document.name);
  expect(names).toContain('Müll');
}, 90_000);

const session = (visitor: number) => `a${visitor}`.padEnd(32, '0');

test('a crawl meets the traps of a site and ends', async () => {
  await openSite({
    '/': webPage({
      title: 'Home',
      text: 'Welcome to the trap.',
      links: [
        `/shop?sid=${session(1)}`,
        `/shop?sid=${session(2)}`,
        '/calendar/2026/11',
        '/loop/a',
        '/same/1',
        '/same/2',
        '/slow',
      ],
    }),
    '/shop': webPage({ title: 'Shop', text: 'What the shop sells.', links: [`/shop?sid=${session(3)}`] }),
    '/calendar/*': ({ pathname }) => {
      const [year = 2026, month = 1] = pathname.split('/').slice(2).map(Number);
      const next = month === 12 ? `${year + 1}/1` : `${year}/${month + 1}`;
      return webPage({
        title: `${year}-${month}`,
        text: `What happens in ${month}/${year}.`,
        links: [`/calendar/${next}`, `/calendar/${year + 40}/1`],
      });
    },
    // A wrong relative link grows by itself.
    '/loop/*': ({ pathname }) =>
      webPage({ title: pathname, text: `You are at ${pathname}.`, links: [`${pathname}/loop/a`] }),
    '/same/*': {
      headers: html,
      body: '<title>Same</title><main><p>The same text under each address.</p></main>',
    },
    '/slow': { status: 503, body: 'away' },
  });
  const { ingestJobRunId } = await ingest('website', 'WEBSITE', { url: site.url, maxDepth: 5 });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId, 60_000);
  const found = await outcomes();
  expect(Object.keys(found).filter((path) => path.startsWith('/shop'))).toEqual(['/shop']);
  expect(Object.keys(found).filter((path) => path.startsWith('/same'))).toHaveLength(1);
  expect(Object.keys(found).filter((path) => path.startsWith('/calendar'))).toHaveLength(5);
  expect(Object.keys(found).filter((path) => path.startsWith('/loop'))).toEqual([
    '/loop/a',
    '/loop/a/loop/a',
  ]);
  expect(found['/slow']).toBe('PAGE_UNAVAILABLE');
  const visits = site.visits.filter((visit) => visit.status === 200).map((visit) => visit.path);
  expect(visits).toHaveLength(new Set(visits).size);
}, 90_000);

test('a crawl lets go of a file, which is fetched to be kept later, while it goes on', async () => {
  const file = { 'content-type': 'text/plain' };
  const first = endless(file);
  await openSite({
    '/': webPage({ title: 'Home', text: 'There is a file.', links: ['/tides.txt', '/later'] }),
    '/later': {
      send: (response) =>
        void first.sent.then(() => response.writeHead(200, html).end('<p>When the file is let go of.</p>')),
    },
    '/tides.txt': onSecondVisit({ send: first.send }, { headers: file, body: 'A table of tides.' }),
  });
  const { ingestJobRunId } = await ingest('website', 'WEBSITE', { url: site.url });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(await outcomes()).toEqual({ '/': 'SUCCESS', '/later': 'SUCCESS', '/tides.txt': 'SUCCESS' });
});

test('a site whose robots.txt forbids everything is not read', async () => {
  await openSite({
    '/robots.txt': { body: 'User-agent: docfleet\nDisallow: /\n' },
    '/': webPage({ title: 'Home', text: 'This must not be read.' }),
  });
  const { ingestJobRunId } = await ingest('website', 'WEBSITE', { url: site.url });
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(run.documents.failed).toMatchObject([{ error: expect.stringContaining('robots.txt') }]);
  expect(site.visits.map((visit) => visit.path)).toEqual(['/robots.txt']);
  const row = await fleet.database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } });
  expect(row.errorMessage).toContain('could not be read: the error of its document says why');
});

test('an address within the network is not connected to', async () => {
  await openSite({ '/': webPage({ title: 'Home', text: 'See there.', links: ['http://10.0.0.1/'] }) });
  const { ingestJobRunId } = await ingest('urls', 'URLS_LIST', {
    urls: ['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/'],
  });
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(run.documents.failed).toHaveLength(2);
  expect(new Set((await documentsOf()).map((document) => document.errorCode))).toEqual(
    new Set(['ADDRESS_FORBIDDEN']),
  );
});

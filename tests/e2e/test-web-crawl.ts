import {
  eventually,
  type StubHandler,
  sitemapOf,
  startStubServer,
  type WebResponse,
  webPage,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { waitForRun } from './documents.ts';
import { documentsOf, fleet, ingest, namespaceId, openSite, outcomes, site } from './web.fixture.ts';

const html = { 'content-type': 'text/html' };
const note = (name: string, links: readonly string[] = [], head = ''): WebResponse =>
  webPage({
    title: name,
    text: `The note ${name} has a text of its own, which says ${name} twice.`,
    links,
    head,
  });

interface Account {
  readonly status: string;
  readonly errorMessage: string | null;
  readonly items: {
    readonly skippedItems: readonly { readonly externalId: string; readonly reason: string }[];
  };
}

async function runOf(kind: 'sitemap' | 'website', config: object): Promise<Account> {
  const { ingestJobRunId } = await ingest(kind, kind.toUpperCase(), config);
  await waitForRun(fleet.api, namespaceId, ingestJobRunId, 60_000);
  const path = `/v1/ingest-job-runs/${ingestJobRunId}?namespaceId=${namespaceId}`;
  return (await fleet.api.request<Account>('GET', path)).body.data;
}

test('headers of a source go to its own origin alone, from sitemaps, feeds, crawls and estimates', async () => {
  const served: StubHandler = ({ path }) => {
    if (path === '/robots.txt') return { status: 404 };
    if (path === '/sitemap.xml')
      return {
        body: `<urlset><url><loc>${own.url}/a</loc></url><url><loc>${other.url}/b</loc></url></urlset>`,
      };
    if (path === '/index.xml')
      return { body: `<sitemapindex><sitemap><loc>${other.url}/sitemap.xml</loc></sitemap></sitemapindex>` };
    if (path === '/moved') return { status: 302, headers: { location: `${other.url}/c` } };
    return {
      headers: html,
      body: `<p>A page at ${path}.</p><a href="${other.url}/d">d</a><a href="/moved">m</a>`,
    };
  };
  const own = await startStubServer(served);
  const other = await startStubServer(served);
  const scrapeOptions = {
    headers: { Authorization: 'Bearer secret', Cookie: 'a=secret', 'X-Api-Key': 'secret' },
  };
  for (const path of ['/sitemap.xml', '/index.xml']) {
    const config = { url: own.url + path, scrapeOptions };
    await runOf('sitemap', config);
    await fleet.api.request('POST', '/v1/ingest/estimate', {
      namespaceId,
      ingestConfig: { source: 'SITEMAP', config },
    });
  }
  await runOf('website', { url: `${own.url}/`, scrapeOptions });
  await eventually(async () =>
    expect((await documentsOf()).every(({ status }) => /SUCCESS|FAILED/.test(status))).toBe(true),
  );
  const secret = ({ headers }: (typeof own.requests)[number]) => JSON.stringify(headers).includes('secret');
  expect(other.requests.length).toBeGreaterThan(3);
  expect(other.requests.filter(secret)).toEqual([]);
  expect(own.requests.filter(secret).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/sitemap.xml', '/a']),
  );
  await Promise.all([own.close(), other.close()]);
}, 60_000);

test('one bad page of each kind among a hundred costs no other page of the crawl', async () => {
  const bad: Record<string, WebResponse> = {
    pdf: { headers: html, body: '%PDF-1.4\n'.padEnd(9_000, '\u0001') },
    bytes: {
      headers: html,
      body: Buffer.from(Array.from({ length: 9_000 }, (_, index) => (index * index) & 255)),
    },
    coding: { headers: { ...html, 'content-encoding': 'unheard-of' }, body: '<p>x' },
    unchanged: { status: 304 },
    circle: { status: 302, headers: { location: '/circle' } },
    nowhere: { status: 302 },
    blank: { headers: html, body: '' },
    scripts: { headers: html, body: '<script src="/x.js"></script><div id="app"></div>' },
    forbidden: { status: 451, body: 'no' },
    nested: { headers: html, body: '<div>'.repeat(200_000) },
    cut: {
      send: (response) =>
        void response
          .writeHead(200, { ...html, 'content-length': '99' })
          .write('<p>', () => response.destroy()),
    },
  };
  const good = Array.from({ length: 100 - Object.keys(bad).length }, (_, index) => `/good-${index}`);
  const names = Object.keys(bad).map((name) => `/${name}`);
  // Each bad one stands between good ones, and half of the good ones lie behind the others.
  const links = good
    .slice(0, 44)
    .flatMap((path, index) => [path, ...(index % 3 === 0 ? names.slice(index / 3, index / 3 + 1) : [])]);
  await openSite({ '/': note('home', links) });
  for (const [index, path] of good.entries())
    site.pages.set(path, note(path.slice(1), index < 44 ? good.slice(44) : []));
  for (const [name, page] of Object.entries(bad)) site.pages.set(`/${name}`, page);
  const run = await runOf('website', { url: site.url, maxLinks: 1_000 });
  const found = await outcomes();
  expect(run).toMatchObject({ status: 'COMPLETED', errorMessage: null });
  expect(good.filter((path) => found[path] !== 'SUCCESS')).toEqual([]);
  expect(names.filter((path) => found[path] === undefined || found[path] === 'SUCCESS')).toEqual([]);
}, 90_000);

test('a canonical address is followed where its page holds the text, and no other page is lost', async () => {
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
  await openSite({
    '/': note('home', ['/terms', '/returns', '/print', '/lost', '/all'], canonical('/')),
    '/terms': note('terms', [], canonical('/')),
    '/returns': note('returns', [], canonical('/')),
    '/all': webPage({ title: 'All', text: 'The first part.</p><p>The second part.' }),
    '/print': webPage({ title: 'Part', text: 'The second part.', head: canonical('/all') }),
    '/lost': note('lost', [], canonical('/gone')),
  });
  const run = await runOf('website', { url: site.url });
  expect(await outcomes()).toEqual({
    '/': 'SUCCESS',
    '/all': 'SUCCESS',
    '/lost': 'SUCCESS',
    '/returns': 'SUCCESS',
    '/terms': 'SUCCESS',
  });
  expect(run.status).toBe('COMPLETED');
});

test('what rules leave out is in the account of the run', async () => {
  await openSite({
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private/\n' },
    '/': note('home', ['/a', '/private/x', '/old/b', '/c/d/c/d/c/d', '/copy', '/hidden', '/members']),
    '/a': note('a'),
    '/copy': note('a'),
    '/hidden': note('hidden', [], '<meta name="robots" content="noindex nofollow">'),
    '/members': { status: 302, headers: { location: '/login?next=/members' } },
    '/login': { headers: html, body: '<p>Sign in</p><input type="password">' },
  });
  const { items, errorMessage } = await runOf('website', { url: site.url, excludePaths: ['/old/'] });
  const reasons = Object.fromEntries(
    items.skippedItems.map(({ externalId, reason }) => [new URL(externalId).pathname, reason]),
  );
  // Whichever of the two was read later is the copy.
  const { '/a': first, '/copy': second, ...others } = reasons;
  expect([first, second].filter(Boolean)).toEqual(['It shows the same text as another page of the run']);
  expect(others).toEqual({
    '/private/x': 'robots.txt does not allow it',
    '/old/b': 'Its address is left out by includePaths or excludePaths',
    '/c/d/c/d/c/d': 'Its path repeats itself',
    '/hidden': 'It asks not to be indexed',
    '/members': 'It leads to a sign-in page',
  });
  expect(errorMessage).toBeNull();
});

test('a filter that nothing matches, a limit and a move are said', async () => {
  const moved = await startStubServer(({ path }) =>
    path === '/robots.txt'
      ? { status: 404 }
      : { headers: html, body: `<p>The new home at ${path}.</p><a href="/b">b</a>` },
  );
  await openSite({
    '/': note('home', ['/a', '/b']),
    '/a': note('a'),
    '/b': note('b'),
    '/m': { status: 301, headers: { location: `${moved.url}/` } },
  });
  const url = `${site.url}/`;
  expect((await runOf('website', { url, includePaths: ['^/docs/.*'] })).errorMessage).toContain(
    'matches includePaths (^/docs/.*)',
  );
  expect((await runOf('website', { url, maxLinks: 2 })).errorMessage).toContain('its maxLinks');
  expect((await runOf('website', { url: `${site.url}/m` })).errorMessage).toContain('has moved to');
  expect(Object.keys(await outcomes())).toEqual(expect.arrayContaining(['/b']));
  await moved.close();
}, 60_000);

test('each path of a filter that matches nothing in a whole run is said, for websites and sitemaps', async () => {
  await openSite({
    '/': note('home', ['/a', '/old/b']),
    '/a': note('a'),
    '/old/b': note('b'),
  });
  site.pages.set('/sitemap.xml', sitemapOf(['/a', '/old/b'].map((path) => site.url + path)));
  const filter = { includePaths: ['/a', '/old', '/guide'], excludePaths: ['/old/', '.old/'] };
  const message =
    'No address of the source matches (/guide) of includePaths; No address of the source matches (.old/) of excludePaths';
  const url = site.url;
  expect((await runOf('website', { url, ...filter })).errorMessage).toBe(message);
  expect((await runOf('sitemap', { url: `${url}/sitemap.xml`, ...filter })).errorMessage).toBe(message);
}, 60_000);

test('a limit of pages counts those that filters let through alone', async () => {
  await openSite({
    '/': note('home', ['/imprint', '/about', '/pages/1', '/pages/2']),
    '/pages/1': note('one'),
    '/pages/2': note('two'),
  });
  await runOf('website', { url: site.url, maxLinks: 3, includePaths: ['/pages/*'] });
  expect(await outcomes()).toEqual({ '/pages/1': 'SUCCESS', '/pages/2': 'SUCCESS' });
});

test('a page that robots.txt forbids is not requested where a redirect leads to it', async () => {
  await openSite({
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private/\n' },
    '/': note('home', ['/go']),
    '/go': { status: 302, headers: { location: '/private/file' } },
    '/private/file': note('private'),
  });
  await runOf('website', { url: site.url });
  expect(site.visits.map(({ path }) => path)).not.toContain('/private/file');
});

test('a site that throttles is crawled whole', async () => {
  let lastAt = 0;
  const throttling = (name: string) => (): WebResponse => {
    const isEarly = performance.now() - lastAt < 300;
    if (isEarly) return { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' };
    lastAt = performance.now();
    return note(name);
  };
  const paths = Array.from({ length: 12 }, (_, index) => `/p-${index}`);
  await openSite({ '/': note('home', paths) });
  for (const path of paths) site.pages.set(path, throttling(path.slice(1)));
  await runOf('website', { url: site.url });
  expect(
    paths.filter((path) => site.visits.some((visit) => visit.path === path && visit.status === 200)),
  ).toEqual(paths);
  expect(Object.values(await outcomes())).toEqual(Array(13).fill('SUCCESS'));
}, 90_000);

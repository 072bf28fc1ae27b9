import { eventually, sitemapOf, webPage } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { search, waitForRun } from './documents.ts';
import { documentsOf, fleet, ingest, namespaceId, openSite, runJobAgain, site } from './web.fixture.ts';

test('a list of pages is fetched, found by search, and each bad page fails with its reason', async () => {
  const hidden = '<p hidden>Not for anyone who reads this.</p>';
  const leave = webPage({
    title: 'Leave',
    text: `Everyone has thirty days of leave in a year.</p>${hidden}<p>Half of them in summer.`,
  });
  await openSite({
    '/leave': leave,
    '/closed': { status: 403, body: 'no' },
  });
  const urls = ['/leave', '/leave#days', '/missing', '/closed'].map((path) => site.url + path);
  const { ingestJobRunId, documents } = await ingest('urls', 'URLS_LIST', { urls });
  expect(documents).toHaveLength(4);
  expect(documents?.[0]?.id).toBe(documents?.[1]?.id);
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(run.documents.completed).toMatchObject([{ id: documents?.[0]?.id }]);
  expect(run.documents.failed.map((document) => document.error).toSorted()).toEqual([
    expect.stringContaining('403'),
    expect.stringContaining('404'),
  ]);
  const raw = await fetch(`${fleet.url}/v1/documents/${documents?.[0]?.id}/content?format=raw`, {
    headers: { authorization: `Bearer ${fleet.apiKey}` },
  });
  expect(await raw.text()).toBe(leave.body);
  const [hit] = await search(fleet.api, namespaceId, 'days of leave');
  expect(hit).toMatchObject({ document: { id: documents?.[0]?.id, name: 'Leave' } });
  const listed = (await documentsOf()).find((document) => document.id === documents?.[0]?.id);
  expect(listed).toMatchObject({ notRead: [{ what: 'HIDDEN_TEXT', count: 1 }] });
});

test('the pages of a sitemap are fetched, those of its children too', async () => {
  await openSite({});
  for (const name of ['a', 'b', 'c'])
    site.pages.set(`/docs/${name}`, webPage({ title: name, text: `The page ${name} of the documents.` }));
  site.pages.set('/one.xml', sitemapOf(['a', 'b'].map((name) => `${site.url}/docs/${name}`)));
  site.pages.set('/two.xml', sitemapOf([`${site.url}/docs/c`, `${site.url}/old/d`]));
  site.pages.set('/sitemap.xml', sitemapOf([`${site.url}/one.xml`, `${site.url}/two.xml`], 'sitemapindex'));
  const config = { url: `${site.url}/sitemap.xml`, excludePaths: ['/old/'] };
  const { ingestJobRunId } = await ingest('sitemap', 'SITEMAP', config);
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(run.documents.completed).toHaveLength(3);
  expect((await documentsOf()).map((document) => document.name)).toEqual(['a', 'b', 'c']);
});

test('an unchanged page is asked for its headers only, and nothing is embedded', async () => {
  await openSite({ '/page': webPage({ title: 'Page', text: 'This page stays as it is.' }) });
  const { ingestJobRunId } = await ingest('urls', 'URLS_LIST', { urls: [`${site.url}/page`] });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  const [before] = await documentsOf();
  await fleet.api.request('POST', '/v1/documents/resync?all=true', { namespaceId, filterConfig: {} });
  await eventually(async () => {
    const [after] = await documentsOf();
    expect(after).toMatchObject({ status: 'SUCCESS', revision: 2, activeRevision: 1 });
    expect(after?.lastSyncedAt).not.toEqual(before?.lastSyncedAt);
  }, 20_000);
  expect(site.visits.filter((visit) => visit.path === '/page').map((visit) => visit.status)).toEqual([
    200, 304,
  ]);
  site.pages.set('/page', webPage({ title: 'Page', text: 'This page is another one now.' }));
  await fleet.api.request('POST', '/v1/documents/resync?all=true', { namespaceId, filterConfig: {} });
  await eventually(async () => expect(await documentsOf()).toMatchObject([{ activeRevision: 3 }]), 20_000);
  const [hit] = await search(fleet.api, namespaceId, 'another one now');
  expect(hit?.content).toContain('another one now');
});

test('a page that vanished from a sitemap is deleted by the next run, once all of the sitemap can be read', async () => {
  await openSite({});
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names)
    site.pages.set(`/${name}`, webPage({ title: name, text: `The page ${name} of the documents.` }));
  const second = ['c', 'd', 'e'].map((name) => `${site.url}/${name}`);
  const children = ['/one.xml', '/two.xml'].map((path) => site.url + path);
  site.pages.set('/sitemap.xml', sitemapOf(children, 'sitemapindex'));
  site.pages.set('/one.xml', sitemapOf([`${site.url}/a`, `${site.url}/b`]));
  site.pages.set('/two.xml', sitemapOf(second));
  const config = { url: `${site.url}/sitemap.xml` };
  const { ingestJobRunId } = await ingest('sitemap', 'SITEMAP', config, { syncFrequency: 'DAILY' });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  const namesNow = async () => (await documentsOf()).map((document) => document.name);
  expect(await namesNow()).toEqual(names);
  site.pages.set('/one.xml', sitemapOf([`${site.url}/a`]));
  site.pages.set('/two.xml', { status: 404, body: 'no' });
  const halfRead = await runJobAgain();
  expect(await namesNow()).toEqual(names);
  const run = await fleet.database.ingestJobRun.findUniqueOrThrow({ where: { id: halfRead } });
  expect(run.errorMessage).toContain('/two.xml');
  expect(run.errorMessage).toContain('4 pages that it did not name');
  site.pages.set('/two.xml', sitemapOf(second));
  const kept = await runJobAgain();
  expect(await namesNow()).toEqual(names);
  const keeping = await fleet.database.ingestJobRun.findUniqueOrThrow({ where: { id: kept } });
  expect(keeping.errorMessage).toContain('1 page that it no longer names');
  site.pages.delete('/b');
  await runJobAgain();
  expect(await namesNow()).toEqual(['a', 'c', 'd', 'e']);
  // Pages that still exist were requested conditionally.
  const statuses = site.visits.filter(({ path }) => path === '/a').map(({ status }) => status);
  expect(statuses).toEqual([200, 304, 304, 304]);
}, 90_000);

test('a website is crawled: each page once, under its canonical address', async () => {
  await openSite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private/\n',
    },
    '/': webPage({
      title: 'Home',
      text: 'Welcome to the site of lamps.',
      links: [
        '/a',
        '/a?utm_source=x',
        '/b#top',
        '/private/x',
        '/moved',
        'https://elsewhere.example/',
        '/gone',
      ],
    }),
    '/a': webPage({ title: 'A', text: 'All about reading lamps.', links: ['/c', '/'] }),
    '/b': webPage({
      title: 'A',
      text: 'All about reading lamps.',
      head: '<link rel="canonical" href="/a">',
    }),
    '/c': webPage({ title: 'C', text: 'All about floor lamps.', links: ['/c/deeper'] }),
    '/moved': { status: 301, headers: { location: '/a' } },
    '/c/deeper': webPage({ title: 'D', text: 'Too deep to be found.' }),
  });
  const { ingestJobRunId } = await ingest('website', 'WEBSITE', { url: site.url, maxDepth: 2 });
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect((await documentsOf()).map(({ name, status }) => [name, status])).toEqual([
    ['Home', 'SUCCESS'],
    ['A', 'SUCCESS'],
    ['C', 'SUCCESS'],
    [null, 'FAILED'],
  ]);
  expect(run.documents.failed).toMatchObject([{ error: expect.stringContaining('404') }]);
  const visited = site.visits.map((visit) => visit.path);
  expect(visited).not.toContain('/private/x');
  expect(visited).not.toContain('/c/deeper');
  // The second is where the address that has moved leads to.
  expect(new Set(visited.filter((path) => path.startsWith('/a')))).toEqual(new Set(['/a']));
});

test('a website that is read again is asked for headers, and follows what is new, changed and vanished', async () => {
  const home = (links: string[]) => webPage({ title: 'Home', text: 'Welcome to the lamps.', links });
  await openSite({
    '/': home(['/a', '/b', '/c']),
    '/a': webPage({ title: 'A', text: 'All about reading lamps.' }),
    '/b': webPage({ title: 'B', text: 'All about floor lamps.' }),
    '/c': webPage({ title: 'C', text: 'All about ceiling lamps.' }),
  });
  const config = { url: site.url };
  const { ingestJobRunId } = await ingest('website', 'WEBSITE', config, { syncFrequency: 'DAILY' });
  await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  expect(await documentsOf()).toHaveLength(4);
  site.visits.length = 0;
  site.pages.set('/', home(['/b', '/c', '/d']));
  site.pages.delete('/a');
  site.pages.set('/c', webPage({ title: 'C', text: 'All about ceiling lamps of glass.' }));
  site.pages.set('/d', webPage({ title: 'D', text: 'All about street lamps.' }));
  await runJobAgain();
  expect((await documentsOf()).map(({ name, activeRevision }) => [name, activeRevision])).toEqual([
    // Its text is the same; what it leads to was followed.
    ['Home', 1],
    ['B', 1],
    ['C', 2],
    ['D', 1],
  ]);
  expect(site.visits).toContainEqual({ path: '/b', status: 304 });
}, 90_000);

test('no page is deleted by a run that met an error', async () => {
  const home = (links: string[]) => webPage({ title: 'Home', text: 'Welcome to the lamps.', links });
  await openSite({
    '/': home(['/a', '/b']),
    '/a': webPage({ title: 'A', text: 'All about reading lamps.' }),
    '/b': webPage({ title: 'B', text: 'All about floor lamps.' }),
  });
  const { ingestJobRunId } = await ingest(
    'website',
    'WEBSITE',
    { url: site.url },
    { syncFrequency: 'DAILY' },
  );
  await waitForRun(fleet.api, namespaceId, ingestJobRunId);
  site.pages.set('/', home(['/b']));
  site.pages.set('/b', { status: 503, body: 'away' });
  await runJobAgain();
  const kept = await documentsOf();
  expect(kept.map(({ externalId, status }) => [new URL(externalId).pathname, status])).toEqual([
    ['/', 'SUCCESS'],
    ['/a', 'SUCCESS'],
    ['/b', 'FAILED'],
  ]);
  // Searches still find the same documents.
  expect(kept.map((document) => document.activeRevision)).toEqual([1, 1, 1]);
}, 90_000);

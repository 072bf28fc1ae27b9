import { readFile } from 'node:fs/promises';
import { createDocfleetClient, type DocfleetClient, type Estimate } from '@docfleet/sdk';
import {
  createSeededRandom,
  runWhere,
  sitemapOf,
  startWebSite,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

const namespaceId = 'handbook';
const chunkConfig = { chunkSize: 60, chunkOverlap: 12 };
const prices = {
  currency: 'EUR',
  embedding: { 'LOCAL/all-minilm-l6-v2': 20 },
  scrapedPage: { BUILTIN: 0.01 },
};
const pagesOfSite = 300;

let fleet: TestFleet;
let site: WebSite;
let client: DocfleetClient;

const random = createSeededRandom(42);
const sentence = () =>
  `The ${Math.floor(random() * 1e9).toString(36)} counts ${Math.floor(random() * 1e6)} animals.`;
const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');

/** A start, fifteen sections, and pages of different lengths in each. */
function fillSite(): void {
  const leaves = Array.from({ length: pagesOfSite - 16 }, (_, at) => `/section-${at % 15}/page-${at}`);
  const sections = Array.from({ length: 15 }, (_, at) => `/section-${at}`);
  site.pages.set('/', webPage({ title: 'Zoo', text: prose(30), links: sections }));
  for (const section of sections) {
    const links = leaves.filter((leaf) => leaf.startsWith(`${section}/`));
    site.pages.set(section, webPage({ title: section, text: prose(30), links }));
  }
  for (const leaf of leaves)
    site.pages.set(leaf, webPage({ title: leaf, text: prose(25 + Math.floor(random() * 20)), links: ['/'] }));
  site.pages.set(
    '/sitemap.xml',
    sitemapOf(['/', ...sections, ...leaves].map((path) => `${site.url}${path}`)),
  );
}

beforeAll(async () => {
  fleet = await startTestFleet({
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    SCRAPE_HOST_CONCURRENCY: '8',
    PRICE_TABLE: JSON.stringify(prices),
  });
  site = await startWebSite({});
  fillSite();
  client = createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey });
  await client.namespaces.create({ name: namespaceId, validate: false });
  await client.namespaces.create({ name: 'empty', validate: false });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await site?.close();
});

const exact = (value: number) => ({ value, basis: 'exact', sampleSize: null });

/** Counts what was really embedded of a run's documents. */
async function ingested({ ingestJobRunId }: { ingestJobRunId: string }) {
  await client.waitForRun({ namespaceId, ingestJobRunId }, { deadlineMs: 120_000, allowFailures: true });
  const all = await Array.fromAsync(
    client.documents.list({ namespaceId, filterConfig: {}, pagination: { pageSize: 100 } }),
  );
  const own = all.filter(
    ({ ingestJobRun, ingestionStatus }) =>
      ingestJobRun.id === ingestJobRunId && ingestionStatus === 'SUCCESS',
  );
  const sum = (name: 'characterCount' | 'tokenCount' | 'embeddingCount') =>
    own.reduce((total, { documentProperties }) => total + (documentProperties[name] ?? 0), 0);
  return {
    documents: own.length,
    characters: sum('characterCount'),
    tokens: sum('tokenCount'),
    chunks: sum('embeddingCount'),
  };
}

/** Nothing of an estimate is left, but what was there before. */
async function expectNothingKept(documentsBefore: number): Promise<void> {
  expect(await fleet.database.conversion.count()).toBe(0);
  expect(await fleet.database.conversionPart.count()).toBe(0);
  expect(await fleet.database.document.count()).toBe(documentsBefore);
}

test('a text is counted exactly as it is embedded then, and after it nothing would be', async () => {
  const text = `# Census\n\n${prose(40)}\n\n## Results\n\n${prose(40)}`;
  const config = { text, name: 'census', externalId: 'census' };
  const order = { namespaceId, ingestConfig: { source: 'TEXT', config, chunkConfig } } as const;
  const { estimate } = await client.ingest.estimate(order);
  await expectNothingKept(0);
  const { characters, tokens, chunks } = await ingested(await client.ingest.text(order));
  expect(estimate).toMatchObject({
    isComplete: true,
    documents: exact(1),
    characters: exact(characters),
    tokens: exact(tokens),
    chunks: exact(chunks),
    embeddings: exact(chunks),
    embeddedTokens: exact(tokens),
    cost: { currency: 'EUR', total: Number(((tokens / 1e6) * 20).toFixed(6)) },
    items: [{ externalId: 'census', title: 'census', wouldBe: 'NEW' }],
  });
  expect(chunks).toBeGreaterThan(10);
  const again = (await client.ingest.estimate(order)).estimate;
  expect(again).toMatchObject({
    embeddings: exact(0),
    reusedEmbeddings: exact(chunks),
    cost: { total: 0 },
    items: [{ wouldBe: 'UNCHANGED' }],
  });
  const longer = { ...config, text: `${text}\n\n## More\n\n${prose(10)}` };
  const changed = (
    await client.ingest.estimate({
      namespaceId,
      ingestConfig: { source: 'TEXT', config: longer, chunkConfig },
    })
  ).estimate;
  expect(changed.items[0]?.wouldBe).toBe('CHANGED');
  expect(changed.reusedEmbeddings.value).toBeGreaterThan(chunks - 4);
  expect(changed.embeddings.value).toBeGreaterThan(0);
});

test('a tenant does not learn what another one has', async () => {
  const { estimate } = await client.ingest.estimate(
    { namespaceId, ingestConfig: { source: 'TEXT', config: { text: 'x', externalId: 'census' } } },
    { tenantId: 'globex' },
  );
  expect(estimate.items[0]?.wouldBe).toBe('NEW');
});

test('a file is read by the parser and counted exactly as it is embedded then', async () => {
  const name = 'customer-story-harwick-schools.html';
  const bytes = await readFile(new URL(`../../examples/documents/${name}`, import.meta.url));
  const order = { namespaceId, chunkConfig, file: new File([bytes], name) };
  const { estimate } = await client.ingest.estimateFile(order);
  await expectNothingKept(1);
  const { characters, tokens, chunks } = await ingested(await client.ingest.file(order));
  expect(estimate).toMatchObject({
    characters: exact(characters),
    tokens: exact(tokens),
    embeddings: exact(chunks),
    items: [{ title: name, wouldBe: 'NEW' }],
  });
  const again = (await client.ingest.estimateFile(order)).estimate;
  expect(again).toMatchObject({ embeddings: exact(0), items: [{ wouldBe: 'UNCHANGED' }] });
  const damaged = client.ingest.estimateFile({ namespaceId, file: new File(['%PDF-1.7 …'], 'a.pdf') });
  await expect(damaged).rejects.toMatchObject({ status: 400, details: { reason: 'DOCUMENT_UNREADABLE' } });
});

test('a list is counted, its pages are judged, and what cannot be read says why', async () => {
  const { url } = site;
  const urls = [`${url}/section-1`, `${url}/section-1#part`, `${url}/gone`];
  const { estimate } = await client.ingest.estimate({
    namespaceId,
    ingestConfig: { source: 'URLS_LIST', config: { urls }, chunkConfig },
  });
  expect(estimate).toMatchObject({ documents: exact(2), skipped: exact(1), isComplete: true });
  expect(estimate.items).toMatchObject([
    { externalId: `${url}/section-1`, title: '/section-1', wouldBe: 'NEW', tokens: expect.any(Number) },
    { externalId: `${url}/gone`, wouldBe: 'SKIPPED', reason: expect.stringContaining('404') },
  ]);
});

test.each([
  ['a sitemap that is not there', '/no-sitemap.xml', 400, 'INVALID_INGEST_CONFIG', 'PAGE_NOT_FOUND'],
  ['a page in place of a sitemap', '/section-1', 400, 'INVALID_INGEST_CONFIG', 'PAGE_UNREADABLE'],
])('%s is the request’s fault and named', async (_what, path, status, code, reason) => {
  const config = { url: `${site.url}${path}` };
  const refused = client.ingest.estimate({ namespaceId, ingestConfig: { source: 'SITEMAP', config } });
  await expect(refused).rejects.toMatchObject({
    status,
    code,
    details: { reason, issues: [{ path: 'ingestConfig.config.url', message: expect.any(String) }] },
  });
});

test.each([
  ['http://10.0.0.1/sitemap.xml', 400, 'INVALID_INGEST_CONFIG'],
  ['http://127.0.0.1:9/sitemap.xml', 502, 'INGESTION_FAILED'],
])('a sitemap at %s, which cannot be connected to, is refused with %i', async (url, status, code) => {
  const refused = client.ingest.estimate({
    namespaceId,
    ingestConfig: { source: 'SITEMAP', config: { url } },
  });
  await expect(refused).rejects.toMatchObject({ status, code });
});

/** Holds an estimate against what the ingestion of the same source came to. */
function expectClose(estimate: Estimate, real: Awaited<ReturnType<typeof ingested>>): void {
  const measured = {
    documents: estimate.documents.value / real.documents,
    characters: estimate.characters.value / real.characters,
    tokens: estimate.tokens.value / real.tokens,
    embeddings: estimate.embeddings.value / real.chunks,
  };
  process.stderr.write(`estimate / ingestion: ${JSON.stringify(measured)}\n`);
  for (const ratio of Object.values(measured)) {
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }
}

test('a sample of a sitemap or a website predicts the whole within a tenth', async () => {
  const config = { url: `${site.url}/sitemap.xml` };
  const order = { namespaceId, ingestConfig: { source: 'SITEMAP', config, chunkConfig } } as const;
  const visitsBefore = site.visits.length;
  const { estimate } = await client.ingest.estimate(order);
  expect(site.visits.length - visitsBefore).toBeLessThan(pagesOfSite / 2);
  expect(estimate).toMatchObject({
    isComplete: true,
    documents: exact(pagesOfSite),
    tokens: { basis: 'estimated', sampleSize: 60 },
    cost: { parts: { scraping: 3 } },
  });
  expect(estimate.items).toHaveLength(100);
  await expectNothingKept(2);
  const ofWebsite = { source: 'WEBSITE', config: { url: site.url, maxLinks: 1_000 }, chunkConfig } as const;
  const crawled = await client.ingest.estimate({ namespaceId: 'empty', ingestConfig: ofWebsite });
  expect(crawled.estimate).toMatchObject({
    isComplete: true,
    documents: { basis: 'estimated', sampleSize: 120 },
  });
  // The pages are the same ones.
  const real = await ingested(await client.ingest.sitemap(order));
  expectClose(estimate, real);
  expectClose(crawled.estimate, real);
  const again = (await client.ingest.estimate(order)).estimate;
  expect(again).toMatchObject({ embeddings: { value: 0 } });
  expect(new Set(again.items.map(({ wouldBe }) => wouldBe))).toEqual(new Set(['UNCHANGED', 'UNKNOWN']));
}, 240_000);

test('no more of a website is counted than would be visited', async () => {
  const ingestConfig = { source: 'WEBSITE', config: { url: site.url, maxLinks: 10 } } as const;
  const { estimate } = await client.ingest.estimate({ namespaceId: 'empty', ingestConfig });
  expect(estimate).toMatchObject({ documents: exact(10), isComplete: true });
});

// It waits for as long as a caller may have to.
const testLong = runWhere(
  test,
  process.env['ESTIMATE_LONG'] === '1',
  'ESTIMATE_LONG=1 waits for a slow site',
);

testLong('a site that takes too long is answered in time, with what is known by then', async () => {
  site.delayMs = 4_000;
  try {
    const { estimate } = await client.ingest.estimate({
      namespaceId: 'empty',
      ingestConfig: { source: 'SITEMAP', config: { url: `${site.url}/sitemap.xml` } },
    });
    expect(estimate).toMatchObject({ isComplete: false, documents: exact(pagesOfSite) });
    expect(estimate.tokens.sampleSize).toBeGreaterThan(0);
  } finally {
    site.delayMs = 0;
  }
  await expectNothingKept(await fleet.database.document.count());
});

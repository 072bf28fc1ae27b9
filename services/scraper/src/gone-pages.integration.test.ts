import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { confirmDeletion } from '@docfleet/domain/deletion';
import { acceptSource } from '@docfleet/domain/ingest';
import { createNamespace, type Namespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { cancelIngestJobRun, findRunWithDocuments } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { createWebReader, type ScrapeRequest } from '@docfleet/scraping';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ScraperContext } from './context.ts';
import { discoverSourceHandler } from './discover-source.ts';

const vault = { seal: () => Buffer.from('sealed') } as unknown as ScraperContext['vault'];
const { signal } = new AbortController();
const reader = createWebReader({ processes: 1 });
let testDatabase: TestDatabase;
let database: Database;
let namespace: Namespace;
/** Numbers of the pages that the sitemap names; `child` is a sitemap file that cannot be read. */
let named: (number | 'child')[];
/** Answers of the site by page; others exist. */
let answers: Map<number, 'gone' | 'away' | 'cancel' | 'unlisted' | URL>;
let asked: string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4 });
});
afterAll(async () => {
  reader.close();
  await database.$disconnect();
  await testDatabase.drop();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs: {} });
  [named, answers, asked] = [[], new Map(), []];
});

const addressOf = (page: number) => `https://example.com/${page}`;
const actor = () => ({ organizationId: namespace.organizationId, apiKeyId: null });
const pagesTo = (count: number) => Array.from({ length: count }, (_, page) => page);

/** The sitemap as it is now: an index of two files, of which one has the pages. */
async function fetchPage(finalUrl: URL) {
  if (finalUrl.pathname === '/child.xml') throw new AppError('PAGE_UNAVAILABLE', 'away');
  const children = named.includes('child') ? ['/pages.xml', '/child.xml'] : ['/pages.xml'];
  const pages = named.filter((page) => page !== 'child');
  const text =
    finalUrl.pathname === '/pages.xml'
      ? `<urlset>${pages.map((page) => `<url><loc>${addressOf(page)}</loc></url>`).join('')}</urlset>`
      : `<sitemapindex>${children.map((at) => `<sitemap><loc>${at}</loc></sitemap>`).join('')}</sitemapindex>`;
  return { finalUrl, status: 200, headers: new Headers(), valuesOf: () => [], body: [Buffer.from(text)] };
}

async function scrape({ url }: ScrapeRequest) {
  asked.push(url.href);
  const answer = answers.get(Number(url.pathname.slice(1)));
  if (answer === 'gone') throw new AppError('PAGE_NOT_FOUND', 'gone');
  if (answer === 'away') throw new AppError('PAGE_UNAVAILABLE', 'away');
  if (answer === 'cancel') {
    const { id } = await database.ingestJobRun.findFirstOrThrow({ orderBy: { id: 'desc' } });
    for await (const _ of cancelIngestJobRun(database, actor(), { id, tenantId: null }));
  }
  const finalUrl = answer instanceof URL ? answer : url;
  return { kind: 'page', finalUrl, links: [], mayIndex: answer !== 'unlisted', markdown: 'text' };
}

const context = () =>
  ({
    database,
    vault,
    admissionWindow: { windowSize: 1_000 },
    dispatcher: { dispatch: () => undefined },
    providerSettings: { egress: { fetchPage }, webReader: reader },
    providers: { open: async () => ({ webScraper: { scrape } }) },
    robots: { rulesFor: async () => ({ isAllowed: () => true, crawlDelayMs: undefined, sitemaps: [] }) },
    hostTurns: { take: (_host: string, _turn: unknown, work: () => Promise<unknown>) => work() },
    settings: { deletionLimits: { percent: 50, documents: 100 } },
  }) as unknown as ScraperContext;

const read = (ingestJobRunId: string) => discoverSourceHandler(context()).handle({ ingestJobRunId }, signal);

/** Reads a sitemap that names pages from 0 on. */
async function readFirst(count: number): Promise<string> {
  named = pagesTo(count);
  const { ingestJobId, ingestJobRunId } = await acceptSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source: 'SITEMAP',
    config: { url: 'https://example.com/sitemap.xml' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'DAILY',
  });
  await read(ingestJobRunId);
  return ingestJobId;
}

/** Reads the sitemap again by schedule; returns its run. */
async function readAgain(ingestJobId: string, names: typeof named): Promise<string> {
  named = names;
  const config = { url: 'https://example.com/sitemap.xml' };
  await database.ingestJob.update({ where: { id: ingestJobId }, data: { config } });
  const { organizationId, id: namespaceId } = namespace;
  const id = createId();
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor: new Date() } as const;
  await database.ingestJobRun.create({ data: { id, organizationId, namespaceId, ingestJobId, ...listed } });
  await read(id);
  return id;
}

async function stateOf(ingestJobRunId: string) {
  const documents = await database.document.findMany({
    where: { namespaceId: namespace.id, liveKey: { not: null } },
  });
  const place = { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId };
  const run = await findRunWithDocuments(database, place);
  const { listing } = await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } });
  return {
    left: documents.map(({ externalId }) => Number(externalId.split('/').at(-1))).toSorted((a, b) => a - b),
    said: run?.errorMessage ?? null,
    deleted: run?.items?.deleted,
    isListed: listing !== null,
  };
}

test.each([
  ['each is gone', ['gone', 'gone'], [0, 1, 2], null],
  [
    'one is there and one is gone',
    ['gone'],
    [0, 1, 2, 4],
    '1 page that it no longer names are still there, or may be, and were kept',
  ],
  [
    'the site does not say',
    ['away', 'away'],
    [0, 1, 2, 3, 4],
    '2 pages that it no longer names are still there, or may be, and were kept',
  ],
] as const)(
  'of pages that a sitemap no longer names the site is asked: %s',
  async (_what, said, left, sentence) => {
    const job = await readFirst(5);
    for (const [index, answer] of said.entries()) answers.set(3 + index, answer);
    const run = await readAgain(job, pagesTo(3));
    expect(asked.toSorted()).toEqual([addressOf(3), addressOf(4)]);
    expect(await stateOf(run)).toEqual({
      left,
      said: sentence,
      deleted: 5 - left.length,
      isListed: false,
    });
  },
);

test.each([
  ['has become a page that the sitemap names', new URL(addressOf(0)), [0, 1, 2]],
  ['has moved to where the sitemap names nothing', new URL(addressOf(9)), [0, 1, 2, 3]],
  ['asks not to be indexed', 'unlisted', [0, 1, 2]],
] as const)('a page that a sitemap no longer names and that %s', async (_what, answer, left) => {
  const job = await readFirst(4);
  answers.set(3, answer);
  expect(await stateOf(await readAgain(job, pagesTo(3)))).toMatchObject({ left });
});

test('once a person has confirmed it, a page is deleted that the site would still show', async () => {
  const job = await readFirst(5);
  const run = await readAgain(job, [0]);
  expect(await stateOf(run)).toMatchObject({ left: pagesTo(5), deleted: 0, isListed: true });
  await confirmDeletion(database, actor(), { id: run, tenantId: null });
  await read(run);
  expect(asked).toEqual([]);
  expect(await stateOf(run)).toEqual({ left: [0], said: null, deleted: 4, isListed: false });
});

test.each([
  ['1 page', [0, 1, 2, 3]],
  ['2 pages', [0, 1, 2]],
])('of a sitemap that was read in part, %s that it did not name stay', async (count, names) => {
  const job = await readFirst(5);
  const { left, said, deleted } = await stateOf(await readAgain(job, [...names, 'child']));
  expect({ left, deleted, asked }).toEqual({ left: pagesTo(5), deleted: 0, asked: [] });
  expect(said).toMatch(/^https:\/\/example\.com\/child\.xml could not be read: /);
  expect(said).toContain(`; As not all of it was read, ${count} that it did not name were left as they were`);
});

test('a sitemap that was read in part and named every page says nothing of pages', async () => {
  const job = await readFirst(2);
  const { said } = await stateOf(await readAgain(job, [0, 1, 'child']));
  expect(said).toMatch(/child\.xml could not be read: [^;]*$/);
});

test('a run that is cancelled while its site is asked deletes nothing', async () => {
  const job = await readFirst(5);
  answers.set(3, 'gone').set(4, 'cancel');
  const run = await readAgain(job, pagesTo(3));
  expect(await stateOf(run)).toMatchObject({ left: pagesTo(5), isListed: false });
  expect((await stateOf(run)).said).toBeNull();
});

import { findSourceRun } from '@docfleet/domain/run';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  const { webScraperConfig: _, ...bare } = localConfigs;
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'bare', ...bare } });
});
afterAll(() => gateway.close());

const ingest = (kind: string, source: string, config: object, namespaceId = 'docs') =>
  gateway.call('POST', `/v1/ingest/${kind}`, {
    json: { namespaceId, ingestConfig: { source, config } },
    key: gateway.keys.ingest,
  });
const page = 'https://example.com/a';
const video = 'https://youtu.be/dQw4w9WgXcQ';

test('each address of a list has its document, and two of one page have the same', async () => {
  const { status, body } = await ingest('urls', 'URLS_LIST', {
    urls: [page, `${page}?utm_source=x#b`, 'https://b.example'],
  });
  const [first, second, third] = body.data.documents;
  expect([status, body.data.documents.length]).toEqual([202, 3]);
  expect(second).toEqual(first);
  expect(third.id).not.toBe(first.id);
  const run = await gateway.context.database.ingestJobRun.findUniqueOrThrow({
    where: { id: body.data.ingestJobRunId },
  });
  expect(run).toMatchObject({ listing: null, unfinishedDocuments: 2 });
  const document = await gateway.context.database.document.findUniqueOrThrow({ where: { id: first.id } });
  expect(document.sourceUrl).toBe(page);
});

test('a list of videos and pages reports how many there are of each', async () => {
  const { body } = await ingest('urls', 'URLS_LIST', { urls: [page, video] });
  expect(body).toMatchObject({ message: expect.stringContaining('Accepted: 1 video and 1 web page') });
  expect(body.data).toEqual({ ingestJobRunId: expect.any(String), documents: [] });
});

test.each(['sitemap', 'website'])(
  'a %s is accepted with its defaults, and its job is enqueued',
  async (kind) => {
    const { status, body } = await ingest(kind, kind.toUpperCase(), { url: page });
    expect([status, body.data.documents]).toEqual([202, []]);
    const run = await gateway.context.database.ingestJobRun.findUniqueOrThrow({
      where: { id: body.data.ingestJobRunId },
      include: { job: true },
    });
    expect(run.listing).toBe('SOURCE');
    expect(run.job.config).toMatchObject(
      kind === 'sitemap' ? { maxLinks: 1_000 } : { maxLinks: 100, maxDepth: 3 },
    );
  },
);

const config = 'ingestConfig.config';
test.each<[string, string, object, string, string]>([
  ['urls', 'URLS_LIST', { urls: [] }, 'INVALID_INGEST_CONFIG', `${config}.urls`],
  ['urls', 'URLS_LIST', { urls: ['ftp://a.example'] }, 'INVALID_INGEST_CONFIG', `${config}.urls.0`],
  [
    'urls',
    'URLS_LIST',
    { urls: [page, 'https://u:p@a.example'] },
    'INVALID_INGEST_CONFIG',
    `${config}.urls.1`,
  ],
  ['urls', 'URLS_LIST', { urls: Array(10_000).fill(page) }, 'INVALID_INGEST_CONFIG', `${config}.urls`],
  ['website', 'WEBSITE', { url: page, maxDepth: 6 }, 'INVALID_INGEST_CONFIG', `${config}.maxDepth`],
  ['website', 'WEBSITE', { url: page, depth: 1 }, 'INVALID_INGEST_CONFIG', `${config}.depth`],
  ['sitemap', 'SITEMAP', { url: page, maxLinks: 0 }, 'INVALID_INGEST_CONFIG', `${config}.maxLinks`],
  ['youtube', 'YOUTUBE', { urls: [page] }, 'INVALID_INGEST_CONFIG', `${config}.urls.0`],
  [
    'urls',
    'URLS_LIST',
    { urls: [page], scrapeOptions: { excludeSelectors: ['.a', 'div[unclosed'] } },
    'INVALID_SCRAPE_OPTIONS',
    `${config}.scrapeOptions.excludeSelectors.1`,
  ],
  [
    'website',
    'WEBSITE',
    { url: page, scrapeOptions: { headers: { Host: 'b.example' } } },
    'INVALID_SCRAPE_OPTIONS',
    `${config}.scrapeOptions.headers`,
  ],
  [
    'urls',
    'URLS_LIST',
    { urls: [page, 'https://other.example/'], scrapeOptions: { headers: { Cookie: 'top-secret' } } },
    'INVALID_SCRAPE_OPTIONS',
    `${config}.scrapeOptions.headers`,
  ],
  [
    'urls',
    'URLS_LIST',
    { urls: [page], scrapeOptions: { includeSelectors: [''] } },
    'INVALID_SCRAPE_OPTIONS',
    `${config}.scrapeOptions.includeSelectors.0`,
  ],
])('%s: %s %j is %s at %s', async (kind, source, given, code, path) => {
  const { status, body } = await ingest(kind, source, given);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([400, code, path]);
});

test('a namespace without a scraper takes videos, and no pages', async () => {
  const refused = await ingest('urls', 'URLS_LIST', { urls: [page] }, 'bare');
  expect([refused.status, refused.body.error.code]).toEqual([400, 'WEB_SCRAPER_CONFIG_NOT_SET']);
  expect((await ingest('youtube', 'YOUTUBE', { urls: [video] }, 'bare')).status).toBe(202);
});

test('values of headers for scraping are not shown, and lie sealed in the database', async () => {
  const scrapeOptions = { headers: { Cookie: 'top-secret' } };
  const { body } = await ingest('website', 'WEBSITE', { url: page, scrapeOptions });
  const { text } = await gateway.call('POST', '/v1/ingest-job-runs', { json: { namespaceId: 'docs' } });
  expect(text).toContain('Cookie');
  expect(text).not.toContain('top-secret');
  const { database, vault } = gateway.context;
  const { job } = await database.ingestJobRun.findUniqueOrThrow({
    where: { id: body.data.ingestJobRunId },
    include: { job: true },
  });
  expect(JSON.stringify(job.config)).not.toContain('top-secret');
  expect(await findSourceRun(database, vault, body.data.ingestJobRunId)).toMatchObject({
    config: { scrapeOptions },
  });
});

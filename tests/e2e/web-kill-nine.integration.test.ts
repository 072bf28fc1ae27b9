import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@docfleet/domain';
import {
  createApiClient,
  createTestDatabase,
  createTestRedis,
  eventually,
  startFleetProcess,
  startWebSite,
  webPage,
} from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createNamespace, waitForRun } from './documents.ts';

const pageCount = 150;

/** Each page leads to three more. */
const page = (number: number) => {
  const links = [3 * number + 1, 3 * number + 2, 3 * number + 3].filter((next) => next < pageCount);
  const text = `The page of the number ${number} tells about thing ${number * 7}.`;
  return webPage({ title: `Page ${number}`, text, links: links.map((next) => `/page/${next}`) });
};

test('a fleet that is killed in the middle of a crawl goes on where it was', async () => {
  const site = await startWebSite({ '/page/*': ({ pathname }) => page(Number(pathname.split('/').at(-1))) });
  site.delayMs = 30;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-crawl-'));
  const [testDatabase, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const environment = {
    DATABASE_URL: testDatabase.url,
    REDIS_URL: redis.url,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const database = openDatabase({ url: testDatabase.url, poolSize: 2 });
  let fleet = await startFleetProcess({ dataDirectory, environment });
  try {
    await createNamespace(createApiClient(fleet), 'site');
    const config = { url: `${site.url}/page/0`, maxDepth: 5, maxLinks: 200 };
    const body = { namespaceId: 'site', ingestConfig: { source: 'WEBSITE', config } };
    const answer = await createApiClient(fleet).request<{ ingestJobRunId: string }>(
      'POST',
      '/v1/ingest/website',
      body,
    );
    await eventually(async () => {
      if ((await database.crawlPage.count({ where: { state: 'VISITED' } })) < 40) throw new Error('not yet');
    }, 30_000);
    await fleet.kill();
    const before = site.visits.length;
    expect(before).toBeLessThan(pageCount);
    fleet = await startFleetProcess({ dataDirectory, environment });
    await waitForRun(createApiClient(fleet), 'site', answer.body.data.ingestJobRunId, 90_000);
    const counts = await database.document.groupBy({ by: ['status'], _count: true });
    expect(counts.map((row) => [row.status, row._count])).toEqual([['SUCCESS', pageCount]]);
    const visits = site.visits.filter((visit) => visit.path.startsWith('/page/'));
    // Again only what was under way, or not written down yet: two batches at most.
    expect(visits.length).toBeLessThanOrEqual(pageCount + 96);
    expect(visits.length - pageCount).toBeLessThan(before);
  } finally {
    await fleet.kill();
    await database.$disconnect();
    await Promise.all([testDatabase.drop(), redis.drop(), site.close()]);
    await rm(dataDirectory, { recursive: true, force: true });
  }
}, 180_000);

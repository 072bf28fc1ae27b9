import { eventually, startWebSite, webPage } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { waitForRun } from '../../e2e/documents.ts';
import type { FaultFleet } from '../fault-fleet.ts';

/** Each page leads to three more. */
function page(number: number, pages: number) {
  const links = [3 * number + 1, 3 * number + 2, 3 * number + 3].filter((next) => next < pages);
  const text = `The page of the number ${number} is about thing ${number * 7}.`;
  return webPage({ title: `Page ${number}`, text, links: links.map((next) => `/page/${next}`) });
}

/** Kills the scraper in the middle of a crawl of `pages` pages; returns how many were visited before, and in total. */
export async function killCrawl(
  fleet: FaultFleet,
  pages: number,
): Promise<{ before: number; visits: number }> {
  const site = await startWebSite({
    '/page/*': ({ pathname }) => page(Number(pathname.split('/').at(-1)), pages),
  });
  site.delayMs = 30;
  const config = { url: `${site.url}/page/0`, maxDepth: 5, maxLinks: pages + 50 };
  const body = { namespaceId: 'local', ingestConfig: { source: 'WEBSITE', config } };
  const { body: accepted } = await fleet.api.request<{ ingestJobRunId: string }>(
    'POST',
    '/v1/ingest/website',
    body,
  );
  const visited = () => fleet.database.crawlPage.count({ where: { state: 'VISITED' } });
  await eventually(async () => expect(await visited()).toBeGreaterThan(pages / 4), 60_000);
  await fleet.replace('scraper');
  const before = site.visits.length;
  const { documents } = await waitForRun(fleet.api, 'local', accepted.data.ingestJobRunId, 120_000);
  expect([documents.completed.length, documents.failed]).toEqual([pages, []]);
  await site.close();
  const ids = documents.completed.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += 100)
    await fleet.api.request('DELETE', '/v1/documents', {
      namespaceId: 'local',
      filterConfig: { documentIds: ids.slice(start, start + 100) },
    });
  return { before, visits: site.visits.filter(({ path }) => path.startsWith('/page/')).length };
}

import {
  addCrawlPages,
  forgetUnmetPages,
  readCrawlPageState,
  readCrawlProgress,
} from '@docfleet/domain/crawl';
import { readingOf } from '@docfleet/domain/document';
import type { SourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import { createRecentAddresses, pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { headerSource, parseScrapeOptions, parseSourceConfig, type SourceConfig } from '../scrape-options.ts';
import type { Discovery, SourceReader } from '../sources/source-reader.ts';
import { createCrawlScope } from './crawl-scope.ts';
import type { RunningCrawl } from './record-outcomes.ts';
import { visitFrontier } from './visit-frontier.ts';
import type { Visitor } from './visit-page.ts';

/** Where the crawl begins; it follows a redirect of the start, `www` and all, by its scope. */
function openCrawl(run: SourceRun, config: SourceConfig) {
  const start = pageAddress(config.url);
  if (!start) throw new AppError('INVALID_INGEST_CONFIG', 'The url is no http(s) address');
  const { maxDepth, maxLinks: maxPages, metadata } = config;
  const { ingestJobId, id: ingestJobRunId } = run;
  const place = { run, ingestJobId, ingestJobRunId };
  const crawl = { ...place, maxPages, maxDepth, metadata, wasAdded: createRecentAddresses() };
  return { start, crawl };
}

async function conclude({ database }: ScraperContext, crawl: RunningCrawl, start: URL): Promise<Discovery> {
  const { pages, failed } = await readCrawlProgress(database, crawl);
  const state = await readCrawlPageState(database, crawl, start.href);
  const wasRead = state === 'VISITED' || state === 'DUPLICATE';
  const isComplete = wasRead && failed === 0 && pages < crawl.maxPages;
  if (isComplete) await forgetUnmetPages(database, crawl);
  const trouble = wasRead ? undefined : `${start.href} could not be read`;
  return { proof: isComplete ? 'STATED' : undefined, trouble };
}

/** Crawls a site from its start, breadth first. Its frontier lies in the database, so that a killed worker's crawl is gone on with. */
export const crawlWebsite: SourceReader = async (context, run, signal) => {
  const config = parseSourceConfig(run.config);
  const { start, crawl } = openCrawl(run, config);
  const providers = await context.providers.open(run.namespaceId, run.namespaceVersion);
  const visitor: Visitor = {
    scraper: requireWebScraper(providers),
    options: parseScrapeOptions(config.scrapeOptions),
    reading: readingOf(context.vault, { ...run, scrapeOptions: config.scrapeOptions }),
    scope: createCrawlScope(start, config),
    start: start.href,
    headerSource: headerSource(config),
  };
  await addCrawlPages(context.database, crawl, [{ url: start.href, depth: 0 }]);
  if (!(await visitFrontier(context, crawl, visitor, signal))) return undefined;
  return conclude(context, crawl, start);
};

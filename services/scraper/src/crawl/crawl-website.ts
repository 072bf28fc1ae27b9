import {
  addCrawlPages,
  findUnfollowedLink,
  forgetUnmetPages,
  readCrawlPage,
  readCrawlProgress,
} from '@docfleet/domain/crawl';
import { readingOf } from '@docfleet/domain/document';
import type { SourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import { createRecentAddresses, pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { headerSource, parseScrapeOptions, parseSourceConfig, type SourceConfig } from '../fetch-page.ts';
import { withoutReserving } from '../host-turns.ts';
import type { Discovery, SourceReader } from '../sources/source-reader.ts';
import { createCanonicalPages } from './canonical-pages.ts';
import { createCrawlScope } from './crawl-scope.ts';
import type { RunningCrawl } from './record-outcomes.ts';
import { visitFrontier } from './visit-frontier.ts';
import type { Visitor } from './visit-page.ts';

/** Opens a crawl at its start address; the scope follows a redirect of the start, `www` included. */
function openCrawl(run: SourceRun, config: SourceConfig) {
  const start = pageAddress(config.url);
  if (!start) throw new AppError('INVALID_INGEST_CONFIG', 'The url is no http(s) address');
  const { maxDepth, maxLinks: maxPages, metadata } = config;
  const { ingestJobId, id: ingestJobRunId } = run;
  const place = { run, ingestJobId, ingestJobRunId };
  const crawl = { ...place, maxPages, maxDepth, metadata, wasAdded: createRecentAddresses() };
  return { start, crawl };
}

/** Returns messages for the run's owner about a completed crawl. */
function troublesOf({ pages, isCut, tooDeep, wasRead, hasDocument, start, site }: Ended): string[] {
  const where = hasDocument ? ': the error of its document says why' : '';
  return [
    ...(wasRead ? [] : [`${start.href} could not be read${where}`]),
    ...(site.host === start.host.replace(/^www\./, '')
      ? []
      : [`${start.href} has moved to ${site.host}, which was read`]),
    ...(isCut ? [`It ended at ${pages} addresses, its maxLinks: what lies beyond was not read`] : []),
    ...(tooDeep ? [`Links of pages at its maxDepth were not followed, such as ${tooDeep}`] : []),
  ];
}

interface Ended {
  readonly pages: number;
  readonly isCut: boolean;
  /** A link that lies deeper than the crawl goes. */
  readonly tooDeep: string | undefined;
  readonly wasRead: boolean;
  /** Whether the failure of the start is recorded as a document: a scheduled run makes none of a page that is gone. */
  readonly hasDocument: boolean;
  readonly start: URL;
  readonly site: { readonly host: string };
}

async function conclude(
  { database }: ScraperContext,
  crawl: RunningCrawl,
  { start, site }: Pick<Ended, 'start' | 'site'>,
): Promise<Discovery> {
  const { pages, failed } = await readCrawlProgress(database, crawl);
  const first = await readCrawlPage(database, crawl, start.href);
  const wasRead = first?.state === 'VISITED' || first?.state === 'DUPLICATE';
  const isCut = pages >= crawl.maxPages;
  const isComplete = wasRead && failed === 0 && !isCut;
  if (isComplete) await forgetUnmetPages(database, crawl);
  // After the maximum of pages is reached, remaining links may be of any depth.
  const tooDeep = isCut ? undefined : await findUnfollowedLink(database, crawl, crawl.maxDepth);
  const hasDocument = first?.state === 'FAILED';
  const troubles = troublesOf({ pages, isCut, tooDeep, wasRead, hasDocument, start, site });
  return { proof: isComplete ? 'STATED' : undefined, troubles };
}

/** Crawls a site from its start, breadth first. Its frontier lies in the database, so that a killed worker's crawl is gone on with. */
export const crawlWebsite: SourceReader = async (given, run, signal) => {
  const context = { ...given, hostTurns: withoutReserving(given.hostTurns) };
  const config = parseSourceConfig(run.config);
  const { start, crawl } = openCrawl(run, config);
  const providers = await context.providers.open(run.namespaceId, run.namespaceVersion);
  const visitor: Visitor = {
    ingestJobId: run.ingestJobId,
    scraper: requireWebScraper(providers),
    options: parseScrapeOptions(config.scrapeOptions),
    reading: readingOf(context.vault, { ...run, scrapeOptions: config.scrapeOptions }),
    scope: createCrawlScope(start, config),
    start: start.href,
    headerSource: headerSource(config),
    canonicalPages: createCanonicalPages(),
  };
  await addCrawlPages(context.database, crawl, [{ url: start.href, depth: 0 }]);
  const visited = await readCrawlPage(context.database, crawl, start.href);
  // Another worker has begun the crawl: the start may have led it to another host.
  if (visited?.state !== 'WAITING' && visited?.identity) visitor.scope.follow(new URL(visited.identity));
  if (!(await visitFrontier(context, crawl, visitor, signal))) return undefined;
  return conclude(context, crawl, { start, site: visitor.scope.site() });
};

import { setTimeout as sleep } from 'node:timers/promises';
import {
  addCrawlPages,
  findFormerFetches,
  forgetUnmetPages,
  keepRunAlive,
  readCrawlPageState,
  readCrawlProgress,
  readingOf,
  type SourceRun,
  takeWaitingPages,
  type WaitingPage,
} from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import { pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { openScraper } from '../fetch-politely.ts';
import { parseScrapeOptions, parseSourceConfig, type SourceConfig } from '../scrape-options.ts';
import type { Discovery, SourceReader } from '../sources/source-reader.ts';
import { createCrawlScope } from './crawl-scope.ts';
import { type RunningCrawl, recordOutcomes } from './record-outcomes.ts';
import { type VisitOutcome, type Visitor, visitPage } from './visit-page.ts';

/** Visits that are written down together, and pages that are taken out of the frontier together. */
const batchSize = 32;
const longestSleepMs = 5_000;

/** Takes pages out of the frontier with what their last visits brought. */
async function takePages(context: ScraperContext, crawl: RunningCrawl, reading: string, after: bigint) {
  const { database } = context;
  const pages = await takeWaitingPages(database, crawl, { after, count: batchSize });
  const known = pages.filter((page) => page.identity !== null);
  const { namespaceId, tenantId } = crawl.run;
  const former =
    known.length > 0
      ? await findFormerFetches(
          database,
          { namespaceId, tenantId, reading },
          known.map((page) => page.identity ?? page.url),
        )
      : new Map<string, never>();
  return pages.map((page) => ({ page, former: former.get(page.identity ?? page.url) }));
}

/**
 * Visits the pages of the frontier, several at once, until none is left: what was visited is written down in batches while other visits
 * go on. False when the run takes no more.
 */
async function visitFrontier(
  context: ScraperContext,
  crawl: RunningCrawl,
  visitor: Visitor,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController();
  const stopping = AbortSignal.any([signal, stop.signal]);
  const running = new Set<Promise<void>>();
  let outcomes: VisitOutcome[] = [];
  let failure: unknown;
  let waiting: Awaited<ReturnType<typeof takePages>> = [];
  let after = -1n;
  const begin = (next: { page: WaitingPage; former: (typeof waiting)[number]['former'] }) => {
    const visit = visitPage(context, visitor, next, stopping)
      .then((outcome) => void outcomes.push(outcome))
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => running.delete(visit));
    running.add(visit);
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      if (failure) throw failure;
      if (waiting.length === 0) {
        waiting = await takePages(context, crawl, visitor.reading, after);
        after = waiting.at(-1)?.page.ordinal ?? after;
      }
      while (running.size < context.settings.pagesAtOnce && waiting.length > 0) {
        const next = waiting.shift();
        if (next) begin(next);
      }
      const isStarved = waiting.length === 0;
      if (outcomes.length >= batchSize || (isStarved && outcomes.length > 0)) {
        const batch = outcomes;
        outcomes = [];
        if (!(await recordOutcomes(context, crawl, batch))) return false;
      } else if (running.size > 0) await Promise.race(running);
      else if (isStarved) {
        // What was postponed lies at the end of the frontier, behind what was taken.
        const { waiting: left, nextInMs } = await readCrawlProgress(context.database, crawl);
        if (left === 0) return true;
        if (!(await keepRunAlive(context.database, crawl.run.id))) return false;
        await sleep(Math.min(Math.max(nextInMs ?? 0, 10), longestSleepMs), undefined, { signal });
        after = -1n;
      }
    }
  } finally {
    stop.abort(new AppError('SERVICE_UNAVAILABLE', 'The crawl has ended'));
    await Promise.allSettled(running);
  }
}

/** Where the crawl begins; it follows a redirect of the start, `www` and all, by its scope. */
function openCrawl(run: SourceRun, config: SourceConfig) {
  const start = pageAddress(config.url);
  if (!start) throw new AppError('INVALID_INGEST_CONFIG', 'The url is no http(s) address');
  const { maxDepth, maxLinks: maxPages, metadata } = config;
  const { ingestJobId, id: ingestJobRunId } = run;
  const crawl: RunningCrawl = { run, ingestJobId, ingestJobRunId, maxPages, maxDepth, metadata };
  return { start, crawl };
}

async function conclude({ database }: ScraperContext, crawl: RunningCrawl, start: URL): Promise<Discovery> {
  const { pages, failed } = await readCrawlProgress(database, crawl);
  const state = await readCrawlPageState(database, crawl, start.href);
  const wasRead = state === 'VISITED' || state === 'DUPLICATE';
  const isComplete = wasRead && failed === 0 && pages < crawl.maxPages;
  if (isComplete) await forgetUnmetPages(database, crawl);
  const trouble = wasRead ? undefined : `${start.href} could not be read`;
  return { isComplete, trouble };
}

/** Crawls a site from its start, breadth first. Its frontier lies in the database, so that a killed worker's crawl is gone on with. */
export const crawlWebsite: SourceReader = async (context, run, signal) => {
  const config = parseSourceConfig(run.config);
  const { start, crawl } = openCrawl(run, config);
  const { configs } = await context.providers.open(run.namespaceId, run.namespaceVersion);
  const visitor: Visitor = {
    scraper: openScraper(context, configs),
    options: parseScrapeOptions(config.scrapeOptions),
    reading: readingOf({ ...run, scrapeOptions: config.scrapeOptions }),
    scope: createCrawlScope(start, config),
    start: start.href,
  };
  await addCrawlPages(context.database, crawl, [{ url: start.href, depth: 0 }]);
  if (!(await visitFrontier(context, crawl, visitor, signal))) return undefined;
  return conclude(context, crawl, start);
};

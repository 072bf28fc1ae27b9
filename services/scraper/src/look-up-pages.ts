import { findMissingItems } from '@docfleet/domain/connection';
import { readCrawlPage } from '@docfleet/domain/crawl';
import { keepRunAlive, type SourceRun } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import { leaveBody, pageAddress, type WebScraper } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';
import { fetchInTurn } from './fetch-politely.ts';
import { createPathFilter } from './path-filter.ts';
import { headerSource, optionsFor, parseScrapeOptions, parseSourceConfig } from './scrape-options.ts';
import { addAllFound, foundPage } from './sources/add-found.ts';

/** Pages that are looked up at once, as a host is asked for a few at once. */
const atOnce = 4;

interface Asking {
  readonly context: ScraperContext;
  readonly run: SourceRun;
  readonly scraper: WebScraper;
  readonly isWanted: (url: URL) => boolean;
  readonly signal: AbortSignal;
}

async function isDocumentOfRun({ context, run }: Asking, { href }: URL): Promise<boolean> {
  const { database } = context;
  const where = { namespaceId: run.namespaceId, externalId: href, liveKey: { not: null } };
  const documents = await database.document.findMany({ where, select: { id: true } });
  const documentId = { in: documents.map(({ id }) => id) };
  return (await database.ingestJobRunDocument.count({ where: { ingestJobRunId: run.id, documentId } })) > 0;
}

/** A crawl has visited a page that became no document of it: it is another page's text by now, or asks not to be indexed. */
const wasVisited = async ({ context: { database }, run }: Asking, { href }: URL): Promise<boolean> => {
  const crawl = { ingestJobId: run.ingestJobId, ingestJobRunId: run.id, maxPages: 0 };
  return run.source === 'WEBSITE' && (await readCrawlPage(database, crawl, href)) !== undefined;
};

async function ask(asking: Asking, url: URL) {
  const { context, run, scraper, signal } = asking;
  const config = parseSourceConfig(run.config);
  const options = optionsFor(parseScrapeOptions(config.scrapeOptions), headerSource(config), url);
  return fetchInTurn(context, scraper, { ...options, url, fresh: true }, signal);
}

/** Tests whether a page states that it is gone: it does not exist, has become one that the source names, or asks not to be indexed. */
async function isGone(asking: Asking, url: URL): Promise<boolean> {
  if (!asking.isWanted(url) || (await wasVisited(asking, url))) return true;
  const result = await ask(asking, url).catch((cause: unknown) => {
    asking.signal.throwIfAborted();
    return AppError.from(cause);
  });
  if (result instanceof AppError) return result.code === 'PAGE_NOT_FOUND';
  if (result.kind === 'file') await leaveBody(result.body);
  if (result.kind !== 'page') return false;
  const shown = pageAddress(result.finalUrl);
  const hasMoved = shown !== undefined && shown.href !== url.href;
  return !result.mayIndex || (hasMoved && (await isDocumentOfRun(asking, shown)));
}

/** The addresses among these whose pages are there, or of which their site does not say. */
async function findPresent(asking: Asking, urls: readonly URL[]): Promise<URL[]> {
  const present: URL[] = [];
  for (let start = 0; start < urls.length; start += atOnce) {
    await keepRunAlive(asking.context.database, asking.run.id);
    const part = urls.slice(start, start + atOnce);
    const gone = await Promise.all(part.map((url) => isGone(asking, url)));
    present.push(...part.filter((_, index) => !gone[index]));
  }
  return present;
}

/**
 * Asks a site for each page that a listing of it did not name, and adds those to the run that are there: sitemaps and menus leave out more
 * than what is gone. Returns how many these are; undefined when the run takes no more.
 */
export async function lookUpPages(
  context: ScraperContext,
  run: SourceRun,
  signal: AbortSignal,
): Promise<number | undefined> {
  const config = parseSourceConfig(run.config);
  const providers = await context.providers.open(run.namespaceId, run.namespaceVersion);
  const scraper = requireWebScraper(providers);
  const asking = { context, run, scraper, isWanted: createPathFilter(config), signal };
  let kept = 0;
  for await (const items of findMissingItems(context.database, run)) {
    const urls = items.flatMap(({ externalId }) => URL.parse(externalId) ?? []);
    const present = await findPresent(asking, urls);
    const found = present.map((url) => foundPage(run, url, config.metadata));
    if (!(await addAllFound(context, run, found))) return undefined;
    kept += present.length;
  }
  return kept;
}

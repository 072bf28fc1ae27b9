import { findMissingItems } from '@docfleet/domain/connection';
import { readCrawlPage } from '@docfleet/domain/crawl';
import { closeUnconfirmed, countMissing, deleteMissing } from '@docfleet/domain/deletion';
import { failureSentence } from '@docfleet/domain/document';
import {
  closeListing,
  countRun,
  findSourceRun,
  keepRunAlive,
  listMetAddresses,
  maxLeftOutAddresses,
  type SourceRun,
} from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import type { discoverSource, Handler, PayloadOf } from '@docfleet/queues';
import { leaveBody, pageAddress, type WebScraper } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';
import { crawlWebsite } from './crawl/crawl-website.ts';
import { headerSource, optionsFor, parseScrapeOptions, parseSourceConfig } from './fetch-page.ts';
import { fetchInTurn } from './fetch-politely.ts';
import { createPathFilter, createUnmatchedPaths } from './path-filter.ts';
import { readAddresses } from './sources/addresses.ts';
import { readSitemapSource } from './sources/sitemap.ts';
import { addAllFound, type Discovery, foundPage, type SourceReader } from './sources/source-reader.ts';

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
 * Requests each page that a listing of a site did not name, and adds the existing ones to the run: sitemaps and menus also leave out
 * pages that exist. Returns the number of these; undefined when the run takes no more.
 */
async function lookUpPages(
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

const maxShown = 5;

const shown = (paths: readonly string[]) => {
  const more = paths.length > maxShown ? ` and ${paths.length - maxShown} more` : '';
  return `(${paths.slice(0, maxShown).join(', ')}${more})`;
};

/**
 * Returns sentences on the path filters that match nothing in a whole run: each is a mistake more often than not, and a mistaken
 * `excludePaths` admits what its owner wants to be left out. Of a run that is not whole, only that nothing at all has passed is certain.
 */
async function unmatchedFilters(
  { database }: ScraperContext,
  run: SourceRun,
  isWhole: boolean,
): Promise<string[]> {
  const { includePaths, excludePaths } = parseSourceConfig(run.config);
  if (includePaths.length + excludePaths.length === 0) return [];
  const { documents, leftOut } = await countRun(database, run.id);
  if (documents === 0 && includePaths.length > 0)
    return [`No address of the source matches includePaths ${shown(includePaths)}: ${leftOut} were left out`];
  // Further addresses left out are not listed, and may match.
  if (!isWhole || leftOut >= maxLeftOutAddresses) return [];
  const filters = Object.entries({ includePaths, excludePaths }).map(([name, paths]) => ({
    name,
    unmatched: createUnmatchedPaths(paths),
  }));
  for await (const addresses of listMetAddresses(database, run.id)) {
    const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
    for (const { unmatched } of filters) unmatched.show(urls);
    if (filters.every(({ unmatched }) => unmatched.missing().length === 0)) return [];
  }
  return filters.flatMap(({ name, unmatched }) => {
    const paths = unmatched.missing();
    return paths.length === 0 ? [] : [`No address of the source matches ${shown(paths)} of ${name}`];
  });
}

/** Readers by the source that they read. */
const readers: Readonly<Record<string, SourceReader>> = {
  URLS_LIST: readAddresses,
  YOUTUBE: readAddresses,
  SITEMAP: readSitemapSource,
  WEBSITE: crawlWebsite,
};

/** Sources whose pages can be asked for one by one. */
const isOfSite = ({ source }: SourceRun) => source === 'SITEMAP' || source === 'WEBSITE';

const pages = (count: number) => (count === 1 ? '1 page' : `${count} pages`);

/**
 * Deletes the documents that a scheduled run has found gone; returns a note on the others, or undefined when the run waits for a
 * confirmation or takes no more.
 */
async function deleteAbsent(
  context: ScraperContext,
  run: SourceRun,
  { proof, signal }: { proof: Discovery['proof']; signal: AbortSignal },
): Promise<string[] | undefined> {
  const { database, dispatcher, settings } = context;
  if (!run.isScheduled) return [];
  if (!proof) {
    const { missing } = await countMissing(database, run);
    return missing === 0
      ? []
      : [`As not all of it was read, ${pages(missing)} that it did not name were left as they were`];
  }
  let kept: number | undefined = 0;
  const lookUp = async () => {
    kept = await lookUpPages(context, run, signal);
    return kept !== undefined;
  };
  const listing = { proof, limits: settings.deletionLimits, dispatch: dispatcher.dispatch };
  const asked = isOfSite(run) ? { ...listing, lookUp, mayLeaveOut: true } : listing;
  if (!(await deleteMissing(database, run, asked))) return undefined;
  return kept ? [`${pages(kept)} that it no longer names are still there, or may be, and were kept`] : [];
}

async function finish(
  context: ScraperContext,
  run: SourceRun,
  { proof, troubles }: Discovery,
  signal: AbortSignal,
) {
  const left = await deleteAbsent(context, run, { proof, signal });
  if (!left) return;
  const said = [
    ...troubles,
    ...left,
    ...(await unmatchedFilters(context, run, isOfSite(run) && proof !== undefined)),
  ];
  await closeListing(context.database, [run.id], { errorMessage: said.join('; ') || null });
}

/** Reads the source of a run and adds its documents to the run as it goes on; then marks the listing as complete. */
export function discoverSourceHandler(context: ScraperContext): Handler<PayloadOf<typeof discoverSource>> {
  return {
    async handle({ ingestJobRunId }, signal) {
      const run = await findSourceRun(context.database, context.vault, ingestJobRunId);
      const read = run && readers[run.source];
      if (!read) return;
      await closeUnconfirmed(context.database, run);
      const discovery = await read(context, run, signal);
      if (discovery) await finish(context, run, discovery, signal);
    },
    async onExhausted({ ingestJobRunId }, error) {
      await closeListing(context.database, [ingestJobRunId], { errorMessage: failureSentence(error) });
    },
  };
}

import type { ReadableSource, ReadPage, ScraperJobContext } from '@docfleet/api/context';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import { leaveBody, pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';
import { createCanonicalPages } from './crawl/canonical-pages.ts';
import { createCrawlScope } from './crawl/crawl-scope.ts';
import { isOfPage, type Visitor, visitPage } from './crawl/visit-page.ts';
import {
  headerSource,
  optionsFor,
  parseScrapeOptions,
  parseSourceConfig,
  type SourceConfig,
  storable,
} from './fetch-page.ts';
import { fetchPolitely } from './fetch-politely.ts';
import { fetchVideo } from './fetch-video.ts';
import { findAddresses } from './sources/addresses.ts';
import { findPages } from './sources/sitemap.ts';

type Request = Parameters<ScraperJobContext['openSource']>[0];
type Providers = Parameters<ScraperJobContext['openSource']>[1];

interface Opening {
  readonly context: ScraperContext;
  readonly config: SourceConfig;
  readonly providers: Providers;
}

async function read(
  { context, config, providers }: Opening,
  externalId: string,
  signal: AbortSignal,
): Promise<ReadPage> {
  const url = URL.parse(externalId);
  // The external id of a page is its address, that of a video its id.
  if (!url) {
    const { title, markdown } = await fetchVideo(context, externalId, signal);
    return { kind: 'page', title, text: storable(markdown) };
  }
  const options = optionsFor(parseScrapeOptions(config.scrapeOptions), headerSource(config), url);
  const request = { ...options, url, fresh: true };
  const result = await fetchPolitely(context, requireWebScraper(providers), request, signal);
  if (result.kind === 'page') return { kind: 'page', title: result.title, text: storable(result.markdown) };
  if (result.kind === 'file') await leaveBody(result.body);
  return { kind: 'file' };
}

async function readOrFail(opening: Opening, externalId: string, signal: AbortSignal): Promise<ReadPage> {
  try {
    return await read(opening, externalId, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const error = AppError.from(cause);
    if (!isOfPage(error)) throw error;
    return { kind: 'failed', error };
  }
}

function openSite({ context, config, providers }: Opening): ReturnType<ReadableSource['openSite']> {
  const start = pageAddress(config.url);
  if (!start) throw new AppError('INVALID_INGEST_CONFIG', 'The url is no http(s) address');
  const visitor: Visitor = {
    ingestJobId: '',
    canonicalPages: createCanonicalPages(),
    scraper: requireWebScraper(providers),
    options: parseScrapeOptions(config.scrapeOptions),
    reading: '',
    scope: createCrawlScope(start, config),
    start: start.href,
    headerSource: headerSource(config),
  };
  const unvisited = { ordinal: 0n, attempts: 0, identity: null, contentHash: null, links: [] };
  return {
    start: start.href,
    visit: (url, depth, signal) =>
      visitPage(context, visitor, { page: { ...unvisited, url, depth }, previous: undefined }, signal),
  };
}

/** Opens a source for jobs of extensions: it is read as ingestion would, and nothing is stored. */
export function openSource(context: ScraperContext, request: Request, providers: Providers): ReadableSource {
  const opening = { context, config: parseSourceConfig(request.config), providers };
  const find = request.source === 'SITEMAP' ? findPages : findAddresses;
  return {
    maxDepth: opening.config.maxDepth,
    maxLinks: opening.config.maxLinks,
    pagesAtOnce: context.settings.pagesOfHostAtOnce,
    async *list(signal, troubles) {
      const reading = { isComplete: true, troubles };
      for await (const { externalId } of find(context, request, { reading, signal })) yield externalId;
    },
    read: (externalId, signal) => readOrFail(opening, externalId, signal),
    openSite: () => openSite(opening),
  };
}

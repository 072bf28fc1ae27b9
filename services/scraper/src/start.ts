import {
  type EstimatedItem,
  type EstimateOrder,
  type EstimateOutcome,
  endConversion,
  findWaitingConversion,
  readEstimateOrder,
} from '@docfleet/domain/conversion';
import { findLiveDocuments } from '@docfleet/domain/document';
import type { FoundDocument } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import type { Resources } from '@docfleet/pipeline/resources';
import {
  discoverSource,
  estimateSource,
  fetchPage,
  type Handler,
  type PayloadOf,
  startWorker,
} from '@docfleet/queues';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask, createRecentAddresses } from '@docfleet/scraping';
import type { ScraperSettings } from './config.ts';
import { createScraperContext, type ScraperContext } from './context.ts';
import { isOfPage } from './crawl/visit-page.ts';
import { discoverSourceHandler } from './discover-source.ts';
import { estimateWebsite } from './estimate/estimate-website.ts';
import { type Estimating, maxShown, openEstimating, readAll, sampleSize } from './estimate/estimating.ts';
import { extrapolate } from './estimate/extrapolate.ts';
import { failedItem, isFile, judgePage, unknownItem, unreadItem } from './estimate/judge-page.ts';
import { createSample } from './estimate/sample.ts';
import { fetchPageHandler, storable } from './fetch-page.ts';
import { fetchPolitely } from './fetch-politely.ts';
import { fetchVideo } from './fetch-video.ts';
import { headerSource, optionsFor, parseScrapeOptions } from './scrape-options.ts';
import { findAddresses } from './sources/addresses.ts';
import { findPages } from './sources/sitemap.ts';
import type { SourceReading } from './sources/source-reader.ts';

/** Reads an address as ingestion would, and judges what comes. */
async function readAddress(estimating: Estimating, externalId: string): Promise<EstimatedItem> {
  const { context, config, providers, until } = estimating;
  const url = URL.parse(externalId);
  try {
    // The external id of a page is its address, that of a video its id.
    if (!url) {
      const { title, markdown: text } = await fetchVideo(context, externalId, until);
      return await judgePage(estimating, { externalId, title, text: storable(text) });
    }
    const request = {
      ...optionsFor(parseScrapeOptions(config.scrapeOptions), headerSource(config), url),
      url,
      fresh: true,
    };
    const result = await fetchPolitely(context, requireWebScraper(providers), request, until);
    if (result.kind === 'page') {
      const text = storable(result.markdown);
      return await judgePage(estimating, { externalId, title: result.title, text });
    }
    // Its connection is let go of once its body was begun, and left.
    if (result.kind === 'file') for await (const _ of result.body) break;
    return unknownItem(externalId, isFile);
  } catch (cause) {
    until.throwIfAborted();
    const error = AppError.from(cause);
    if (!isOfPage(error)) throw error;
    return failedItem(externalId, error);
  }
}

/** Counts all that a source names, and keeps the first and a sample of it. */
async function listAll(named: AsyncIterable<FoundDocument>, until: AbortSignal) {
  const wasNamed = createRecentAddresses();
  const sample = createSample(sampleSize);
  const first: string[] = [];
  let documents = 0;
  try {
    for await (const { externalId } of named) {
      if (until.aborted) return { documents, first, sample, isComplete: false };
      if (wasNamed(externalId)) continue;
      documents += 1;
      sample.add(externalId);
      if (first.length < maxShown) first.push(externalId);
    }
  } catch (error) {
    if (!until.aborted) throw error;
    return { documents, first, sample, isComplete: false };
  }
  return { documents, first, sample, isComplete: true };
}

/** Estimates a source that names its documents: all of them are counted, and a sample of them is read. */
async function estimateList(
  estimating: Estimating,
  named: AsyncIterable<FoundDocument>,
  listingUntil: AbortSignal,
): Promise<Omit<EstimateOutcome, 'trouble'>> {
  const { context, order } = estimating;
  const { documents, first, sample, isComplete } = await listAll(named, listingUntil);
  const drawn = sample.drawn();
  const read = await readAll(estimating, drawn, (address) => readAddress(estimating, address));
  const byId = new Map(read.map((item) => [item.externalId, item]));
  const live = await findLiveDocuments(context.database, order, first);
  return {
    figures: extrapolate({ read, representative: read, documents, documentsAreExact: isComplete }),
    read: read.length,
    isComplete: isComplete && read.length === drawn.length,
    items: first.map((address) => byId.get(address) ?? unreadItem(address, live.get(address))),
  };
}

/** Milliseconds kept for sending the response once no further page is begun. */
const marginMs = 3_000;
/** The rest is for reading a sample. */
const listingShare = 0.6;

/** Milliseconds for listing, whole ones: a timer takes no others. */
export const listingMs = (leftMs: number): number => Math.ceil(leftMs * listingShare);

async function estimate(estimating: Estimating, leftMs: number): Promise<EstimateOutcome> {
  const { context, order, until } = estimating;
  if (order.source === 'WEBSITE') return { ...(await estimateWebsite(estimating)), trouble: null };
  const reading: SourceReading = { isComplete: true, troubles: [] };
  const signal = AbortSignal.any([until, AbortSignal.timeout(listingMs(leftMs))]);
  const find = order.source === 'SITEMAP' ? findPages : findAddresses;
  const outcome = await estimateList(estimating, find(context, order, { reading, signal }), signal);
  return { ...outcome, trouble: reading.troubles[0] ?? null };
}

const isOfSource = ({ code }: AppError) => code.startsWith('PAGE_') || code === 'ADDRESS_FORBIDDEN';

/** Reads as much of a source as there is time for and says what all of it would come to. Nothing of it is kept. */
function estimateSourceHandler(context: ScraperContext): Handler<PayloadOf<typeof estimateSource>> {
  const { database, vault } = context;
  return {
    async handle({ conversionId }, signal) {
      const waiting = await findWaitingConversion(database, conversionId);
      const order: EstimateOrder | undefined = waiting && readEstimateOrder(vault, waiting);
      if (!waiting || !order) return;
      const leftMs = Math.max(1, waiting.expiresAt.getTime() - Date.now() - marginMs);
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      try {
        const outcome = await estimate(await openEstimating(context, order, until), leftMs);
        signal.throwIfAborted();
        await endConversion(database, conversionId, { outcome });
      } catch (cause) {
        // The caller waits: what is wrong with the source is reported at once, not tried again for a day.
        const error = AppError.from(cause);
        if (signal.aborted || !isOfSource(error)) throw cause;
        await endConversion(database, conversionId, error);
      }
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}

export { scraperSettings, scraperSettingsOf } from './config.ts';

/** Starts the scraper's workers; they stop when the scope closes. */
export function startScraper(scope: Scope, resources: Resources, settings: ScraperSettings): void {
  const { workerOptions } = resources;
  const context = createScraperContext(scope, resources, settings);
  const workers = [
    startWorker(fetchPage, fetchPageHandler(context), {
      ...workerOptions,
      concurrency: settings.pagesAtOnce,
    }),
    startWorker(discoverSource, discoverSourceHandler(context), {
      ...workerOptions,
      concurrency: settings.sourcesAtOnce,
    }),
    startWorker(estimateSource, estimateSourceHandler(context), {
      ...workerOptions,
      concurrency: settings.sourcesAtOnce,
    }),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}

import type { EstimatedItem, EstimateOutcome } from '@docfleet/domain/conversion';
import { findLiveDocuments } from '@docfleet/domain/document';
import type { FoundDocument } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { requireWebScraper } from '@docfleet/pipeline/providers';
import { createRecentAddresses } from '@docfleet/scraping';
import { isOfPage } from '../crawl/visit-page.ts';
import { storable } from '../fetch-page.ts';
import { fetchPolitely } from '../fetch-politely.ts';
import { fetchVideo } from '../fetch-video.ts';
import { headerSource, optionsFor, parseScrapeOptions } from '../scrape-options.ts';
import { type Estimating, maxShown, readAll, sampleSize } from './estimating.ts';
import { extrapolate } from './extrapolate.ts';
import { failedItem, isFile, judgePage, unknownItem, unreadItem } from './judge-page.ts';
import { createSample } from './sample.ts';

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
export async function estimateList(
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

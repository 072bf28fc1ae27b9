import type { FoundDocument, SourceRun } from '@docfleet/domain';
import { pageAddress, readSitemap, userAgent } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { passesFilter } from '../path-filter.ts';
import { parseScrapeOptions, parseSourceConfig } from '../scrape-options.ts';
import { addAllFound, foundPage } from './add-found.ts';
import type { SourceReader } from './source-reader.ts';

/** What became known beside the pages. */
interface Reading {
  isComplete: boolean;
  trouble?: string;
}

async function* findPages(
  { providerSettings: { egress } }: ScraperContext,
  run: SourceRun,
  { reading, signal }: { reading: Reading; signal: AbortSignal },
): AsyncGenerator<FoundDocument> {
  const config = parseSourceConfig(run.config);
  const headers = { 'user-agent': userAgent, ...parseScrapeOptions(config.scrapeOptions).headers };
  const sitemap = { fetchPage: egress.fetchPage, headers, signal };
  let left = config.maxLinks;
  for await (const item of readSitemap(new URL(config.url), sitemap)) {
    if (item.kind === 'failed') {
      reading.isComplete = false;
      reading.trouble ??= `${item.sitemap.href} could not be read: ${item.error.message}`;
      continue;
    }
    const url = pageAddress(item.url);
    if (!url || !passesFilter(url, config)) continue;
    if (left === 0) {
      reading.isComplete = false;
      return;
    }
    left -= 1;
    yield foundPage(run, url, config.metadata);
  }
}

/** Puts the pages of a sitemap into its run as it is read; a child that cannot be read leaves it incomplete. */
export const readSitemapSource: SourceReader = async (context, run, signal) => {
  const reading: Reading = { isComplete: true };
  const added = await addAllFound(context, run, findPages(context, run, { reading, signal }));
  return added ? reading : undefined;
};

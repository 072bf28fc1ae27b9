import type { FoundDocument } from '@docfleet/domain/run';
import { pageAddress, readSitemap, userAgent } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { createPathFilter } from '../path-filter.ts';
import { parseScrapeOptions, parseSourceConfig } from '../scrape-options.ts';
import { addAllFound, foundPage } from './add-found.ts';
import type { NamedSource, SourceReader, SourceReading } from './source-reader.ts';

/** The pages that a sitemap names and that are wanted, as it is read. */
export async function* findPages(
  { providerSettings: { egress, webReader } }: ScraperContext,
  run: NamedSource,
  { reading, signal }: { reading: SourceReading; signal: AbortSignal },
): AsyncGenerator<FoundDocument> {
  const config = parseSourceConfig(run.config);
  const headers = { 'user-agent': userAgent, ...parseScrapeOptions(config.scrapeOptions).headers };
  const sitemap = { fetchPage: egress.fetchPage, reader: webReader, headers, signal };
  const passesFilter = createPathFilter(config);
  let left = config.maxLinks;
  for await (const item of readSitemap(new URL(config.url), sitemap)) {
    if (item.kind === 'failed') {
      reading.isComplete = false;
      const trouble = `${item.sitemap.href} could not be read: ${item.error.message}`;
      if (reading.troubles.length === 0) reading.troubles.push(trouble);
      continue;
    }
    const url = pageAddress(item.url);
    if (!url || !passesFilter(url)) continue;
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
  const reading: SourceReading = { isComplete: true, troubles: [] };
  const added = await addAllFound(context, run, findPages(context, run, { reading, signal }));
  return added ? { isComplete: reading.isComplete, trouble: reading.troubles[0] } : undefined;
};

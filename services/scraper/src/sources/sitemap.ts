import type { FoundDocument, SourceRun } from '@docfleet/domain';
import { pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { readSitemap } from '../interim/sitemap.ts';
import { passesFilter } from '../path-filter.ts';
import { parseSourceConfig } from '../scrape-options.ts';
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
  let left = config.maxLinks;
  for await (const item of readSitemap(new URL(config.url), { egress, signal })) {
    if ('error' in item) {
      reading.isComplete = false;
      reading.trouble ??= item.error.message;
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

import { type FoundDocument, type LeftOut, noteLeftOut } from '@docfleet/domain/run';
import { pageAddress, readSitemap, userAgent } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { optionsFor, parseScrapeOptions, parseSourceConfig } from '../fetch-page.ts';
import { createPathFilter, leftOutByFilter } from '../path-filter.ts';
import {
  addAllFound,
  foundPage,
  type NamedSource,
  type SourceReader,
  type SourceReading,
} from './source-reader.ts';

const batchSize = 500;

/** Notes what a listing leaves out in the account of its run, batch by batch. */
function createLeftOutNotes(database: ScraperContext['database'], ingestJobRunId: string) {
  let waiting: LeftOut[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await noteLeftOut(database, ingestJobRunId, batch);
  };
  return {
    async add(leftOut: readonly LeftOut[]): Promise<void> {
      waiting.push(...leftOut);
      if (waiting.length >= batchSize) await flush();
    },
    flush,
  };
}

/** The pages that a sitemap names and that are wanted, as it is read. */
export async function* findPages(
  { providerSettings: { egress, webReader } }: ScraperContext,
  run: NamedSource,
  { reading, signal }: { reading: SourceReading; signal: AbortSignal },
): AsyncGenerator<FoundDocument> {
  const config = parseSourceConfig(run.config);
  const first = new URL(config.url);
  const options = parseScrapeOptions(config.scrapeOptions);
  const headersFor = (url: URL) => ({ 'user-agent': userAgent, ...optionsFor(options, first, url).headers });
  const sitemap = { fetchPage: egress.fetchPage, reader: webReader, headersFor, signal };
  const passesFilter = createPathFilter(config);
  let left = config.maxLinks;
  for await (const item of readSitemap(first, sitemap)) {
    if (item.kind === 'failed') {
      reading.isComplete = false;
      const trouble = `${item.sitemap.href} could not be read: ${item.error.message}`;
      if (reading.troubles.length === 0) reading.troubles.push(trouble);
      continue;
    }
    const url = pageAddress(item.url);
    if (!url) continue;
    if (!passesFilter(url)) {
      await reading.leaveOut?.([{ externalId: url.href, reason: leftOutByFilter }]);
      continue;
    }
    if (left === 0) {
      reading.isComplete = false;
      reading.troubles.push(`It ended at ${config.maxLinks} pages, its maxLinks: the sitemap names more`);
      return;
    }
    left -= 1;
    yield foundPage(run, url, config.metadata);
  }
}

/** Puts the pages of a sitemap into its run as it is read; a child that cannot be read leaves it incomplete. */
export const readSitemapSource: SourceReader = async (context, run, signal) => {
  const notes = createLeftOutNotes(context.database, run.id);
  const reading: SourceReading = { isComplete: true, troubles: [], leaveOut: notes.add };
  const added = await addAllFound(context, run, findPages(context, run, { reading, signal }));
  await notes.flush();
  const { isComplete, troubles } = reading;
  return added ? { proof: isComplete ? 'STATED' : undefined, troubles } : undefined;
};

import { failureSentence } from '@docfleet/domain/document';
import { closeListing, deleteVanished, findSourceRun, type SourceRun } from '@docfleet/domain/run';
import type { discoverSource, Handler, PayloadOf } from '@docfleet/queues';
import type { ScraperContext } from './context.ts';
import { crawlWebsite } from './crawl/crawl-website.ts';
import { readAddresses } from './sources/addresses.ts';
import { readSitemapSource } from './sources/sitemap.ts';
import type { Discovery, SourceReader } from './sources/source-reader.ts';

/** Who reads what. */
const readers: Readonly<Record<string, SourceReader>> = {
  URLS_LIST: readAddresses,
  YOUTUBE: readAddresses,
  SITEMAP: readSitemapSource,
  WEBSITE: crawlWebsite,
};

async function finish(context: ScraperContext, run: SourceRun, { isComplete, trouble }: Discovery) {
  if (run.isScheduled && isComplete)
    for await (const jobs of deleteVanished(context.database, run)) context.dispatcher.dispatch(jobs);
  await closeListing(context.database, [run.id], { errorMessage: trouble ?? null });
}

/** Reads the source of a run and puts what it names into the run while it continues; then says that this was all. */
export function discoverSourceHandler(context: ScraperContext): Handler<PayloadOf<typeof discoverSource>> {
  return {
    async handle({ ingestJobRunId }, signal) {
      const run = await findSourceRun(context.database, context.vault, ingestJobRunId);
      const read = run && readers[run.source];
      if (!read) return;
      const discovery = await read(context, run, signal);
      if (discovery) await finish(context, run, discovery);
    },
    async onExhausted({ ingestJobRunId }, error) {
      await closeListing(context.database, [ingestJobRunId], { errorMessage: failureSentence(error) });
    },
  };
}

import { closeUnconfirmed, deleteMissing } from '@docfleet/domain/deletion';
import { failureSentence } from '@docfleet/domain/document';
import { closeListing, countRun, findSourceRun, type SourceRun } from '@docfleet/domain/run';
import type { discoverSource, Handler, PayloadOf } from '@docfleet/queues';
import type { ScraperContext } from './context.ts';
import { crawlWebsite } from './crawl/crawl-website.ts';
import { parseSourceConfig } from './scrape-options.ts';
import { readAddresses } from './sources/addresses.ts';
import { readSitemapSource } from './sources/sitemap.ts';
import type { Discovery, SourceReader } from './sources/source-reader.ts';

const maxShownPaths = 5;

/** Who reads what. */
const readers: Readonly<Record<string, SourceReader>> = {
  URLS_LIST: readAddresses,
  YOUTUBE: readAddresses,
  SITEMAP: readSitemapSource,
  WEBSITE: crawlWebsite,
};

/** A filter that nothing passes is a mistake more often than not. */
async function unmatchedFilter({ database }: ScraperContext, run: SourceRun): Promise<string[]> {
  const { includePaths } = parseSourceConfig(run.config);
  if (includePaths.length === 0) return [];
  const { documents, leftOut } = await countRun(database, run.id);
  if (documents > 0) return [];
  const shown = includePaths.slice(0, maxShownPaths).join(', ');
  return [`No address of the source matches includePaths (${shown}): ${leftOut} were left out`];
}

async function finish(context: ScraperContext, run: SourceRun, { proof, troubles }: Discovery) {
  const { database, dispatcher, settings } = context;
  const { deletionLimits: limits } = settings;
  const canEnd =
    !run.isScheduled ||
    !proof ||
    (await deleteMissing(database, run, { proof, limits, dispatch: dispatcher.dispatch }));
  if (!canEnd) return;
  const said = [...troubles, ...(await unmatchedFilter(context, run))];
  await closeListing(database, [run.id], { errorMessage: said.join('; ') || null });
}

/** Reads the source of a run and puts what it names into the run while it continues; then says that this was all. */
export function discoverSourceHandler(context: ScraperContext): Handler<PayloadOf<typeof discoverSource>> {
  return {
    async handle({ ingestJobRunId }, signal) {
      const run = await findSourceRun(context.database, context.vault, ingestJobRunId);
      const read = run && readers[run.source];
      if (!read) return;
      await closeUnconfirmed(context.database, run);
      const discovery = await read(context, run, signal);
      if (discovery) await finish(context, run, discovery);
    },
    async onExhausted({ ingestJobRunId }, error) {
      await closeListing(context.database, [ingestJobRunId], { errorMessage: failureSentence(error) });
    },
  };
}

import { closeUnconfirmed, countMissing, deleteMissing } from '@docfleet/domain/deletion';
import { failureSentence } from '@docfleet/domain/document';
import { closeListing, findSourceRun, type SourceRun } from '@docfleet/domain/run';
import type { discoverSource, Handler, PayloadOf } from '@docfleet/queues';
import type { ScraperContext } from './context.ts';
import { crawlWebsite } from './crawl/crawl-website.ts';
import { lookUpPages } from './look-up-pages.ts';
import { readAddresses } from './sources/addresses.ts';
import { readSitemapSource } from './sources/sitemap.ts';
import type { Discovery, SourceReader } from './sources/source-reader.ts';
import { unmatchedFilters } from './unmatched-filters.ts';

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
 * Deletes what a scheduled run has found gone; returns what is to be said of the rest, or undefined when the run waits for a confirmation
 * or takes no more.
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

/** Reads the source of a run and puts what it names into the run while it continues; then says that this was all. */
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

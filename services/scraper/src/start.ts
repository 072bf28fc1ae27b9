import type { Resources } from '@docfleet/pipeline/resources';
import { discoverSource, estimateSource, fetchPage, startWorker } from '@docfleet/queues';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/scraping';
import type { ScraperSettings } from './config.ts';
import { createScraperContext } from './context.ts';
import { discoverSourceHandler } from './discover-source.ts';
import { estimateSourceHandler } from './estimate-source.ts';
import { fetchPageHandler } from './fetch-page.ts';

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

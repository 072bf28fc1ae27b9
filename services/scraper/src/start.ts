import { jobsOf, startJobs } from '@docfleet/api/extension';
import type { Resources } from '@docfleet/pipeline/resources';
import { discoverSource, fetchPage, startWorker } from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/scraping';
import type { ScraperSettings } from './config.ts';
import { createScraperContext } from './context.ts';
import { discoverSourceHandler } from './discover-source.ts';
import { fetchPageHandler } from './fetch-page.ts';
import { openSource } from './open-source.ts';

export { scraperSettings, scraperSettingsOf } from './config.ts';

/** Starts the scraper's workers; they stop when the scope closes. */
export function startScraper(scope: Scope, resources: Resources, settings: ScraperSettings): void {
  const context = createScraperContext(scope, resources, settings);
  const ofPages = { ...resources.workerOptions, concurrency: settings.pagesAtOnce };
  const ofSources = { ...resources.workerOptions, concurrency: settings.sourcesAtOnce };
  const workers = [
    startWorker(fetchPage, fetchPageHandler(context), ofPages),
    startWorker(discoverSource, discoverSourceHandler(context), ofSources),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
  startJobs(scope, jobsOf(extensions, 'scraper'), {
    ...resources,
    workerOptions: ofSources,
    openSource: (request, providers) => openSource(context, request, providers),
  });
}

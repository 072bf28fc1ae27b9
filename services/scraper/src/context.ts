import { createDocumentWorker, createLeaseKeeper, type DocumentWorker } from '@docfleet/domain/document';
import type { Resources } from '@docfleet/pipeline/resources';
import type { Scope } from '@docfleet/runtime/service';
import { createRobotsReader, type RobotsReader, userAgent } from '@docfleet/scraping';
import type { ScraperSettings } from './config.ts';
import { createHostTurns, type HostTurns } from './host-turns.ts';

export interface ScraperContext extends Resources {
  readonly settings: ScraperSettings;
  readonly documents: DocumentWorker;
  readonly hostTurns: HostTurns;
  readonly robots: RobotsReader;
}

/** Opens the dependencies of the handlers. */
export function createScraperContext(
  scope: Scope,
  resources: Resources,
  settings: ScraperSettings,
): ScraperContext {
  const { cache, database, logger, providerSettings } = resources;
  const leases = scope.defer(createLeaseKeeper(database, logger), (keeper) => keeper.close());
  return {
    ...resources,
    settings,
    documents: createDocumentWorker(database, leases, 'FETCH_PAGE'),
    hostTurns: createHostTurns(cache, {
      atOnce: settings.pagesOfHostAtOnce,
      refusalTimeoutMs: settings.hostRefusalTimeoutMs,
    }),
    robots: createRobotsReader({
      fetchPage: providerSettings.egress.fetchPage,
      reader: providerSettings.webReader,
      userAgent,
    }),
  };
}

import { connectorSyncSettingsOf, startConnectorSync } from '@docfleet/connector-sync';
import { startEmbedder } from '@docfleet/embedder';
import { parserSettingsOf, startParser } from '@docfleet/parser';
import type { Resources, ResourcesConfig } from '@docfleet/pipeline/resources';
import type { Scope } from '@docfleet/runtime/service';
import { startScheduler } from '@docfleet/scheduler';
import { scraperSettingsOf, startScraper } from '@docfleet/scraper';
import { dispatcherSettingsOf, startWebhookDispatcher } from '@docfleet/webhook-dispatcher';
import type { FleetConfig } from './config.ts';

/** The fleet's settings with the servers and the master key that it has opened. */
export type OpenedConfig = FleetConfig & ResourcesConfig;

/** Starts every service but the gateway; they stop when the scope closes. */
export function startWorkers(scope: Scope, resources: Resources, config: OpenedConfig): void {
  startScheduler(scope, resources, config);
  startEmbedder(scope, resources, { concurrency: config.EMBED_CONCURRENCY });
  startParser(scope, resources, parserSettingsOf(config));
  startScraper(scope, resources, scraperSettingsOf(config));
  startConnectorSync(scope, resources, connectorSyncSettingsOf(config));
  startWebhookDispatcher(scope, resources, dispatcherSettingsOf(config));
}

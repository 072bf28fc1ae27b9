import { openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { scraperConfig, scraperSettingsOf } from './config.ts';
import { startScraper } from './start.ts';

const config = readConfig(scraperConfig);
const logger = createLogger({ service: 'scraper', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startScraper(scope, resources, scraperSettingsOf(config));
});

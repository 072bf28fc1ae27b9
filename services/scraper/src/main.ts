import { openResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run, serveInternal } from '@docfleet/runtime/service';
import { scraperConfig, scraperSettingsOf } from './config.ts';
import { startScraper } from './start.ts';

const config = readConfig(scraperConfig);
const logger = createLogger({ service: 'scraper', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startScraper(scope, resources, scraperSettingsOf(config));
});

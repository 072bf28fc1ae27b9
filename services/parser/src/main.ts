import { readConfig } from '@docfleet/config';
import { createLogger } from '@docfleet/logging';
import { openResources } from '@docfleet/resources';
import { run, serveInternal } from '@docfleet/service';
import { parserConfig, parserSettingsOf } from './config.ts';
import { startParser } from './start.ts';

const config = readConfig(parserConfig);
const logger = createLogger({ service: 'parser', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startParser(scope, resources, parserSettingsOf(config));
});

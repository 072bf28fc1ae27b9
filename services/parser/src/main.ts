import { openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { parserConfig, parserSettingsOf } from './config.ts';
import { startParser } from './start.ts';

const config = readConfig(parserConfig);
const logger = createLogger({ service: 'parser', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startParser(scope, resources, parserSettingsOf(config));
});

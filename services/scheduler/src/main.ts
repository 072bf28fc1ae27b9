import { openServedResources, resourcesConfig } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { z } from 'zod';
import { startScheduler } from './start.ts';
import { schedulerSettings } from './tasks.ts';

const config = readConfig(z.object({ ...resourcesConfig, ...schedulerSettings }));
const logger = createLogger({ service: 'scheduler', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startScheduler(scope, resources, config);
});

import { readConfig } from '@docfleet/config';
import { createLogger } from '@docfleet/logging';
import { openResources, resourcesConfig } from '@docfleet/resources';
import { run, serveInternal } from '@docfleet/service';
import { z } from 'zod';
import { schedulerSettings } from './config.ts';
import { startScheduler } from './start.ts';

const config = readConfig(z.object({ ...resourcesConfig, ...schedulerSettings }));
const logger = createLogger({ service: 'scheduler', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startScheduler(scope, resources, config);
});

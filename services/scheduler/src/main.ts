import { openResources, resourcesConfig } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run, serveInternal } from '@docfleet/runtime/service';
import { z } from 'zod';
import { startScheduler } from './start.ts';
import { schedulerSettings } from './tasks.ts';

const config = readConfig(z.object({ ...resourcesConfig, ...schedulerSettings }));
const logger = createLogger({ service: 'scheduler', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startScheduler(scope, resources, config);
});

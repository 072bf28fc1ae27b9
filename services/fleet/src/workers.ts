/** The fleet's workers in a process of their own. The process that serves requests starts it, and sends its settings as the first message. */
import { once } from 'node:events';
import { openResources } from '@docfleet/pipeline/resources';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { fleetLogFile } from './config.ts';
import { type OpenedConfig, startWorkers } from './start-workers.ts';

// It never outlives the process that started it, however that one ends.
process.once('disconnect', () => process.exit());

const [config] = (await once(process, 'message')) as [OpenedConfig];
const logger = createLogger({
  service: 'fleet-workers',
  level: config.LOG_LEVEL,
  file: fleetLogFile(config),
});

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  const { metrics } = resources;
  if (config.INTERNAL_PORT !== undefined) metrics.watchProcess();
  startWorkers(scope, resources, config);
  // Each further message asks for the metrics.
  process.on('message', async () => process.send?.(await metrics.read()));
  process.send?.('ready');
});

import { openResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run, serveInternal } from '@docfleet/runtime/service';
import { dispatcherSettingsOf, webhookDispatcherConfig } from './config.ts';
import { startWebhookDispatcher } from './start.ts';

const config = readConfig(webhookDispatcherConfig);
const logger = createLogger({ service: 'webhook-dispatcher', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startWebhookDispatcher(scope, resources, dispatcherSettingsOf(config));
});

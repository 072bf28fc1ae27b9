import { openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { dispatcherSettingsOf, webhookDispatcherConfig } from './config.ts';
import { startWebhookDispatcher } from './start.ts';

const config = readConfig(webhookDispatcherConfig);
const logger = createLogger({ service: 'webhook-dispatcher', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startWebhookDispatcher(scope, resources, dispatcherSettingsOf(config));
});

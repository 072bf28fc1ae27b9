import { openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { connectorSyncConfig, connectorSyncSettingsOf } from './config.ts';
import { startConnectorSync } from './start.ts';

const config = readConfig(connectorSyncConfig);
const logger = createLogger({ service: 'connector-sync', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startConnectorSync(scope, resources, connectorSyncSettingsOf(config));
});

import { readConfig } from '@docfleet/config';
import { createLogger } from '@docfleet/logging';
import { openResources } from '@docfleet/resources';
import { run, serveInternal } from '@docfleet/service';
import { connectorSyncConfig, connectorSyncSettingsOf } from './config.ts';
import { startConnectorSync } from './start.ts';

const config = readConfig(connectorSyncConfig);
const logger = createLogger({ service: 'connector-sync', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openResources(scope, config, logger);
  await serveInternal(scope, config, resources);
  startConnectorSync(scope, resources, connectorSyncSettingsOf(config));
});

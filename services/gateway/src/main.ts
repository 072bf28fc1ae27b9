import { openRequestDatabases, openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { gatewayConfig, gatewaySettingsOf } from './config.ts';
import { createGatewayContext } from './create-context.ts';
import { holdDefaultStore } from './namespaces/namespace-config.ts';
import { startGateway } from './start.ts';

const config = readConfig(gatewayConfig);
const logger = createLogger({ service: 'gateway', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const settings = gatewaySettingsOf(config);
  await holdDefaultStore(scope, settings.defaultConfigs, config);
  const resources = await openServedResources(scope, config, logger);
  const databases = openRequestDatabases(scope, config, logger);
  const context = createGatewayContext({ ...resources, ...databases }, settings);
  const { url } = await startGateway(scope, context, {
    port: config.PORT,
    host: config.HOST,
    keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000,
  });
  logger.info({ url }, 'gateway listens');
});

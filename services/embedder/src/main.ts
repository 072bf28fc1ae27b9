import { openServedResources } from '@docfleet/pipeline/resources';
import { readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { run } from '@docfleet/runtime/service';
import { embedderConfig, startEmbedder } from './start.ts';

const config = readConfig(embedderConfig);
const logger = createLogger({ service: 'embedder', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  const resources = await openServedResources(scope, config, logger);
  startEmbedder(scope, resources, { concurrency: config.EMBED_CONCURRENCY });
});

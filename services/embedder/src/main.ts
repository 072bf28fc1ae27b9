import { readConfig } from '@docfleet/config';
import { createLogger } from '@docfleet/logging';
import { openResources } from '@docfleet/resources';
import { run } from '@docfleet/service';
import { embedderConfig } from './config.ts';
import { startEmbedder } from './start.ts';

const config = readConfig(embedderConfig);
const logger = createLogger({ service: 'embedder', level: config.LOG_LEVEL });

await run(logger, async (scope) => {
  startEmbedder(scope, await openResources(scope, config, logger), { concurrency: config.EMBED_CONCURRENCY });
});

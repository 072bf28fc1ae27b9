import type { IngestionSource } from '@docfleet/domain';
import { z } from 'zod';
import { chunkConfig } from './chunk-config.ts';
import { namespaceId } from './namespace-id.ts';
import { syncFrequency } from './sync-frequency.ts';

/** What is sent to have a source read now, and again if it is asked for. */
export const sourceBody = <Source extends IngestionSource, Config extends z.ZodType>(
  source: Source,
  config: Config,
) =>
  z.strictObject({
    namespaceId,
    ingestConfig: z.strictObject({ source: z.literal(source), config, chunkConfig }),
    syncFrequency,
  });

import type { IngestionSource } from '@docfleet/domain/database';
import { z } from 'zod';
import { chunkConfig } from '../namespaces/chunk-config.ts';
import { namespaceId } from '../namespaces/namespace-id.ts';

/** What is sent to have a source read now, and again as often as the frequency says. */
export const sourceBody = <
  Source extends IngestionSource,
  Config extends z.ZodType,
  Frequency extends z.ZodType,
>(
  source: Source,
  config: Config,
  syncFrequency: Frequency,
) =>
  z.strictObject({
    namespaceId,
    ingestConfig: z.strictObject({ source: z.literal(source), config, chunkConfig }),
    syncFrequency,
  });

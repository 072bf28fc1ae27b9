import { namespaceId } from '@docfleet/api/find-own-namespace';
import { SyncFrequency } from '@docfleet/domain/database';
import { z } from 'zod';
import { chunkConfig } from '../namespaces/chunk-config.ts';

/** How often a source is read again by itself. */
export const syncFrequency = z
  .enum(SyncFrequency)
  .default('NEVER')
  .describe('How often the source is read again: new, changed and vanished pages are followed');

/** The same for a connection, whose job may have one already. */
export const connectionSyncFrequency = z
  .enum(SyncFrequency)
  .optional()
  .describe(
    'How often the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first',
  );

/** What is sent to have a source read now, and again as often as the frequency says. */
export const sourceBody = <Source extends string, Config extends z.ZodType, Frequency extends z.ZodType>(
  source: Source,
  config: Config,
  syncFrequency: Frequency,
) =>
  z.strictObject({
    namespaceId,
    ingestConfig: z.strictObject({ source: z.literal(source), config, chunkConfig }),
    syncFrequency,
  });

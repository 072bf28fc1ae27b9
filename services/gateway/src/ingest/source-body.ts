import { chunkConfig } from '@docfleet/api/chunk-config';
import { namespaceId } from '@docfleet/api/find-own-namespace';
import { SyncFrequency } from '@docfleet/domain/database';
import { z } from 'zod';

/** Frequency at which a source is read again automatically. */
export const syncFrequency = z
  .enum(SyncFrequency)
  .default('NEVER')
  .describe('How often the source is read again: new, changed and vanished pages are followed');

/** Frequency at which a connection is read again; undefined: its job, which may exist already, keeps its own. */
export const connectionSyncFrequency = z
  .enum(SyncFrequency)
  .optional()
  .describe(
    'How often the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first',
  );

/** Creates the schema of a request body that has a source read now, and repeatedly at its `syncFrequency`. */
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

import { SyncFrequency } from '@docfleet/domain/database';
import { z } from 'zod';

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

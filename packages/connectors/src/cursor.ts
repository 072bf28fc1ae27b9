import { AppError } from '@docfleet/errors';
import type { z } from 'zod';

/** Writes down where a walk is. */
export const writeCursor = (state: object): string => JSON.stringify(state);

/** Where a walk was; CURSOR_EXPIRED for what another version of the connector has written. */
export function readCursor<Schema extends z.ZodType>(cursor: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(cursor));
  } catch (cause) {
    throw new AppError('CURSOR_EXPIRED', 'The last sync ended in a way that is no longer known', { cause });
  }
}

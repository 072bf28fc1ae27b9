import { createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';

/** Writes down where a listing is. */
export const writeCursor = (state: object): string => JSON.stringify(state);

/** Parses the position of a listing; throws CURSOR_EXPIRED for one that another version of the connector has written. */
export function readCursor<Schema extends z.ZodType>(cursor: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(cursor));
  } catch (cause) {
    throw new AppError('CURSOR_EXPIRED', 'The last sync ended in a way that is no longer known', { cause });
  }
}

const envelope = z.strictObject({ selection: z.string(), state: z.unknown() });

/** Another order of the same selection is the same selection. */
function fingerprint(selection: readonly string[] | undefined): string {
  if (!selection) return 'everything';
  return createHash('sha256').update(JSON.stringify(selection.toSorted())).digest('base64url');
}

/** Writes down where a listing of this selection is. */
export const writeSelectionCursor = (state: object, selection: readonly string[] | undefined): string =>
  writeCursor({ selection: fingerprint(selection), state });

/** Parses the position of a listing; throws CURSOR_EXPIRED when it belongs to another selection or another version of the connector. */
export function readSelectionCursor<Schema extends z.ZodType>(
  cursor: string,
  schema: Schema,
  selection: readonly string[] | undefined,
): z.output<Schema> {
  const { selection: listed, state } = readCursor(cursor, envelope);
  if (listed !== fingerprint(selection))
    throw new AppError('CURSOR_EXPIRED', 'The selection has changed since the last sync');
  return readCursor(JSON.stringify(state), schema);
}

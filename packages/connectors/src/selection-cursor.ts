import { createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from './cursor.ts';

const envelope = z.strictObject({ selection: z.string(), state: z.unknown() });

/** Another order of the same selection is the same selection. */
function fingerprint(selection: readonly string[] | undefined): string {
  if (!selection) return 'everything';
  return createHash('sha256').update(JSON.stringify(selection.toSorted())).digest('base64url');
}

/** Writes down where a walk of this selection is. */
export const writeSelectionCursor = (state: object, selection: readonly string[] | undefined): string =>
  writeCursor({ selection: fingerprint(selection), state });

/** Where a walk was; CURSOR_EXPIRED when that was the walk of another selection, or of another version of the connector. */
export function readSelectionCursor<Schema extends z.ZodType>(
  cursor: string,
  schema: Schema,
  selection: readonly string[] | undefined,
): z.output<Schema> {
  const { selection: walked, state } = readCursor(cursor, envelope);
  if (walked !== fingerprint(selection))
    throw new AppError('CURSOR_EXPIRED', 'The selection has changed since the last sync');
  return readCursor(JSON.stringify(state), schema);
}

import type { Page } from '@docfleet/domain/run';
import type { ErrorCode } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { readCursor, writeCursor } from './cursor.ts';

interface Pagination {
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

/** The requested page; throws `invalid` when its cursor is not one of this list's (`place`). */
export function readPage(
  { pageSize, cursor }: Pagination,
  { key, place, invalid }: { key: Uint8Array; place: string; invalid: ErrorCode },
): Page {
  if (!cursor) return { size: pageSize };
  const after = readCursor(key, place, cursor);
  if (!after)
    throw invalidField(
      invalid,
      'pagination.cursor',
      'is not a cursor of this list: take the nextCursor of its last page',
    );
  return { size: pageSize, after };
}

/**
 * Cuts off the extra item that indicates a next page, and returns the cursor of that page. A page that is not full is followed by another
 * one when the list was read to `readTo` only.
 */
export function cutPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  { size }: Page,
  { key, place, readTo }: { key: Uint8Array; place: string; readTo?: string | undefined },
) {
  const shown = items.slice(0, size);
  const last = items.length > size ? shown.at(-1)?.id : readTo;
  return {
    shown,
    info: {
      itemsReturned: shown.length,
      hasNextPage: last !== undefined,
      nextCursor: last === undefined ? null : writeCursor(key, place, last),
    },
  };
}

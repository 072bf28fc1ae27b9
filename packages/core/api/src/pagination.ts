import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page } from '@docfleet/domain/run';
import type { ErrorCode } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';

const tagLength = 16;

const tag = (key: Uint8Array, place: string, id: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['cursor', place, id]))
    .digest()
    .subarray(0, tagLength);

/** Writes the end of a page: the id of its last item, signed for one list (`place`), so that no other takes it. */
export function writeCursor(key: Uint8Array, place: string, id: string): string {
  return Buffer.concat([tag(key, place, id), Buffer.from(id)]).toString('base64url');
}

/** The id in a cursor of this list; undefined when it was not written for it. */
export function readCursor(key: Uint8Array, place: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const id = bytes.subarray(tagLength).toString();
  if (bytes.toString('base64url') !== cursor || bytes.length <= tagLength) return undefined;
  return timingSafeEqual(bytes.subarray(0, tagLength), tag(key, place, id)) ? id : undefined;
}

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

const defaultPageSize = 20;
const maxPageSize = 100;

/** Cursor: a position in a list. The pattern serves the description only; a cursor of another list is refused with its name. */
export const cursor = z.string().max(512).meta({ pattern: '^[A-Za-z0-9_-]*$' });

export const pagination = z
  .strictObject({
    pageSize: z.int().min(1).max(maxPageSize).default(defaultPageSize),
    cursor: cursor.nullish().describe('The `nextCursor` of the page before'),
  })
  .meta({ id: 'Pagination' })
  .default({ pageSize: defaultPageSize });

/** Paging parameters of a query: `?pageSize=50&cursor=…`. */
export const pageQuery = {
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize)
    .default(defaultPageSize)
    .describe('Maximum number of items of a page'),
  cursor: cursor.optional().describe('The `nextCursor` of the page before'),
};

/** Paging information of every page. */
export const pageInfo = {
  itemsReturned: z.int(),
  hasNextPage: z
    .boolean()
    .describe('Pages may hold fewer items than were asked for: only this says which is the last'),
  nextCursor: z.string().nullable(),
};

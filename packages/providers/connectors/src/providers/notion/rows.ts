import { z } from 'zod';
import type { Listing, Page } from './replies.ts';

/** Position in the rows of a data source. */
export const rowsPosition = z.strictObject({
  cursor: z.string().nullable(),
  /** The rows of this query were created then or later; null for all. */
  createdSince: z.string().nullable(),
  /** Whether Notion has said of an earlier page of the query that it does not return everything. */
  isCapped: z.boolean(),
});
export type RowsPosition = z.output<typeof rowsPosition>;

export const firstRows: RowsPosition = { cursor: null, createdSince: null, isCapped: false };

/** Tests whether a result is a page that the integration may read: of others Notion shows the id alone. */
export const isPage = (result: Listing['results'][number]): result is Page =>
  result.object === 'page' && 'last_edited_time' in result;

/**
 * Returns the position after a page of rows, in the order of their creation: a query returns 10,000 at most, and the next one begins with
 * the minute in which the last row was created. `isWhole` is false where that makes no progress, as more were created within one minute.
 * https://developers.notion.com/guides/data-apis/query-large-data-sources
 */
export function afterRows(
  { next_cursor, results, request_status }: Listing,
  position: RowsPosition,
): { readonly next: RowsPosition | undefined; readonly isWhole: boolean } {
  const isCapped = position.isCapped || request_status?.type === 'incomplete';
  if (next_cursor !== null) return { next: { ...position, cursor: next_cursor, isCapped }, isWhole: true };
  if (!isCapped) return { next: undefined, isWhole: true };
  const createdSince = results.findLast(isPage)?.created_time;
  const leadsOn = createdSince !== undefined && createdSince !== position.createdSince;
  return { next: leadsOn ? { ...firstRows, createdSince } : undefined, isWhole: leadsOn };
}

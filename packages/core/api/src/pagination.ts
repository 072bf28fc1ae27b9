import { z } from 'zod';

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
    .describe('How many a page has at most'),
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

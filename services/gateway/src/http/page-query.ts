import { z } from 'zod';
import { largestPageSize, usualPageSize } from './pagination.ts';

/** Paging parameters of a query: `?pageSize=50&cursor=…`. */
export const pageQuery = {
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(largestPageSize)
    .default(usualPageSize)
    .describe('How many a page has at most'),
  cursor: z.string().max(512).optional().describe('The `nextCursor` of the page before'),
};

import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';

const refusalBody = z.object({ code: z.string().optional(), message: z.string() });

/** A view of a database that lies elsewhere stands among the blocks as a database of its own, of which Notion hands out nothing. */
const nothingToRead = /is a linked database|does not contain any data sources/;

/** https://developers.notion.com/reference/status-codes and /request-limits */
export const notionVendor: Vendor = {
  name: 'Notion',
  requestsPerSecond: 3,
  // The first version with the Markdown of pages.
  headers: { 'notion-version': '2026-03-11' },
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const message = body?.message ?? '';
    if (body?.code === 'validation_error' && nothingToRead.test(message))
      return { subject: 'missing', reason: message };
    const isCursor = body?.code === 'validation_error' && /start_cursor/.test(message);
    return { subject: isCursor ? 'cursor' : undefined, reason: body?.message ?? text };
  },
};

import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';

const refusalBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/** https://developers.notion.com/reference/status-codes and /request-limits */
export const notionVendor: Vendor = {
  name: 'Notion',
  requestsPerSecond: 3,
  // The first version with the Markdown of pages.
  headers: { 'notion-version': '2026-03-11' },
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const isCursor = body?.code === 'validation_error' && /start_cursor/.test(body.message ?? '');
    return { subject: isCursor ? 'cursor' : undefined, reason: body?.message ?? text };
  },
};

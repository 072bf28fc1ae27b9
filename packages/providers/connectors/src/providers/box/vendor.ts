import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';

const refusalBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/** https://developer.box.com/guides/api-calls/permissions-and-errors/common-errors and /rate-limits */
export const boxVendor: Vendor = {
  name: 'Box',
  // 1,000 requests a minute and user.
  requestsPerSecond: 16,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const isScope = body?.code === 'insufficient_scope';
    return { subject: isScope ? 'scope' : undefined, reason: body?.message ?? text };
  },
};

import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';

const refusalBody = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })).optional(),
});

/** https://developer.atlassian.com/cloud/confluence/rate-limiting */
export const confluenceVendor: Vendor = {
  name: 'Confluence',
  // Atlassian counts points of an app and publishes no rate; it answers 429 to what is too much.
  requestsPerSecond: 10,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const [error] = body?.errors ?? [];
    const reason = body?.message ?? error?.detail ?? error?.title ?? text;
    // A scope that is missing is refused with the same status as a token that has expired.
    return { subject: /scope does not match/.test(reason) ? 'scope' : undefined, reason };
  },
};

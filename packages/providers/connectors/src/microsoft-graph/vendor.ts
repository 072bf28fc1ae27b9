import { z } from 'zod';
import type { Vendor } from '../exchange.ts';
import type { Refusal, RefusalNote, RefusalSubject } from '../refusal.ts';

const body = z.object({
  error: z.object({ code: z.string().default(''), message: z.string().default('') }),
});

/** https://learn.microsoft.com/onedrive/developer/rest-api/concepts/errors */
const subjects: Readonly<Record<string, RefusalSubject>> = {
  activityLimitReached: 'rate',
  quotaLimitReached: 'rate',
  malwareDetected: 'forbidden',
  notSupported: 'unsupported',
};

/** Graph's own trouble, which it reports as a fault of tokens that are valid: https://github.com/OneDrive/onedrive-api-docs/issues/1489 */
const ownTrouble = /Unable to initialize RPS/i;

function readRefusal({ status, json, text }: Refusal): RefusalNote {
  const parsed = body.safeParse(json);
  const { code, message } = parsed.success ? parsed.data.error : { code: '', message: text };
  // https://learn.microsoft.com/graph/api/driveitem-delta: resyncRequired and its kin ask for a whole listing.
  const isStale =
    /^(resync|syncState)/i.test(code) || (status === 400 && /(delta|sync) ?token/i.test(message));
  const subject = isStale ? 'cursor' : ownTrouble.test(message) ? 'vendor' : subjects[code];
  // Throttled requests come as 503 and 509 as well, with the time to wait.
  return { reason: message || code, ...(subject && { subject }) };
}

/** Microsoft Graph throttles by cost and says when to retry; it publishes no number for drives. */
export const graphVendor = (name: string): Vendor => ({ name, requestsPerSecond: 10, readRefusal });

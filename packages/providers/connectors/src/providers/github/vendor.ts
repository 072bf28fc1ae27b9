import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';
import type { RefusalNote } from '../../refusal.ts';

const refusalBody = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ code: z.string().optional() })).optional(),
});

const limited = [403, 429];
const moved = [301, 308];
/** Blocked by a court or a rights holder. */
const blocked = 451;
/** A minute is what GitHub asks to wait for where it names no time. */
const secondaryWaitMs = 60_000;

/** Tests whether a refusal is a limit: of requests an hour, or of too many at once. */
function isLimit(status: number, headers: Headers, message: string): boolean {
  if (!limited.includes(status)) return false;
  const isSpent = headers.get('x-ratelimit-remaining')?.trim() === '0';
  return isSpent || headers.has('retry-after') || /rate limit|abuse detection/i.test(message);
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api and /best-practices-for-using-the-rest-api */
export const githubVendor: Vendor = {
  name: 'GitHub',
  // 900 points a minute are the most that GitHub accepts, and one a request.
  requestsPerSecond: 10,
  headers: { 'user-agent': 'docfleet', 'x-github-api-version': '2022-11-28' },
  // The address of a renamed repository needs the token as well, and shows what is public without it.
  followsRedirects: false,
  readRefusal({ status, headers, json, text }): RefusalNote {
    const body = refusalBody.safeParse(json).data;
    const reason = body?.message ?? text;
    if (moved.includes(status))
      return { subject: 'missing', reason: 'It was renamed, or moved to another owner: choose it again' };
    if (isLimit(status, headers, reason)) {
      const isSpent = headers.get('x-ratelimit-remaining')?.trim() === '0';
      return { subject: 'rate', reason, retryAfterMs: isSpent ? undefined : secondaryWaitMs };
    }
    if (body?.errors?.some(({ code }) => code === 'too_large')) return { subject: 'unsupported', reason };
    return { subject: status === blocked ? 'forbidden' : undefined, reason };
  },
};

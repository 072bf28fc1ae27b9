import { z } from 'zod';
import type { Refusal, RefusalNote, RefusalSubject } from '../../refusal.ts';

const body = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string(), location: z.string().optional() })).catch([]),
  }),
});

/** https://developers.google.com/workspace/drive/api/guides/handle-errors */
const subjects: Readonly<Record<string, RefusalSubject>> = {
  userRateLimitExceeded: 'rate',
  rateLimitExceeded: 'rate',
  sharingRateLimitExceeded: 'rate',
  dailyLimitExceeded: 'rate',
  insufficientPermissions: 'scope',
  /** Too many have downloaded the file: it passes within a day, and concerns no other file. */
  downloadQuotaExceeded: 'vendor',
  fileNotDownloadable: 'unsupported',
  exportSizeLimitExceeded: 'unsupported',
  /** The Drive API is not switched on in the OAuth client's project: no item's fault. */
  accessNotConfigured: 'request',
  domainPolicy: 'request',
};

/** Limits that are restored within a day, and not within seconds. */
const dailyReasons = ['dailyLimitExceeded', 'downloadQuotaExceeded'];
const dailyWaitMs = 3_600_000;

/** Interprets Google's refusals: rate limits come as 403 as well, and an expired page token as 400. */
export function readRefusal({ json, text }: Refusal): RefusalNote {
  const parsed = body.safeParse(json);
  if (!parsed.success) return { reason: text };
  const { message, errors } = parsed.data.error;
  const [first] = errors;
  const subject = first?.location === 'pageToken' ? 'cursor' : subjects[first?.reason ?? ''];
  return {
    reason: message,
    ...(subject && { subject }),
    ...(first?.reason === 'userRateLimitExceeded' && { isOfUser: true }),
    ...(dailyReasons.includes(first?.reason ?? '') && { retryAfterMs: dailyWaitMs }),
  };
}

import { retryAfterMs } from '@docfleet/egress';
import { AppError, causesOf, type ErrorCode } from '@docfleet/errors';
import { redactedReason } from '@docfleet/secrets';
import type { Vendor, VendorResponse } from './vendor.ts';

const setting = 'webScraperConfig.apiKey';

/** Converts a failed request into an error; the cause is not kept: its URL may contain the key, and logs print causes. */
export function unreachableVendor({ name, apiKey }: Vendor, error: unknown): AppError {
  const innermost = causesOf(error).at(-1);
  if (innermost instanceof AppError && innermost.code === 'ADDRESS_FORBIDDEN') return innermost;
  const said = innermost?.message ?? String(error);
  const reason = redactedReason(said.replaceAll(encodeURIComponent(apiKey), apiKey), apiKey);
  return new AppError('PROVIDER_UNAVAILABLE', `${name} could not be reached`, { details: { reason } });
}

export const lateVendor = ({ name }: Vendor, deadlineMs: number): AppError =>
  new AppError('PROVIDER_UNAVAILABLE', `${name} did not answer in time`, {
    details: { reason: `No whole answer within ${deadlineMs / 1_000} seconds`, isPaid: true },
  });

export const unreadableVendor = ({ name }: Vendor): AppError =>
  new AppError('PROVIDER_UNAVAILABLE', `${name} answered in a form that cannot be read`, {
    details: { reason: 'The answer is cut off, or is no page' },
  });

interface Verdict {
  readonly code: ErrorCode;
  readonly says: string;
  readonly isOfKey?: boolean;
}

function verdictOf(status: number): Verdict {
  if (status === 401 || status === 403)
    return { code: 'PROVIDER_REJECTED', says: 'refused the API key', isOfKey: true };
  if (status === 402)
    return { code: 'PROVIDER_REJECTED', says: 'has no credit left for this API key', isOfKey: true };
  if (status === 429) return { code: 'PROVIDER_RATE_LIMITED', says: 'asks for fewer requests' };
  if (status === 408 || status === 409 || status === 425 || status >= 500 || status < 400)
    return { code: 'PROVIDER_UNAVAILABLE', says: 'cannot answer now' };
  return { code: 'PROVIDER_REJECTED', says: 'refused the request' };
}

/** The error for an answer of the vendor's own other than success; `sentence` is what it said. `status` where it means another. */
export function refusedByVendor(
  { name, apiKey }: Vendor,
  answer: VendorResponse,
  sentence: string | undefined,
  status = answer.status,
): AppError {
  const { code, says, isOfKey } = verdictOf(status);
  const waitMs = code === 'PROVIDER_REJECTED' ? undefined : retryAfterMs(answer.headers);
  const details = {
    status: answer.status,
    reason: sentence ? redactedReason(sentence, apiKey) : `Status ${answer.status}`,
    ...(isOfKey && { setting }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
  return new AppError(code, `${name} ${says}`, { details });
}

import { retryAfterMs } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';

const waits = new Set([408, 425, 429]);
/** A server that throttles and does not say for how long. */
const defaultWaitMs = 5_000;
/** A page that is throttled is there: it is asked for again, each time after the wait. */
const maxThrottled = 20;

/** Returns the delay that a throttling or unavailable server requests, and the number of attempts; empty when it requests none. */
export function throttling(
  status: number,
  headers: Headers,
): { retryAfterMs?: number; maxAttempts?: number } {
  const waitMs = retryAfterMs(headers) ?? (status === 429 ? defaultWaitMs : undefined);
  return waitMs === undefined ? {} : { retryAfterMs: waitMs, maxAttempts: maxThrottled };
}

function verdictOf(status: number) {
  if (status === 404 || status === 410)
    return { code: 'PAGE_NOT_FOUND', says: 'There is no such page' } as const;
  if (waits.has(status) || status >= 500 || status < 400)
    return { code: 'PAGE_UNAVAILABLE', says: 'The server of the page cannot answer now' } as const;
  return { code: 'PAGE_FORBIDDEN', says: 'The server of the page does not show it' } as const;
}

/** Throws what the status of the page's own server means; does nothing for success. `headers` state how long to wait. */
export function requirePageStatus(status: number, url: URL, headers: Headers = new Headers()): void {
  if (status >= 200 && status < 300) return;
  const { code, says } = verdictOf(status);
  const details = { status, ...(code === 'PAGE_UNAVAILABLE' && throttling(status, headers)) };
  throw new AppError(code, `${says}: ${url.host} answered with status ${status}`, { details });
}

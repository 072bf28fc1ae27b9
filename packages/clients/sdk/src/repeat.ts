import { DocfleetError } from './docfleet-error.ts';

interface Repetition {
  readonly maxRetries: number;
  /** The longest wait before the first repetition, doubled with each. */
  readonly retryDelayMs: number;
  /** Whether a request whose fate is unknown may be sent again. */
  readonly isRepeatable: boolean;
  readonly deadlineMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

const maxDelayMs = 8_000;
/** Limits are counted by the minute: a longer time is the caller's to wait. */
const maxRetryAfterMs = 60_000;

/**
 * Retries `send` until it succeeds, fails permanently, or no attempt or time is left; then rejects with the last failure. `send` receives
 * the remaining milliseconds.
 */
export async function repeat<Result>(
  send: (leftMs: number) => Promise<Result>,
  { maxRetries, retryDelayMs, isRepeatable, deadlineMs, signal }: Repetition,
): Promise<Result> {
  const endsAt = deadlineMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + deadlineMs;
  for (let retries = 0; ; retries++) {
    try {
      return await send(endsAt - Date.now());
    } catch (error) {
      const mayRepeat = retries < maxRetries && isTransient(error, isRepeatable);
      const delayMs = retryAfterMs(error) ?? backoffMs(retries, retryDelayMs);
      if (!mayRepeat || delayMs > maxRetryAfterMs || Date.now() + delayMs >= endsAt) throw error;
      await wait(delayMs, signal);
    }
  }
}

function isTransient(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof DocfleetError)) return false;
  const { code, status } = error;
  // Refused before anything was done: any request may be sent again.
  if (status === 429 || code === 'IDEMPOTENCY_KEY_IN_USE') return true;
  // A file that took too long to convert takes as long again.
  if (!isRepeatable || code === 'REQUEST_TIMEOUT') return false;
  return status === undefined ? code === 'CONNECTION_FAILED' || code === 'TIMEOUT' : status >= 500;
}

function retryAfterMs(error: unknown): number | undefined {
  const seconds = error instanceof DocfleetError ? error.details['retryAfter'] : undefined;
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1_000 : undefined;
}

/** Between half of it and all of it, so that clients that failed together do not retry together. */
export const backoffMs = (retries: number, firstMs: number): number =>
  Math.min(maxDelayMs, firstMs * 2 ** retries) * (0.5 + Math.random() / 2);

/** The longest time that timers know: they fire at once for a longer one. */
const maxTimerMs = 2 ** 31 - 1;

/** A timer that fires after some milliseconds; undefined where they are more than 24 days, as no process waits that long. */
export const after = (ms: number, act: () => void): ReturnType<typeof setTimeout> | undefined =>
  ms > maxTimerMs ? undefined : setTimeout(act, ms);

/** Waits some milliseconds; rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = () => {
      end();
      reject(signal?.reason);
    };
    const timer = after(ms, () => {
      end();
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

import type { WebhookRetryPolicy } from '@docfleet/database';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

interface Schedule {
  /** Milliseconds before each retry. */
  readonly delays: readonly number[];
  /** The fraction by which a delay may be longer, so that deliveries that failed together are not retried together. */
  readonly jitter: number;
  /** The longest accepted Retry-After. */
  readonly maxRetryAfterMs: number;
}

const schedules: Record<WebhookRetryPolicy, Schedule> = {
  /** The interface promises two seconds. */
  DEFAULT: { delays: [2 * second], jitter: 0, maxRetryAfterMs: 0 },
  /**
   * https://www.standardwebhooks.com, "Deliverability and reliability". Together, with the longest jitter and a Retry-After of an hour
   * each time, less than the minimum retention of events of four days.
   */
  STANDARD: {
    delays: [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ],
    jitter: 0.2,
    maxRetryAfterMs: hour,
  },
};

/**
 * Returns the delay until the next retry in milliseconds, after `retries` used ones; undefined when none is left. A longer Retry-After
 * applies, up to the policy's limit.
 */
export function retryDelayOf(
  policy: WebhookRetryPolicy,
  retries: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const { delays, jitter, maxRetryAfterMs } = schedules[policy];
  const planned = delays[retries];
  if (planned === undefined) return undefined;
  return Math.max(planned, Math.min(retryAfterMs, maxRetryAfterMs)) * (1 + random() * jitter);
}

import type { WebhookRetryPolicy } from '@docfleet/database';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

interface Schedule {
  /** Milliseconds before each retry. */
  readonly delays: readonly number[];
  /** By how much of itself a delay may be longer, so that what failed together does not come back together. */
  readonly jitter: number;
  /** How long a receiver may put a retry off. */
  readonly longestRetryAfterMs: number;
}

const schedules: Record<WebhookRetryPolicy, Schedule> = {
  /** The interface promises two seconds. */
  DEFAULT: { delays: [2 * second], jitter: 0, longestRetryAfterMs: 0 },
  /**
   * https://www.standardwebhooks.com, "Deliverability and reliability". All together, with the longest jitter and a receiver that
   * asks for an hour each time, are less than the four days that events are kept at least.
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
    longestRetryAfterMs: hour,
  },
};

/**
 * Milliseconds until the next retry of a delivery that has used up so many; undefined when none is left. A receiver that asks for
 * more time (`Retry-After`) gets it, up to the policy's limit.
 */
export function retryDelayOf(
  policy: WebhookRetryPolicy,
  retries: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const { delays, jitter, longestRetryAfterMs } = schedules[policy];
  const planned = delays[retries];
  if (planned === undefined) return undefined;
  return Math.max(planned, Math.min(retryAfterMs, longestRetryAfterMs)) * (1 + random() * jitter);
}

import type { WebhookRetryPolicy } from '@docfleet/database';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds before each retry. STANDARD: https://www.standardwebhooks.com, "Deliverability and reliability". */
const schedules: Record<WebhookRetryPolicy, readonly number[]> = {
  DEFAULT: [2 * second],
  STANDARD: [
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
};

/** Milliseconds until the next retry of a delivery that has used up so many; undefined when none is left. */
export const retryDelayOf = (policy: WebhookRetryPolicy, retries: number): number | undefined =>
  schedules[policy][retries];

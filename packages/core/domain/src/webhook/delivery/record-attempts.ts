import type {
  Database,
  WebhookAttemptModel,
  WebhookDeliveryStatus,
  WebhookRetryPolicy,
} from '@docfleet/database';
import type { OpenDelivery } from './open-deliveries.ts';

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

/** The result of an attempt; `error` is null when the receiver accepted it. */
export type AttemptOutcome = Omit<WebhookAttemptModel, 'deliveryId' | 'number'> & {
  /** The receiver's Retry-After. */
  readonly retryAfterMs?: number | undefined;
};

export interface Attempt {
  readonly delivery: OpenDelivery;
  readonly outcome: AttemptOutcome;
}

/** The consecutive failures of a webhook since its last success. */
export interface FailureStreak {
  readonly consecutiveFailures: number;
  readonly failingSince: Date;
}

function nextOf({ delivery: { retryPolicy, retries }, outcome: { error, retryAfterMs } }: Attempt) {
  const succeeded = error === null;
  const delayMs = succeeded ? undefined : retryDelayOf(retryPolicy, retries, retryAfterMs);
  if (delayMs !== undefined) return { status: 'RETRYING', delayMs } as const;
  return { status: succeeded ? 'SUCCEEDED' : 'FAILED', delayMs: 0 } satisfies {
    status: WebhookDeliveryStatus;
    delayMs: number;
  };
}

const toRow = (attempt: Attempt, index: number) => ({
  ...attempt.outcome,
  ...nextOf(attempt),
  turn: index + 1,
  id: attempt.delivery.id,
  attempts: attempt.delivery.attempts,
});

/**
 * Records attempts in the order of their ends, and whether each delivery has succeeded, is retried, or has failed. Of a delivery that was
 * sent twice concurrently, the first attempt to end counts. Returns, at the index of each failed attempt, its webhook's failure streak.
 * Rows are locked in the order of their ids, as several dispatchers do this concurrently.
 */
export async function recordAttempts(
  database: Database,
  attempts: readonly Attempt[],
): Promise<(FailureStreak | undefined)[]> {
  const streaks = await database.$queryRaw<(FailureStreak & { id: string })[]>`
    WITH entry AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(attempts.map(toRow))}::json) AS entry (
        turn int, id uuid, attempts int, status "WebhookDeliveryStatus", "delayMs" float8, "startedAt" timestamptz, "durationMs" int,
        "statusCode" int, error text, "responseExcerpt" text)
    ), own AS MATERIALIZED (
      SELECT entry.* FROM entry JOIN webhook_deliveries delivery ON delivery.id = entry.id
        AND delivery.attempts = entry.attempts AND delivery.status = 'QUEUED'
      ORDER BY delivery.id FOR NO KEY UPDATE OF delivery
    ), delivery AS (
      UPDATE webhook_deliveries
      SET status = own.status, attempts = own.attempts + 1, retries = retries + (own.status = 'RETRYING')::int,
        "dueAt" = now() + own."delayMs" * interval '1 millisecond', "updatedAt" = now()
      FROM own WHERE webhook_deliveries.id = own.id
      RETURNING own.*, "webhookId"
    ), attempt AS (
      INSERT INTO webhook_attempts ("deliveryId", number, "startedAt", "durationMs", "statusCode", error, "responseExcerpt")
      SELECT id, attempts + 1, "startedAt", "durationMs", "statusCode", error, "responseExcerpt" FROM delivery
    ), judged AS (
      SELECT delivery.*, max(turn) FILTER (WHERE error IS NULL) OVER (PARTITION BY "webhookId") AS "lastSuccess" FROM delivery
    ), tally AS (
      SELECT "webhookId" AS id, "lastSuccess" IS NOT NULL AS succeeded,
        (count(*) FILTER (WHERE turn > coalesce("lastSuccess", 0)))::int AS failures,
        min("startedAt") FILTER (WHERE turn > coalesce("lastSuccess", 0)) AS since
      FROM judged GROUP BY "webhookId", "lastSuccess"
    ), concerned AS MATERIALIZED (
      SELECT tally.* FROM tally JOIN webhooks USING (id) WHERE failures > 0 OR "consecutiveFailures" > 0
      ORDER BY id FOR NO KEY UPDATE OF webhooks
    )
    UPDATE webhooks
    SET "consecutiveFailures" = failures + CASE WHEN succeeded THEN 0 ELSE "consecutiveFailures" END,
      "failingSince" = CASE WHEN succeeded THEN since ELSE coalesce("failingSince", since) END
    FROM concerned WHERE webhooks.id = concerned.id
    RETURNING webhooks.id, "consecutiveFailures", "failingSince"`;
  const byWebhook = new Map(streaks.map(({ id, ...streak }) => [id, streak]));
  return attempts.map(({ delivery, outcome }) =>
    outcome.error === null ? undefined : byWebhook.get(delivery.webhookId),
  );
}

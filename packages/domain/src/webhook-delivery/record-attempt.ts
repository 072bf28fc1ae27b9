import type { Database, WebhookAttemptModel, WebhookDeliveryStatus } from '@docfleet/database';
import type { OpenDelivery } from './open-delivery.ts';
import { retryDelayOf } from './retry-schedule.ts';

/** What came of sending a delivery once; `error` is null when the receiver took it. */
export type AttemptOutcome = Omit<WebhookAttemptModel, 'deliveryId' | 'number'>;

/** How a webhook has fared since it last took something. */
export interface FailureStreak {
  readonly consecutiveFailures: number;
  readonly failingSince: Date;
}

function nextOf({ retryPolicy, retries }: OpenDelivery, succeeded: boolean) {
  const delayMs = succeeded ? undefined : retryDelayOf(retryPolicy, retries);
  if (delayMs !== undefined) return { status: 'RETRYING', delayMs } as const;
  return { status: succeeded ? 'SUCCEEDED' : 'FAILED', delayMs: 0 } satisfies {
    status: WebhookDeliveryStatus;
    delayMs: number;
  };
}

/**
 * Notes an attempt, and with it whether the delivery is done, is tried again, or has failed. Of a delivery that was sent twice at
 * once, the first to end counts. Gives the webhook's streak of failures when this was one.
 */
export async function recordAttempt(
  database: Database,
  delivery: OpenDelivery,
  outcome: AttemptOutcome,
): Promise<FailureStreak | undefined> {
  const succeeded = outcome.error === null;
  const { status, delayMs } = nextOf(delivery, succeeded);
  const [streak] = await database.$queryRaw<FailureStreak[]>`
    WITH delivery AS (
      UPDATE webhook_deliveries
      SET status = ${status}::"WebhookDeliveryStatus", attempts = attempts + 1, retries = retries + ${Number(status === 'RETRYING')}::int,
        "dueAt" = now() + ${delayMs} * interval '1 millisecond', "updatedAt" = now()
      WHERE id = ${delivery.id}::uuid AND attempts = ${delivery.attempts} AND status = 'QUEUED'
      RETURNING id, attempts, "webhookId"
    ), attempt AS (
      INSERT INTO webhook_attempts ("deliveryId", number, "startedAt", "durationMs", "statusCode", error, "responseExcerpt")
      SELECT id, attempts, ${outcome.startedAt}::timestamptz, ${outcome.durationMs}::int, ${outcome.statusCode}::int,
        ${outcome.error}, ${outcome.responseExcerpt}
      FROM delivery
    )
    UPDATE webhooks
    SET "consecutiveFailures" = CASE WHEN ${succeeded} THEN 0 ELSE "consecutiveFailures" + 1 END,
      "failingSince" = CASE WHEN ${succeeded} THEN NULL ELSE coalesce("failingSince", ${outcome.startedAt}::timestamptz) END
    FROM delivery
    WHERE webhooks.id = delivery."webhookId" AND (NOT ${succeeded} OR "consecutiveFailures" > 0)
    RETURNING "consecutiveFailures", "failingSince"`;
  return succeeded ? undefined : streak;
}

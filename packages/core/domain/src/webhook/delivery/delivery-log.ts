import type {
  Database,
  WebhookAttemptModel,
  WebhookDeliveryStatus,
  WebhookEventType,
  WebhookRetryPolicy,
} from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { LRUCache } from 'lru-cache';
import { gather } from '../../database/gather.ts';

/** Opens the sealed signing key of a webhook. */
type OpenKey = (sealed: Uint8Array, webhookId: string) => string;

const lifetimeMs = 60_000;
const maxKeys = 1_000;

interface Opened {
  readonly key: string;
  readonly until: number;
}

/**
 * Caches opened keys for a minute, at most a thousand. The cache key is the sealed value: a rotated key has another one, so that no
 * invalidation is needed.
 */
export function rememberOpenKeys(vault: Vault, now: () => number = Date.now): OpenKey {
  const opened = new LRUCache<string, Opened>({ max: maxKeys });
  return (sealed, webhookId) => {
    const name = `${webhookId} ${Buffer.from(sealed).toString('base64')}`;
    const known = opened.get(name);
    if (known && known.until > now()) return known.key;
    const key = vault.open(sealed, webhookId);
    opened.set(name, { key, until: now() + lifetimeMs });
    return key;
  };
}

/** A delivery with all data needed to send it. */
export interface OpenDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly retries: number;
  readonly webhookId: string;
  readonly url: string;
  readonly retryPolicy: WebhookRetryPolicy;
  readonly type: WebhookEventType;
  readonly data: object;
  readonly tenantId: string | null;
  readonly namespaceName: string;
  readonly organizationId: string;
  readonly signingKey: string;
  /** The key before, while it still signs. */
  readonly oldSigningKey: string | undefined;
}

type Row = Omit<OpenDelivery, 'signingKey' | 'oldSigningKey'> & {
  readonly sealedKey: Uint8Array;
  readonly sealedOldKey: Uint8Array | null;
};

/**
 * Returns the queued deliveries of active webhooks among these, at the same index; undefined where there is nothing to send: already
 * sent, cancelled, or its webhook is disabled.
 */
async function openDeliveries(
  database: Database,
  openKey: OpenKey,
  ids: readonly string[],
): Promise<(OpenDelivery | undefined)[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT delivery.id, delivery.attempts, delivery.retries, webhook.id AS "webhookId", webhook.url, webhook."retryPolicy",
      event.type, event.data, event."tenantId", event."namespaceName", event."organizationId", webhook."sealedKey",
      CASE WHEN webhook."oldKeyEndsAt" > now() THEN webhook."sealedOldKey" END AS "sealedOldKey"
    FROM webhook_deliveries delivery
      JOIN webhook_events event ON event.id = delivery."eventId"
      JOIN webhooks webhook ON webhook.id = delivery."webhookId" AND webhook.status = 'ACTIVE'
    WHERE delivery.id = ANY(${ids}::uuid[]) AND delivery.status = 'QUEUED'`;
  const opened = rows.map(({ sealedKey, sealedOldKey, ...delivery }) => ({
    ...delivery,
    signingKey: openKey(sealedKey, delivery.webhookId),
    oldSigningKey: sealedOldKey ? openKey(sealedOldKey, delivery.webhookId) : undefined,
  }));
  const byId = new Map(opened.map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => byId.get(id));
}

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

interface Attempt {
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
async function recordAttempts(
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

/** Reads and writes deliveries for a sender, each call as if it were alone. */
export interface DeliveryLog {
  /** Returns a queued delivery of an active webhook; undefined when there is nothing to send. */
  open(deliveryId: string): Promise<OpenDelivery | undefined>;
  /** Records an attempt. Returns the webhook's failure streak if it failed. */
  record(delivery: OpenDelivery, outcome: AttemptOutcome): Promise<FailureStreak | undefined>;
}

/** One statement at a time, which waits for more entries imperceptibly: a sender of many deliveries needs few statements. */
const sharing = { maxUnderWay: 1, maxEntries: 100, lingerMs: 10 };

/** Opens the log for one sender: concurrent reads and writes share statements, and opened keys are cached. */
export function openDeliveryLog(database: Database, vault: Vault): DeliveryLog {
  const openKey = rememberOpenKeys(vault);
  const record = gather(
    (attempts: Parameters<typeof recordAttempts>[1]) => recordAttempts(database, attempts),
    sharing,
  );
  return {
    open: gather((ids: readonly string[]) => openDeliveries(database, openKey, ids), sharing),
    record: (delivery, outcome) => record({ delivery, outcome }),
  };
}

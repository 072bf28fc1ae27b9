import { type Database, type DatabaseSession, Prisma, type WebhookDeliveryStatus } from '@docfleet/database';
import { deliverWebhook } from '@docfleet/queues';
import { limits } from '@docfleet/runtime/config';
import { createOutboxJob, type OutboxJob } from '../../outbox/outbox.ts';

/**
 * The CTE `waiting`, for a WITH RECURSIVE: the webhooks with deliveries of these statuses. It skips from webhook to webhook through the
 * index, so that its cost depends on the number of webhooks, not of deliveries.
 */
const waitingWebhooks = (statuses: readonly WebhookDeliveryStatus[]): Prisma.Sql => Prisma.sql`
  waiting (status, "webhookId") AS (
    SELECT kind.status, first."webhookId"
    FROM unnest(${statuses}::"WebhookDeliveryStatus"[]) AS kind(status) CROSS JOIN LATERAL (
      SELECT "webhookId" FROM webhook_deliveries delivery WHERE delivery.status = kind.status
      ORDER BY "webhookId" LIMIT 1) first
    UNION ALL
    SELECT waiting.status, next."webhookId" FROM waiting CROSS JOIN LATERAL (
      SELECT "webhookId" FROM webhook_deliveries delivery
      WHERE delivery.status = waiting.status AND delivery."webhookId" > waiting."webhookId"
      ORDER BY "webhookId" LIMIT 1) next
  )`;

/** Maximum deliveries of one webhook in the queue; halved with each consecutive failure, down to one. */
const windowSize = 64;
/**
 * A delivery that has not finished this long after it was queued was lost: sending takes at most ten seconds, and one that is still
 * queued is not added twice.
 */
export const queuedForMs = 30_000;
/** One process admits at a time. An arbitrary number that no other lock uses. */
const admissionLock = 7_201_117;

/** Deliveries of a webhook that count as equally urgent: most webhooks have no more under way, and BullMQ's plain list is cheaper. */
const turnSize = 8;

interface Admitted {
  readonly id: string;
  readonly webhookId: string;
  /** Deliveries of its webhook that are on their way before it. */
  readonly ahead: number;
  /** The trace context of the run that its event is about, if any. */
  readonly traceparent: string | null;
}

/** Orders the first deliveries of all webhooks before the second ones, so that a slow webhook does not delay the others. */
const toJobs = (rows: readonly Admitted[]): OutboxJob[] =>
  rows.map(({ id, webhookId, ahead, traceparent }) =>
    createOutboxJob(
      deliverWebhook,
      { webhookId, deliveryId: id },
      { priority: Math.floor(ahead / turnSize), traceparent },
    ),
  );

const traceparentOfEvent = Prisma.sql`(
  SELECT run.traceparent FROM webhook_events event JOIN ingest_job_runs run ON run.id = (event.data ->> 'ingestJobRunId')::uuid
  WHERE event.id = webhook_deliveries."eventId") AS traceparent`;

const due = (status: 'PENDING' | 'RETRYING', turn: number) => Prisma.sql`
  (SELECT id, ${turn}::int AS turn, "dueAt" FROM webhook_deliveries
   WHERE status = ${status}::"WebhookDeliveryStatus" AND "webhookId" = open.id AND "dueAt" <= now()
   ORDER BY "dueAt", id LIMIT greatest(open.room, 0))`;

/**
 * Queues due deliveries, each webhook's within its own window: one that is dead or slow fills only its window, and all of an
 * organization's together a part of a dispatcher. Retries go before new deliveries. Returns the jobs to enqueue, none while another process admits.
 */
export async function admitDeliveries(database: DatabaseSession): Promise<OutboxJob[]> {
  const admitted = await database.$queryRaw<Admitted[]>`
    WITH RECURSIVE ${waitingWebhooks(['PENDING', 'RETRYING'])}, open AS (
      SELECT id, "organizationId", under_way.count AS ahead,
        greatest(1, ${windowSize}::int >> least("consecutiveFailures", 30)) - under_way.count AS room
      FROM webhooks CROSS JOIN LATERAL (
        SELECT count(*)::int FROM webhook_deliveries WHERE status = 'QUEUED' AND "webhookId" = webhooks.id) under_way
      WHERE status = 'ACTIVE' AND id IN (SELECT "webhookId" FROM waiting)
        AND (SELECT pg_try_advisory_xact_lock(${admissionLock}::bigint))
    ), busy AS (
      SELECT "organizationId", sum(under_way.count)::int AS count FROM webhooks CROSS JOIN LATERAL (
        SELECT count(*)::int FROM webhook_deliveries WHERE status = 'QUEUED' AND "webhookId" = webhooks.id) under_way
      WHERE "organizationId" IN (SELECT "organizationId" FROM open) GROUP BY "organizationId"
    ), candidates AS (
      SELECT admitted.id, open.ahead + admitted.position - 1 AS ahead, busy.count + row_number() OVER (
        PARTITION BY open."organizationId" ORDER BY open.ahead + admitted.position, admitted.id) AS place
      FROM open JOIN busy USING ("organizationId") CROSS JOIN LATERAL (
        SELECT id, (row_number() OVER (ORDER BY turn, "dueAt", id))::int AS position FROM (${due('RETRYING', 1)} UNION ALL ${due('PENDING', 2)}) AS candidate
        ORDER BY turn, "dueAt", id LIMIT greatest(open.room, 0)) admitted
    ), chosen AS (
      SELECT id, ahead FROM candidates WHERE place <= ${limits.webhookRequestsPerOrganization}
    )
    UPDATE webhook_deliveries
    SET status = 'QUEUED', "dueAt" = now() + ${queuedForMs} * interval '1 millisecond', "updatedAt" = now()
    FROM chosen WHERE webhook_deliveries.id = chosen.id AND webhook_deliveries.status IN ('PENDING', 'RETRYING')
    RETURNING webhook_deliveries.id, webhook_deliveries."webhookId", chosen.ahead, ${traceparentOfEvent}`;
  // Ids sort by creation time: the older delivery goes first.
  return toJobs(admitted.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Jobs for deliveries that were queued and never ended: a lost Redis, a killed worker. */
export async function findLostDeliveries(database: Database): Promise<OutboxJob[]> {
  const lost = await database.$queryRaw<Admitted[]>`
    UPDATE webhook_deliveries SET "dueAt" = now() + ${queuedForMs} * interval '1 millisecond'
    WHERE status = 'QUEUED' AND "dueAt" <= now()
    RETURNING id, "webhookId", 0 AS ahead, ${traceparentOfEvent}`;
  return toJobs(lost);
}

const maxCancelled = 1_000;

/** Cancels pending deliveries of webhooks that are DISABLED or deleted, in bounded steps; returns their number. They can be replayed. */
export async function cancelDeliveries(database: Database): Promise<number> {
  let cancelled = 0;
  for (;;) {
    const step = await database.$executeRaw`
      WITH RECURSIVE ${waitingWebhooks(['PENDING', 'RETRYING', 'QUEUED'])}, doomed AS (
        SELECT id FROM webhook_deliveries JOIN (
          SELECT * FROM waiting
          WHERE NOT EXISTS (SELECT 1 FROM webhooks WHERE webhooks.id = waiting."webhookId" AND webhooks.status = 'ACTIVE')
        ) inactive USING (status, "webhookId")
        WHERE status <> 'QUEUED' OR "dueAt" <= now()
        LIMIT ${maxCancelled} FOR UPDATE OF webhook_deliveries SKIP LOCKED
      )
      UPDATE webhook_deliveries SET status = 'CANCELLED', "updatedAt" = now()
      FROM doomed WHERE webhook_deliveries.id = doomed.id`;
    cancelled += step;
    if (step < maxCancelled) return cancelled;
  }
}

import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { deliverWebhook } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';
import { waitingWebhooks } from './waiting-webhooks.ts';

/** Deliveries of one webhook that may be on their way at once; half as many with each failure in a row, down to one. */
const windowSize = 64;
/** A delivery that has not ended so long after it was queued was lost on the way: sending takes at most ten seconds. */
export const queuedForMs = 60_000;
/** One process admits at a time. Any number that nobody else uses. */
const admissionLock = 7_201_117;

const toJobs = (rows: readonly { id: string }[]): OutboxJob[] =>
  rows.map(({ id }) => createOutboxJob(deliverWebhook, { deliveryId: id }));

const due = (status: 'PENDING' | 'RETRYING', turn: number) => Prisma.sql`
  (SELECT id, ${turn}::int AS turn, "dueAt" FROM webhook_deliveries
   WHERE status = ${status}::"WebhookDeliveryStatus" AND "webhookId" = open.id AND "dueAt" <= now()
   ORDER BY "dueAt", id LIMIT greatest(open.room, 0))`;

/**
 * Lets what is due into the queue, each webhook's deliveries within a window of its own: one that is dead or slow fills its window
 * and no more. What is sent again goes before what is new. Gives the jobs to enqueue, none while another process is at it.
 */
export async function admitDeliveries(database: DatabaseSession): Promise<OutboxJob[]> {
  const admitted = await database.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE ${waitingWebhooks(['PENDING', 'RETRYING'])}, open AS (
      SELECT id, greatest(1, ${windowSize}::int >> least("consecutiveFailures", 30)) - (
        SELECT count(*) FROM webhook_deliveries WHERE status = 'QUEUED' AND "webhookId" = webhooks.id) AS room
      FROM webhooks
      WHERE status = 'ACTIVE' AND id IN (SELECT "webhookId" FROM waiting)
        AND (SELECT pg_try_advisory_xact_lock(${admissionLock}::bigint))
    ), chosen AS (
      SELECT admitted.id FROM open CROSS JOIN LATERAL (
        SELECT id FROM (${due('RETRYING', 1)} UNION ALL ${due('PENDING', 2)}) AS candidate
        ORDER BY turn, "dueAt", id LIMIT greatest(open.room, 0)) admitted
    )
    UPDATE webhook_deliveries
    SET status = 'QUEUED', "dueAt" = now() + ${queuedForMs} * interval '1 millisecond', "updatedAt" = now()
    FROM chosen WHERE webhook_deliveries.id = chosen.id AND webhook_deliveries.status IN ('PENDING', 'RETRYING')
    RETURNING webhook_deliveries.id`;
  // Ids sort by the time of their making: the older one goes first.
  return toJobs(admitted.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Jobs for deliveries that were queued and never ended: a lost Redis, a killed worker. */
export async function findLostDeliveries(database: Database): Promise<OutboxJob[]> {
  const lost = await database.$queryRaw<{ id: string }[]>`
    UPDATE webhook_deliveries SET "dueAt" = now() + ${queuedForMs} * interval '1 millisecond'
    WHERE status = 'QUEUED' AND "dueAt" <= now()
    RETURNING id`;
  return toJobs(lost);
}

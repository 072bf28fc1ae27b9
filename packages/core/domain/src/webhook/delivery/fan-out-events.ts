import type { Database, DatabaseSession } from '@docfleet/database';
import { createId } from '../../database/identifier.ts';
import { removeInSteps } from '../../database/roll-up.ts';

const maxFannedOut = 500;

interface Match {
  readonly eventId: bigint;
  /** Null for an event without subscribers. */
  readonly webhookId: string | null;
}

/** Locks undispatched events and finds their webhooks. */
async function takeEvents(session: DatabaseSession): Promise<Match[]> {
  return session.$queryRaw<Match[]>`
    WITH fresh AS (
      SELECT id, "organizationId", "namespaceName", "tenantId", type FROM webhook_events
      WHERE "dispatchedAt" IS NULL ORDER BY id LIMIT ${maxFannedOut} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE webhook_events SET "dispatchedAt" = now() FROM fresh WHERE webhook_events.id = fresh.id
    )
    SELECT fresh.id AS "eventId", webhooks.id AS "webhookId"
    FROM fresh LEFT JOIN webhooks ON webhooks."organizationId" = fresh."organizationId" AND webhooks.status = 'ACTIVE'
      AND (webhooks."tenantId" IS NULL OR webhooks."tenantId" = fresh."tenantId")
      AND (webhooks.events = '{}' OR fresh.type = ANY(webhooks.events))
      AND (webhooks."namespaceNames" = '{}' OR fresh."namespaceName" = ANY(webhooks."namespaceNames"))
    ORDER BY fresh.id, webhooks.id`;
}

/**
 * Creates a delivery of each new event for each subscribed webhook, exactly once; returns the number of dispatched events. Safe for
 * concurrent callers.
 */
export async function fanOutEvents(database: Database): Promise<number> {
  const waiting = await database.webhookEvent.findFirst({
    where: { dispatchedAt: null },
    select: { id: true },
  });
  if (!waiting) return 0;
  return database.$transaction(async (session) => {
    const matches = await takeEvents(session);
    const wanted = matches.filter(({ webhookId }) => webhookId !== null);
    await session.$executeRaw`
      INSERT INTO webhook_deliveries (id, "webhookId", "eventId", status, "dueAt")
      SELECT id, "webhookId", "eventId", 'PENDING', now()
      FROM unnest(${wanted.map(createId)}::uuid[], ${wanted.map((match) => match.webhookId)}::uuid[],
        ${wanted.map((match) => match.eventId)}::bigint[]) AS wanted(id, "webhookId", "eventId")`;
    return new Set(matches.map(({ eventId }) => eventId)).size;
  });
}

const dayMs = 86_400_000;

/** Deletes events older than this many days with their deliveries, in bounded steps, oldest first; returns the number of events. */
export function removeOldEvents(database: Database, olderThanDays: number): Promise<number> {
  const until = new Date(Date.now() - olderThanDays * dayMs);
  return removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM webhook_events
      WHERE id IN (SELECT id FROM webhook_events ORDER BY id LIMIT ${rows}) AND "createdAt" < ${until}`,
  );
}

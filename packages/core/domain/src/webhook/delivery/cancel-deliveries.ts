import type { Database } from '@docfleet/database';
import { waitingWebhooks } from './admit-deliveries.ts';

const batchSize = 1_000;

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
        LIMIT ${batchSize} FOR UPDATE OF webhook_deliveries SKIP LOCKED
      )
      UPDATE webhook_deliveries SET status = 'CANCELLED', "updatedAt" = now()
      FROM doomed WHERE webhook_deliveries.id = doomed.id`;
    cancelled += step;
    if (step < batchSize) return cancelled;
  }
}

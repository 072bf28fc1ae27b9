import { Prisma, type WebhookDeliveryStatus } from '@docfleet/database';

/**
 * The CTE `waiting`, for a WITH RECURSIVE: the webhooks with deliveries of these statuses. It skips from webhook to webhook through the
 * index, so that its cost depends on the number of webhooks, not of deliveries.
 */
export const waitingWebhooks = (statuses: readonly WebhookDeliveryStatus[]): Prisma.Sql => Prisma.sql`
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

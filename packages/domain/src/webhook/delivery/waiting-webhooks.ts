import { Prisma, type WebhookDeliveryStatus } from '@docfleet/database';

/**
 * `waiting`: the webhooks that have deliveries of these statuses, for a WITH RECURSIVE. It jumps from webhook to webhook through the
 * index, so that it costs as much as there are webhooks, however many deliveries each has.
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

import type { Database, WebhookEventType, WebhookRetryPolicy } from '@docfleet/database';
import type { OpenKey } from '../open-keys.ts';

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
export async function openDeliveries(
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

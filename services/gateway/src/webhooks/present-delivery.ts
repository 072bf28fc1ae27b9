import { jsonObject, WebhookDeliveryStatus, WebhookEventType } from '@docfleet/domain/database';
import type { WebhookDelivery } from '@docfleet/domain/webhook';
import { z } from 'zod';

const attemptResponse = z
  .object({
    number: z.int(),
    startedAt: z.iso.datetime(),
    durationMs: z.int(),
    statusCode: z.int().nullable().describe('null when there was no answer'),
    error: z.string().nullable().describe('null when it succeeded'),
    responseExcerpt: z.string().nullable().describe("The beginning of the receiver's answer"),
  })
  .meta({ id: 'WebhookAttempt' });

const delivery = {
  id: z.string().describe("The payload's `requestId`, and `webhook-id`"),
  event: z.enum(WebhookEventType),
  status: z.enum(WebhookDeliveryStatus),
  attemptCount: z.int(),
  nextAttemptAt: z.iso.datetime().nullable().describe('null when it is not waiting to be sent'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const webhookDeliveryResponse = z
  .object({ ...delivery, lastAttempt: attemptResponse.nullable() })
  .meta({ id: 'WebhookDelivery' });

export const webhookDeliveryDetailResponse = z
  .object({
    ...delivery,
    namespaceId: z.string(),
    tenantId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).describe("The payload's `data`"),
    attempts: z.array(attemptResponse),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

const presentAttempt = ({ startedAt, ...attempt }: WebhookDelivery['log'][number]) => ({
  ...attempt,
  startedAt: startedAt.toISOString(),
});

const waits = (status: WebhookDelivery['status']) => status === 'PENDING' || status === 'RETRYING';

function presentCommon({ id, event, status, attempts, dueAt, createdAt, updatedAt }: WebhookDelivery) {
  return {
    id,
    event: event.type,
    status,
    attemptCount: attempts,
    nextAttemptAt: waits(status) ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Returns a delivery as lists show it, with its last attempt. */
export function presentWebhookDelivery(found: WebhookDelivery): z.input<typeof webhookDeliveryResponse> {
  const [last] = found.log;
  return { ...presentCommon(found), lastAttempt: last ? presentAttempt(last) : null };
}

/** Returns a delivery with its payload and all its attempts. */
export function presentWebhookDeliveryDetail(
  found: WebhookDelivery,
): z.input<typeof webhookDeliveryDetailResponse> {
  const { namespaceName, tenantId, data } = found.event;
  return {
    ...presentCommon(found),
    namespaceId: namespaceName,
    tenantId,
    data: jsonObject.parse(data),
    attempts: found.log.map(presentAttempt),
  };
}

import {
  jsonObject,
  WebhookDeliveryStatus,
  WebhookEventType,
  WebhookRetryPolicy,
  WebhookStatus,
} from '@docfleet/domain/database';
import type { Webhook, WebhookDelivery } from '@docfleet/domain/webhook';
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

/** Events that a webhook can subscribe to. A test event is sent on request, subscribed or not. */
export const selectableEvents = Object.values(WebhookEventType).filter((type) => type !== 'WEBHOOK_TEST');

export const webhookResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string().meta({ examples: ['https://example.com/hooks/docfleet'] }),
    signingKey: z
      .string()
      .describe('In full when the webhook is created and when its key is rotated, masked otherwise')
      .meta({ examples: ['whsec_****'] }),
    status: z.enum(WebhookStatus),
    disabledReason: z
      .string()
      .nullable()
      .describe('Set when the service disabled the webhook because its receiver is gone'),
    events: z.array(z.enum(WebhookEventType)).describe('Events that it receives; empty: all events'),
    namespaceIds: z.array(z.string()).describe('Namespaces whose events it receives; empty: all'),
    retryPolicy: z.enum(WebhookRetryPolicy),
    tenantId: z.string().nullable().describe('The tenant whose events it receives; null: all'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('The first failure since the receiver last took something; null: the last attempt succeeded'),
    previousKeyEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('Until when the key before signs too; null when none does'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

/** Returns a webhook in the shape of `webhookResponse`; `signingKey` is passed only when it is shown in full. */
export function presentWebhook(
  webhook: Webhook,
  signingKey = webhook.maskedKey,
): z.input<typeof webhookResponse> {
  const { id, name, url, status, disabledReason, events, namespaceNames, retryPolicy, tenantId } = webhook;
  const overlaps = webhook.oldKeyEndsAt !== null && webhook.oldKeyEndsAt > new Date();
  return {
    id,
    name,
    url,
    signingKey,
    status,
    disabledReason,
    events,
    namespaceIds: namespaceNames,
    retryPolicy,
    tenantId,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    previousKeyEndsAt: overlaps ? (webhook.oldKeyEndsAt?.toISOString() ?? null) : null,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

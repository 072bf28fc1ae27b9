import { WebhookEventType, WebhookRetryPolicy, WebhookStatus } from '@docfleet/domain/database';
import type { Webhook } from '@docfleet/domain/webhook';
import { z } from 'zod';

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

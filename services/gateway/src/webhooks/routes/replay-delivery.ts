import { replayDelivery } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { deliveryParams } from '../body.ts';
import { findOwnDelivery, requireActive } from '../find-own-webhook.ts';

export const replayWebhookDeliveryRoute = route({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  summary: 'Send a delivery once more',
  description:
    'With the same `requestId` and `data`, and a new timestamp; if it fails it is retried like a new one. Deliveries are kept for 14 days unless the operator decided otherwise.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: deliveryParams,
  status: 202,
  response: z.object({ deliveryId: z.string() }),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, ...owner }, context) {
    const { webhook, delivery } = await findOwnDelivery(context, owner, params);
    requireActive(webhook);
    const place = { webhookId: webhook.id, deliveryId: delivery.id };
    const job = await replayDelivery(context.database, place);
    if (job) context.dispatcher.dispatch([job]);
    return { message: 'The delivery is being sent once more', data: { deliveryId: delivery.id } };
  },
});

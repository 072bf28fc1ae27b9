import { z } from 'zod';
import { route } from '../../http/route.ts';
import { deliveryParams } from '../body.ts';
import { findOwnDelivery } from '../find-own-webhook.ts';
import { presentWebhookDeliveryDetail, webhookDeliveryDetailResponse } from '../present-delivery.ts';

export const getWebhookDeliveryRoute = route({
  method: 'get',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Get a delivery with all its attempts',
  description:
    'Its payload, and for each attempt when it was made, how long it took and what the receiver responded.',
  tags: ['Webhooks'],
  scope: 'read',
  params: deliveryParams,
  status: 200,
  response: z.object({ delivery: webhookDeliveryDetailResponse }),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, ...owner }, context) {
    const { delivery } = await findOwnDelivery(context, owner, params);
    return { message: 'The delivery', data: { delivery: presentWebhookDeliveryDetail(delivery) } };
  },
});

import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { WebhookDeliveryStatus, WebhookEventType } from '@docfleet/domain/database';
import { listDeliveries, replayDelivery, sendTestEvent } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { deliveryParams, webhookParams } from '../body.ts';
import { findOwnDelivery, findOwnWebhook, requireActive } from '../find-own-webhook.ts';
import {
  presentWebhookDelivery,
  presentWebhookDeliveryDetail,
  webhookDeliveryDetailResponse,
  webhookDeliveryResponse,
} from '../present-webhook.ts';

const oneOf = (enumeration: Readonly<Record<string, string>>) =>
  `One of ${Object.values(enumeration).join(', ')}; a value that is not known matches nothing`;

const listDeliveriesQuery = z.object({
  status: z
    .string()
    .optional()
    .describe(oneOf(WebhookDeliveryStatus))
    .meta({ examples: ['FAILED'] }),
  event: z
    .string()
    .optional()
    .describe(oneOf(WebhookEventType))
    .meta({ examples: ['DOCUMENTS_READY'] }),
  ...pageQuery,
});

export const listWebhookDeliveriesRoute = route({
  method: 'get',
  path: '/v1/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook, the newest first',
  description: 'A delivery is one event for one webhook, with the outcome of its last attempt.',
  tags: ['Webhooks'],
  scope: 'read',
  params: webhookParams,
  query: listDeliveriesQuery,
  response: z.object({ ...pageInfo, deliveries: z.array(webhookDeliveryResponse) }),
  errors: ['WEBHOOK_NOT_FOUND'],

  async handle({ params, query, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    const list = { key: context.linkKey, place: `webhook-deliveries/${webhook.id}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const { status, event } = query;
    const found = await context.lists.read((database) =>
      listDeliveries(database, { webhookId: webhook.id, status, event }, page),
    );
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The deliveries', data: { ...info, deliveries: shown.map(presentWebhookDelivery) } };
  },
});

export const getWebhookDeliveryRoute = route({
  method: 'get',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Get a delivery with all its attempts',
  description:
    'Payload of the delivery, and for each attempt its time, its duration and the response of the receiver.',
  tags: ['Webhooks'],
  scope: 'read',
  params: deliveryParams,
  response: z.object({ delivery: webhookDeliveryDetailResponse }),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'],

  async handle({ params, ...owner }, context) {
    const { delivery } = await findOwnDelivery(context, owner, params);
    return { message: 'The delivery', data: { delivery: presentWebhookDeliveryDetail(delivery) } };
  },
});

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

  async handle({ params, ...owner }, context) {
    const { webhook, delivery } = await findOwnDelivery(context, owner, params);
    requireActive(webhook);
    const place = { webhookId: webhook.id, deliveryId: delivery.id };
    const job = await replayDelivery(context.database, place);
    if (job) context.dispatcher.dispatch([job]);
    return { message: 'The delivery is being sent once more', data: { deliveryId: delivery.id } };
  },
});

export const testWebhookRoute = route({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/test',
  summary: 'Send a test event to a webhook',
  description:
    'The event is `WEBHOOK_TEST` with `data: { webhookId }` and an empty `namespaceId`. It is signed, sent and logged like any other: the delivery log shows the result.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  status: 202,
  response: z.object({ deliveryId: z.string() }),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],

  async handle({ params, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    requireActive(webhook);
    const { deliveryId, job } = await sendTestEvent(context.database, webhook);
    context.dispatcher.dispatch([job]);
    return { message: 'A test event is being sent', data: { deliveryId } };
  },
});

import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pageQuery } from '@docfleet/api/pagination';
import { WebhookDeliveryStatus, WebhookEventType } from '@docfleet/domain/database';
import { listDeliveries } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { webhookParams } from '../body.ts';
import { findOwnWebhook } from '../find-own-webhook.ts';
import { presentWebhookDelivery, webhookDeliveryResponse } from '../present-delivery.ts';

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
  status: 200,
  response: z.object({ ...pageInfo, deliveries: z.array(webhookDeliveryResponse) }),
  errors: ['WEBHOOK_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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

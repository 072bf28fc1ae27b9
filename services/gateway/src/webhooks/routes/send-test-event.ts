import { sendTestEvent } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { webhookParams } from '../body.ts';
import { findOwnWebhook, requireActive } from '../find-own-webhook.ts';

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
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    requireActive(webhook);
    const { deliveryId, job } = await sendTestEvent(context.database, webhook);
    context.dispatcher.dispatch([job]);
    return { message: 'A test event is being sent', data: { deliveryId } };
  },
});

import { route } from '../../http/route.ts';
import { oneWebhook, webhookParams } from '../body.ts';
import { findOwnWebhook } from '../find-own-webhook.ts';
import { presentWebhook } from '../present-webhook.ts';

export const getWebhookRoute = route({
  method: 'get',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Get a webhook',
  description: 'Its subscription and the health of its deliveries; the signing key is masked.',
  tags: ['Webhooks'],
  scope: 'read',
  params: webhookParams,
  status: 200,
  response: oneWebhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    return { message: 'The webhook', data: { webhook: presentWebhook(webhook) } };
  },
});

import { listWebhooks } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { presentWebhook, webhookResponse } from '../present-webhook.ts';

export const listWebhooksRoute = route({
  method: 'get',
  path: '/v1/webhooks',
  summary: 'List the webhooks',
  description: 'All of the organization, with their health; signing keys are masked.',
  tags: ['Webhooks'],
  scope: 'read',
  status: 200,
  response: z.object({ webhooks: z.array(webhookResponse) }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle(owner, { database }) {
    const webhooks = await listWebhooks(database, owner);
    return {
      message: 'The webhooks',
      data: { webhooks: webhooks.map((webhook) => presentWebhook(webhook)) },
    };
  },
});

import { deleteWebhook } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { webhookParams } from '../body.ts';
import { findOwnWebhook } from '../find-own-webhook.ts';

export const deleteWebhookRoute = route({
  method: 'delete',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it, and its delivery log is gone.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  status: 200,
  response: z.object({ id: z.string() }),
  errors: ['WEBHOOK_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, actor, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    await deleteWebhook(context.database, actor, webhook);
    return { message: 'The webhook was deleted', data: { id: webhook.id } };
  },
});

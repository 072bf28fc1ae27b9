import { WebhookStatus } from '@docfleet/domain/database';
import { updateWebhook } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { checkNamespaces, checkUrl, oneWebhook, webhookFields, webhookParams } from '../body.ts';
import { findOwnWebhook, webhookNotFound } from '../find-own-webhook.ts';
import { presentWebhook } from '../present-webhook.ts';

const updateWebhookBody = z
  .strictObject({
    ...webhookFields,
    status: z.enum(WebhookStatus).describe('DISABLED: nothing is sent, and what waited is cancelled'),
  })
  .partial()
  .meta({ examples: [{ status: 'ACTIVE' }, { events: ['DOCUMENTS_READY', 'DOCUMENTS_ERROR'] }] });

export const updateWebhookRoute = route({
  method: 'patch',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Change a webhook',
  description:
    'What is given is replaced, the rest stays. `"status": "ACTIVE"` enables a disabled webhook again.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  body: updateWebhookBody,
  status: 200,
  response: oneWebhook,
  errors: ['WEBHOOK_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, body, actor, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    const { namespaceIds, ...settings } = body;
    if (settings.url !== undefined) await checkUrl(settings.url, context);
    if (namespaceIds) await checkNamespaces(namespaceIds, context, owner.organizationId);
    const changes = { ...settings, ...(namespaceIds && { namespaceNames: [...new Set(namespaceIds)] }) };
    const updated = await updateWebhook(context.database, actor, webhook, changes);
    if (!updated) throw webhookNotFound();
    return { message: 'The webhook was changed', data: { webhook: presentWebhook(updated) } };
  },
});

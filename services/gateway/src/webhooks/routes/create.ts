import { createWebhook } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { checkNamespaces, checkUrl, oneWebhook, webhookFields } from '../body.ts';
import { presentWebhook } from '../present-webhook.ts';

const createWebhookBody = z
  .strictObject({
    url: webhookFields.url,
    name: webhookFields.name.optional(),
    events: webhookFields.events.default([]),
    namespaceIds: webhookFields.namespaceIds.default([]),
    retryPolicy: webhookFields.retryPolicy.default('DEFAULT'),
  })
  .meta({
    examples: [{ url: 'https://example.com/hooks', name: 'search index', events: ['DOCUMENTS_READY'] }],
  });

export const createWebhookRoute = route({
  method: 'post',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Keep the `signingKey` of the response: it is shown once. With `X-Tenant-Id` the webhook receives events of that tenant only. An organization can have 50 webhooks.',
  tags: ['Webhooks'],
  scope: 'admin',
  body: createWebhookBody,
  status: 201,
  response: oneWebhook,
  errors: ['NAMESPACE_NOT_FOUND', 'WEBHOOK_LIMIT_REACHED'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, organizationId, tenantId = null, actor }, context) {
    const { url, name = new URL(url).host, events, retryPolicy } = body;
    const namespaceNames = [...new Set(body.namespaceIds)];
    await checkUrl(url, context);
    await checkNamespaces(namespaceNames, context, organizationId);
    const settings = { url, name, events, namespaceNames, retryPolicy, tenantId };
    const { webhook, signingKey } = await createWebhook(context.database, context.vault, actor, settings);
    return {
      message: 'The webhook was created; keep its signing key, it is not shown again',
      data: { webhook: presentWebhook(webhook, signingKey) },
    };
  },
});

import { WebhookStatus } from '@docfleet/domain/database';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSigningKey,
  updateWebhook,
} from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { checkNamespaces, checkUrl, oneWebhook, webhookFields, webhookParams } from '../body.ts';
import { findOwnWebhook, webhookNotFound } from '../find-own-webhook.ts';
import { presentWebhook, webhookResponse } from '../present-webhook.ts';

export const listWebhooksRoute = route({
  method: 'get',
  path: '/v1/webhooks',
  summary: 'List the webhooks',
  description: 'All of the organization, with their health; signing keys are masked.',
  tags: ['Webhooks'],
  scope: 'read',
  response: z.object({ webhooks: z.array(webhookResponse) }),
  errors: [],

  async handle(owner, { database }) {
    const webhooks = await listWebhooks(database, owner);
    return {
      message: 'The webhooks',
      data: { webhooks: webhooks.map((webhook) => presentWebhook(webhook)) },
    };
  },
});

export const getWebhookRoute = route({
  method: 'get',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Get a webhook',
  description: 'Subscription of the webhook and the health of its deliveries; the signing key is masked.',
  tags: ['Webhooks'],
  scope: 'read',
  params: webhookParams,
  response: oneWebhook,
  errors: ['WEBHOOK_NOT_FOUND'],

  async handle({ params, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    return { message: 'The webhook', data: { webhook: presentWebhook(webhook) } };
  },
});

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
    'Fields of the body are replaced, others stay. `"status": "ACTIVE"` enables a disabled webhook again.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  body: updateWebhookBody,
  response: oneWebhook,
  errors: ['WEBHOOK_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

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

const defaultOverlapHours = 24;
const maxOverlapHours = 7 * 24;

const rotateKeyBody = z
  .strictObject({
    overlapHours: z
      .number()
      .min(0)
      .max(maxOverlapHours)
      .default(defaultOverlapHours)
      .describe('Hours for which the previous key signs too; 0: it ends now'),
  })
  .meta({ examples: [{ overlapHours: 48 }] });

export const rotateWebhookKeyRoute = route({
  method: 'post',
  path: '/v1/webhooks/{webhookId}/rotate-key',
  summary: 'Replace the signing key of a webhook',
  description:
    'Keep the `signingKey` of the answer: it is shown once. During the overlap `webhook-signature` carries the signatures of both keys, and `X-Service-Signature-Previous` that of the key before.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  body: rotateKeyBody,
  status: 200,
  // A repetition would replace the key that the lost response held.
  idempotent: true,
  response: oneWebhook,
  errors: ['WEBHOOK_NOT_FOUND'],

  async handle({ params, body, actor, ...owner }, context) {
    const { id } = await findOwnWebhook(context, owner, params.webhookId);
    const { database, vault } = context;
    const rotated = await rotateSigningKey(database, vault, actor, { id, ...body });
    if (!rotated) throw webhookNotFound();
    const { webhook, signingKey } = rotated;
    return {
      message: 'The webhook has a new signing key; keep it, it is not shown again',
      data: { webhook: presentWebhook(webhook, signingKey) },
    };
  },
});

export const deleteWebhookRoute = route({
  method: 'delete',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it, and its delivery log is gone.',
  tags: ['Webhooks'],
  scope: 'admin',
  params: webhookParams,
  response: z.object({ id: z.string() }),
  errors: ['WEBHOOK_NOT_FOUND'],

  async handle({ params, actor, ...owner }, context) {
    const webhook = await findOwnWebhook(context, owner, params.webhookId);
    await deleteWebhook(context.database, actor, webhook);
    return { message: 'The webhook was deleted', data: { id: webhook.id } };
  },
});

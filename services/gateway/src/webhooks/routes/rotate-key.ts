import { rotateSigningKey } from '@docfleet/domain/webhook';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { oneWebhook, webhookParams } from '../body.ts';
import { findOwnWebhook, webhookNotFound } from '../find-own-webhook.ts';
import { presentWebhook } from '../present-webhook.ts';

const defaultOverlapHours = 24;
const maxOverlapHours = 7 * 24;

const rotateKeyBody = z
  .strictObject({
    overlapHours: z
      .number()
      .min(0)
      .max(maxOverlapHours)
      .default(defaultOverlapHours)
      .describe('How long the key before signs too; 0: it ends now'),
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
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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

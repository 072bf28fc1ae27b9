import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const deliverWebhook = defineQueue({
  name: 'deliver-webhook',
  description: 'Signs an event and sends it to a webhook, once',
  payload: z.strictObject({ webhookId: z.uuid(), deliveryId: z.uuid() }),
  dedupe: ({ deliveryId }) => deliveryId,
  owner: ({ webhookId }) => webhookId,
});

import type { Database } from '@docfleet/domain/database';
import {
  findDelivery,
  findWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookOwner,
} from '@docfleet/domain/webhook';
import { AppError } from '@docfleet/errors';

/** Returns the error for a webhook that does not exist or belongs to another organization, which callers cannot distinguish. */
export const webhookNotFound = () => new AppError('WEBHOOK_NOT_FOUND', 'There is no webhook of this id');

/** Returns the caller's webhook; throws WEBHOOK_NOT_FOUND, also for one of another organization or tenant. */
export async function findOwnWebhook(
  { database }: { readonly database: Database },
  owner: WebhookOwner,
  id: string,
): Promise<Webhook> {
  const webhook = await findWebhook(database, owner, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** Returns a delivery of the caller's webhook; throws WEBHOOK_DELIVERY_NOT_FOUND when the webhook has none with this id. */
export async function findOwnDelivery(
  context: { readonly database: Database },
  owner: WebhookOwner,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<{ webhook: Webhook; delivery: WebhookDelivery }> {
  const webhook = await findOwnWebhook(context, owner, webhookId);
  const delivery = await findDelivery(context.database, { webhookId: webhook.id, deliveryId });
  if (!delivery) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND', 'The webhook has no delivery of this id');
  return { webhook, delivery };
}

/** Checks that a webhook is active; throws WEBHOOK_DISABLED. */
export function requireActive({ status }: Webhook): void {
  if (status !== 'ACTIVE')
    throw new AppError('WEBHOOK_DISABLED', 'The webhook is DISABLED: set its status to ACTIVE first');
}

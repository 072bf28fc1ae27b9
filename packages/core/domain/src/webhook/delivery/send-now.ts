import type { Database } from '@docfleet/database';
import { deliverWebhook } from '@docfleet/queues';
import { createId } from '../../database/identifier.ts';
import { type OutboxJob, writeOutbox } from '../../outbox/outbox.ts';
import type { Webhook } from '../webhook.ts';
import { queuedForMs } from './admit-deliveries.ts';

/** Queued like an admitted delivery, but outside of the window: a user waits for it. */
const queuedNow = () => ({ status: 'QUEUED', dueAt: new Date(Date.now() + queuedForMs) }) as const;

/** Creates a test event for one webhook only; returns its delivery's id and the job to dispatch. */
export async function sendTestEvent(
  database: Database,
  webhook: Pick<Webhook, 'id' | 'organizationId' | 'tenantId'>,
): Promise<{ deliveryId: string; job: OutboxJob }> {
  const deliveryId = createId();
  const { id: webhookId, organizationId, tenantId } = webhook;
  const event = {
    organizationId,
    tenantId,
    namespaceName: '',
    type: 'WEBHOOK_TEST',
    data: { webhookId },
  } as const;
  return database.$transaction(async (session) => {
    await session.webhookEvent.create({
      data: {
        ...event,
        dispatchedAt: new Date(),
        deliveries: { create: { id: deliveryId, webhookId, ...queuedNow() } },
      },
    });
    return { deliveryId, job: await writeOutbox(session, deliverWebhook, { webhookId, deliveryId }) };
  });
}

/** Sends a delivery again, with the same payload and id and all its retries; returns the job to dispatch, none when the delivery was deleted. */
export async function replayDelivery(
  database: Database,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<OutboxJob | undefined> {
  return database.$transaction(async (session) => {
    const { count } = await session.webhookDelivery.updateMany({
      where: { id: deliveryId, webhookId },
      data: { ...queuedNow(), retries: 0 },
    });
    return count > 0 ? writeOutbox(session, deliverWebhook, { webhookId, deliveryId }) : undefined;
  });
}

import { type Database, type Prisma, WebhookDeliveryStatus, WebhookEventType } from '@docfleet/database';
import { deliverWebhook } from '@docfleet/queues';
import { createId, isId } from '../../database/identifier.ts';
import { type OutboxJob, writeOutbox } from '../../outbox/outbox.ts';
import type { Page } from '../../run/list-runs.ts';
import type { Webhook } from '../webhook.ts';
import { queuedForMs } from './admit-deliveries.ts';

const withLastAttempt = {
  event: true,
  log: { orderBy: { number: 'desc' }, take: 1 },
} as const satisfies Prisma.WebhookDeliveryInclude;

const withAllAttempts = {
  event: true,
  log: { orderBy: { number: 'asc' } },
} as const satisfies Prisma.WebhookDeliveryInclude;

/** A delivery with its event and attempts: the last attempt in lists, all of them, oldest first, for a single delivery. */
export type WebhookDelivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof withAllAttempts }>;

export interface DeliveryFilter {
  readonly webhookId: string;
  /** Unknown values match nothing. */
  readonly status?: string | undefined;
  readonly event?: string | undefined;
}

const known = <Value extends string>(value: string, enumeration: Record<string, Value>): Value[] =>
  Object.values(enumeration).filter((one) => one === value);

/** Lists deliveries of a webhook, newest first, one more than the page size when there is a next page. */
export async function listDeliveries(
  database: Database,
  { webhookId, status, event }: DeliveryFilter,
  page: Page,
): Promise<WebhookDelivery[]> {
  return database.webhookDelivery.findMany({
    where: {
      webhookId,
      ...(page.after && { id: { lt: page.after } }),
      ...(status !== undefined && { status: { in: known(status, WebhookDeliveryStatus) } }),
      ...(event !== undefined && { event: { type: { in: known(event, WebhookEventType) } } }),
    },
    orderBy: { id: 'desc' },
    take: page.size + 1,
    include: withLastAttempt,
  });
}

/** Returns one delivery of a webhook; undefined when there is none. */
export async function findDelivery(
  database: Database,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery | undefined> {
  if (!isId(deliveryId)) return undefined;
  const found = await database.webhookDelivery.findFirst({
    where: { id: deliveryId, webhookId },
    include: withAllAttempts,
  });
  return found ?? undefined;
}

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

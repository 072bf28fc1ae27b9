import type { Database } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { type Webhook, type WebhookSettings, withoutKeys } from './webhook.ts';

/** A webhook that is enabled again or gets another URL starts without its failures. */
const cleanRecord = { disabledReason: null, consecutiveFailures: 0, failingSince: null };

/** Undefined fields stay unchanged. */
export type WebhookChanges = { readonly [Key in keyof WebhookSettings]?: WebhookSettings[Key] | undefined };

/** Changes the given fields; undefined when the webhook was deleted meanwhile. */
export async function updateWebhook(
  database: Database,
  actor: Actor,
  { id, tenantId }: Pick<Webhook, 'id' | 'tenantId'>,
  changes: WebhookChanges,
): Promise<Webhook | undefined> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(entries) as Partial<WebhookSettings>;
  const begins = changes.status === 'ACTIVE' || changes.url !== undefined;
  return database.$transaction(async (session) => {
    const [updated] = await session.webhook.updateManyAndReturn({
      where: { id },
      data: { ...given, ...(begins && cleanRecord) },
      omit: withoutKeys,
    });
    if (!updated) return undefined;
    const change = { action: 'webhook.updated', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, { ...change, details: { changed: Object.keys(given) } });
    return updated;
  });
}

/** Deletes a webhook: nothing more is sent to it. Its deliveries are deleted after their retention. */
export async function deleteWebhook(
  database: Database,
  actor: Actor,
  { id, tenantId }: Pick<Webhook, 'id' | 'tenantId'>,
): Promise<void> {
  await database.$transaction(async (session) => {
    const { count } = await session.webhook.deleteMany({ where: { id } });
    if (count === 0) return;
    const change = { action: 'webhook.deleted', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, change);
  });
}

/** Disables an active webhook with a reason for its owner; false when it was no longer active. */
export async function disableWebhook(database: Database, id: string, reason: string): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [disabled] = await session.webhook.updateManyAndReturn({
      where: { id, status: 'ACTIVE' },
      data: { status: 'DISABLED', disabledReason: reason },
      select: { organizationId: true, tenantId: true },
    });
    if (!disabled) return false;
    const { organizationId, tenantId } = disabled;
    const change = { action: 'webhook.disabled', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, { organizationId, apiKeyId: null }, { ...change, details: { reason } });
    return true;
  });
}

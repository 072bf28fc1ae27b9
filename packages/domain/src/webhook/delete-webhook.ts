import type { Database } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import type { Webhook } from './webhook.ts';

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

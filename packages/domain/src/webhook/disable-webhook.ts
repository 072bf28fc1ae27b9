import type { Database } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';

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

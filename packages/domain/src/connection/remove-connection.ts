import type { Database } from '@docfleet/database';
import type { Actor } from '../audit-event/record-audit-event.ts';
import { recordConnectionEvent } from './connection.ts';

/** Removes a connection that was revoked, and the schedules of its jobs. Its documents stay. Once it is gone, nothing changes. */
export async function removeConnection(database: Database, actor: Actor, id: string): Promise<void> {
  await database.$transaction(async (session) => {
    const [removed] = await session.$queryRaw<{ id: string; tenantId: string | null }[]>`
      DELETE FROM connections WHERE id = ${id}::uuid AND status = 'REVOKED' RETURNING id, "tenantId"`;
    if (!removed) return;
    await session.ingestJob.updateMany({
      where: { connectionId: id },
      data: { syncFrequency: 'NEVER', nextRunAt: null },
    });
    await recordConnectionEvent(session, actor, removed, { action: 'connection.deleted' });
  });
}

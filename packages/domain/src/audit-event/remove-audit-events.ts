import type { Database } from '@docfleet/database';

const rowsPerStatement = 5_000;

/** Removes what happened before a moment, in bounded steps; gives how many events. */
export async function removeAuditEvents(database: Database, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      DELETE FROM audit_events WHERE id IN (
        SELECT id FROM audit_events WHERE "createdAt" < ${before} LIMIT ${rowsPerStatement})`;
    removed += count;
    if (count < rowsPerStatement) return removed;
  }
}

import type { Database } from '@docfleet/database';

const rowsPerStatement = 5_000;

/** Forgets answers whose time is over, in bounded steps; gives how many. */
export async function removeExpiredRequests(database: Database): Promise<number> {
  const now = new Date();
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      DELETE FROM idempotency_records WHERE ("organizationId", key) IN (
        SELECT "organizationId", key FROM idempotency_records WHERE "expiresAt" <= ${now} LIMIT ${rowsPerStatement})`;
    removed += count;
    if (count < rowsPerStatement) return removed;
  }
}

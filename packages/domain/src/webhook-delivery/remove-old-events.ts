import type { Database } from '@docfleet/database';

const batchSize = 1_000;
const dayMs = 86_400_000;

/** Removes events older than so many days with their deliveries, in bounded steps, the oldest first; gives how many events. */
export async function removeOldEvents(database: Database, olderThanDays: number): Promise<number> {
  const until = new Date(Date.now() - olderThanDays * dayMs);
  let removed = 0;
  for (;;) {
    const step = await database.$executeRaw`
      DELETE FROM webhook_events
      WHERE id IN (SELECT id FROM webhook_events ORDER BY id LIMIT ${batchSize}) AND "createdAt" < ${until}`;
    removed += step;
    if (step < batchSize) return removed;
  }
}

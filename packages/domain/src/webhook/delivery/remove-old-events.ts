import type { Database } from '@docfleet/database';
import { removeInSteps } from '../../database/remove-in-steps.ts';

const dayMs = 86_400_000;

/** Deletes events older than this many days with their deliveries, in bounded steps, oldest first; returns the number of events. */
export function removeOldEvents(database: Database, olderThanDays: number): Promise<number> {
  const until = new Date(Date.now() - olderThanDays * dayMs);
  return removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM webhook_events
      WHERE id IN (SELECT id FROM webhook_events ORDER BY id LIMIT ${rows}) AND "createdAt" < ${until}`,
  );
}

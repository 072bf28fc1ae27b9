import type { Database } from '@docfleet/database';
import { removeInSteps } from '../database/remove-in-steps.ts';

/** Deletes events before a time, in bounded steps; returns their number. */
export const removeAuditEvents = (database: Database, before: Date): Promise<number> =>
  removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM audit_events WHERE id IN (
        SELECT id FROM audit_events WHERE "createdAt" < ${before} LIMIT ${rows})`,
  );

import type { Database } from '@docfleet/database';
import { removeInSteps } from '../database/remove-in-steps.ts';

/** Forgets answers whose time is over, in bounded steps; gives how many. */
export const removeExpiredRequests = (database: Database): Promise<number> => {
  const now = new Date();
  return removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM idempotency_records WHERE ("organizationId", key) IN (
        SELECT "organizationId", key FROM idempotency_records WHERE "expiresAt" <= ${now} LIMIT ${rows})`,
  );
};

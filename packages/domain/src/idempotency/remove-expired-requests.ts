import type { Database } from '@docfleet/database';
import { removeInSteps } from '../database/remove-in-steps.ts';

/** Deletes expired responses in bounded steps; returns their number. */
export const removeExpiredRequests = (database: Database): Promise<number> => {
  const now = new Date();
  return removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM idempotency_records WHERE ("organizationId", key) IN (
        SELECT "organizationId", key FROM idempotency_records WHERE "expiresAt" <= ${now} LIMIT ${rows})`,
  );
};

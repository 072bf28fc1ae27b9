import type { Database } from '@docfleet/database';

const countedTo = 10_000;

/** Returns the number of jobs in the outbox, counted up to 10,000, and the age of the oldest; 0 for both when it is empty. */
export async function readOutbox(database: Database): Promise<{ entries: number; lagSeconds: number }> {
  const [row] = await database.$queryRaw<{ entries: number; lagSeconds: number | null }[]>`
    SELECT count(*)::int AS entries, extract(epoch FROM now() - min("createdAt"))::float8 AS "lagSeconds"
    FROM (SELECT "createdAt" FROM outbox_entries ORDER BY "createdAt" LIMIT ${countedTo}) AS oldest`;
  return { entries: row?.entries ?? 0, lagSeconds: Math.max(0, row?.lagSeconds ?? 0) };
}

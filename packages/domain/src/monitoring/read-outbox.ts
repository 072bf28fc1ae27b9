import type { Database } from '@docfleet/database';

const countedTo = 10_000;

/** How many jobs wait in the outbox, counted to 10,000, and how old the oldest is; 0 for both when there is none. */
export async function readOutbox(database: Database): Promise<{ entries: number; lagSeconds: number }> {
  const [row] = await database.$queryRaw<{ entries: number; lagSeconds: number | null }[]>`
    SELECT count(*)::int AS entries, extract(epoch FROM now() - min("createdAt"))::float8 AS "lagSeconds"
    FROM (SELECT "createdAt" FROM outbox_entries ORDER BY "createdAt" LIMIT ${countedTo}) AS oldest`;
  return { entries: row?.entries ?? 0, lagSeconds: Math.max(0, row?.lagSeconds ?? 0) };
}

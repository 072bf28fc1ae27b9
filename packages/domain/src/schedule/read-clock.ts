import type { DatabaseSession } from '@docfleet/database';

/** Returns the database's time, on which schedulers on different machines agree. */
export async function readClock(database: DatabaseSession): Promise<Date> {
  const [row] = await database.$queryRaw<{ now: Date }[]>`SELECT now()`;
  return row?.now ?? Promise.reject(new Error('The database returned no time'));
}

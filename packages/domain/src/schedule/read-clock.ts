import type { DatabaseSession } from '@docfleet/database';

/** The database's own time: schedulers on different machines agree on it. */
export async function readClock(database: DatabaseSession): Promise<Date> {
  const [row] = await database.$queryRaw<{ now: Date }[]>`SELECT now()`;
  return row?.now ?? Promise.reject(new Error('The database told no time'));
}

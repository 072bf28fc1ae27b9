import { type Database, Prisma } from '@docfleet/database';

/** A year, and time to look back on it. */
const keptDays = 400;
const rowsPerStatement = 5_000;

/** Deletes rows of hours that lie more than 400 days back, in bounded steps; returns their number. */
export async function removeOldHours(
  database: Database,
  table: 'activity_counts' | 'model_usage_counts',
): Promise<number> {
  const rows = Prisma.raw(`"${table}"`);
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      DELETE FROM ${rows} WHERE id IN (
        SELECT id FROM ${rows} WHERE hour < now() - make_interval(days => ${keptDays}) LIMIT ${rowsPerStatement})`;
    removed += count;
    if (count < rowsPerStatement) return removed;
  }
}

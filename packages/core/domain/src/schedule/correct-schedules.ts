import { type Database, Prisma } from '@docfleet/database';
import { nextMoment, type Period } from './moments.ts';

const batchSize = 1_000;

const schedules = [
  { table: Prisma.raw('ingest_jobs'), column: Prisma.raw('"nextRunAt"') },
  { table: Prisma.raw('documents'), column: Prisma.raw('"nextSyncAt"') },
] as const;

async function correct(database: Database, { table, column }: (typeof schedules)[number], now: Date) {
  for (;;) {
    const wrong = await database.$queryRaw<
      { id: string; createdAt: Date; syncFrequency: Period; planned: Date }[]
    >`
      SELECT id, "createdAt", "syncFrequency", ${column} AS planned FROM ${table}
      WHERE ${column} > ${now}::timestamptz + interval '1 day' AND "syncFrequency" <> 'NEVER'
        AND ${column} > ${now}::timestamptz + CASE "syncFrequency" WHEN 'DAILY' THEN interval '1 day'
          WHEN 'WEEKLY' THEN interval '7 days' ELSE interval '31 days' END
      LIMIT ${batchSize}`;
    if (wrong.length === 0) return;
    const next = wrong.map((row) => nextMoment(row.createdAt, row.syncFrequency, now));
    await database.$executeRaw`
      UPDATE ${table} SET ${column} = next.at
      FROM unnest(${wrong.map((row) => row.id)}::uuid[], ${wrong.map((row) => row.planned)}::timestamptz[],
        ${next}::timestamptz[]) AS next(id, planned, at)
      WHERE ${table}.id = next.id AND ${column} = next.planned`;
  }
}

/**
 * Moves scheduled times that are more than one period ahead back to the next one: they were computed while the database's clock was
 * wrong, and would delay their runs by that error.
 */
export async function correctSchedules(database: Database, now: Date): Promise<void> {
  for (const schedule of schedules) await correct(database, schedule, now);
}

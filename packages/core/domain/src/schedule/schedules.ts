import { type Database, type DatabaseSession, Prisma, type SyncFrequency } from '@docfleet/database';

/** The period of a schedule; NEVER has none. */
export type Period = Exclude<SyncFrequency, 'NEVER'>;

const dayMs = 86_400_000;

/** Adds calendar months in UTC; a day that a month does not have is its last day, and later months have it again. */
function monthsAfter(anchor: Date, months: number): Date {
  const moment = new Date(anchor);
  moment.setUTCDate(1);
  moment.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moment;
}

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** The `count`-th moment of a schedule. Each is counted from the anchor, so that clamping does not add up. */
function momentAt(anchor: Date, period: Period, count: number): Date {
  if (period === 'MONTHLY') return monthsAfter(anchor, count);
  return new Date(anchor.getTime() + count * (period === 'DAILY' ? dayMs : 7 * dayMs));
}

/** Returns the number of whole periods between the anchor and now. */
function countUntil(anchor: Date, period: Period, now: Date): number {
  if (period !== 'MONTHLY')
    return Math.floor((now.getTime() - anchor.getTime()) / (period === 'DAILY' ? dayMs : 7 * dayMs));
  const months = monthsBetween(anchor, now);
  return monthsAfter(anchor, months) > now ? months - 1 : months;
}

/** The first moment of a schedule after now. It also reaches back before the anchor, which may have been set by a clock that was wrong. */
export const nextMoment = (anchor: Date, period: Period, now: Date): Date =>
  momentAt(anchor, period, countUntil(anchor, period, now) + 1);

/** Returns the last scheduled time that is not after now; undefined for the anchor itself, at which the request ran. */
export function latestMoment(anchor: Date, period: Period, now: Date): Date | undefined {
  const count = countUntil(anchor, period, now);
  return count === 0 ? undefined : momentAt(anchor, period, count);
}

/** Returns the database's time, on which schedulers on different machines agree. */
export async function readClock(database: DatabaseSession): Promise<Date> {
  const [row] = await database.$queryRaw<{ now: Date }[]>`SELECT now()`;
  return row?.now ?? Promise.reject(new Error('The database returned no time'));
}

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

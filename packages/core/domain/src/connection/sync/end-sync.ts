import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { closeListing, type SourceRun } from '../../run/source-run.ts';
import { makeWatchDue } from '../push/watch.ts';

interface Feed {
  readonly drive: string;
  readonly cursor: string;
}

/** The feeds of a job in one of the states in which they are kept. */
const readFeeds = (
  database: Database,
  { ingestJobId }: SourceRun,
  { extent, state }: { readonly extent: string; readonly state: 'cursor' | 'nextCursor' },
) => {
  const column = state === 'cursor' ? Prisma.sql`cursor` : Prisma.sql`"nextCursor"`;
  return {
    async find(drive: string): Promise<string | undefined> {
      const where = { ingestJobId_extent_drive: { ingestJobId, extent, drive } };
      return (await database.connectionFeed.findUnique({ where }))?.[state] ?? undefined;
    },
    /** The one after that of `drive`, in a fixed order; the first without a drive. */
    async after(drive: string | undefined): Promise<Feed | undefined> {
      // In the order of bytes, regardless of the database's collation.
      const [found] = await database.$queryRaw<Feed[]>`
        SELECT drive, ${column} AS cursor FROM connection_feeds
        WHERE "ingestJobId" = ${ingestJobId}::uuid AND extent = ${extent} AND ${column} IS NOT NULL
          AND drive COLLATE "C" > ${drive ?? ''}
        ORDER BY drive COLLATE "C" LIMIT 1`;
      return found;
    },
  };
};

/** The change feeds of a job's drives as its last completed sync left them, those of one extent. */
export const openFeeds = (database: Database, run: SourceRun, extent: string) =>
  readFeeds(database, run, { extent, state: 'cursor' });

/** Returns the feeds that the running sync has opened or read. */
export const openListedFeeds = (database: Database, run: SourceRun, extent: string) =>
  readFeeds(database, run, { extent, state: 'nextCursor' });

/** Keeps what a sync has brought, at its end. After a whole listing, drives that it did not come upon are forgotten. */
async function keepFeeds(
  session: DatabaseSession,
  { ingestJobId }: SourceRun,
  { extent, isWhole }: { extent: string; isWhole: boolean },
): Promise<void> {
  const isForgotten = isWhole
    ? Prisma.sql`extent <> ${extent} OR "nextCursor" IS NULL`
    : Prisma.sql`extent <> ${extent}`;
  await session.$executeRaw`
    DELETE FROM connection_feeds WHERE "ingestJobId" = ${ingestJobId}::uuid AND (${isForgotten})`;
  await session.$executeRaw`
    UPDATE connection_feeds SET cursor = "nextCursor", "nextCursor" = NULL
    WHERE "ingestJobId" = ${ingestJobId}::uuid AND "nextCursor" IS NOT NULL`;
}

/** Result of a sync that has ended. */
export interface SyncEnd {
  readonly extent: string;
  /** Whether all was listed, so that drives which were not come upon are forgotten. */
  readonly isWhole: boolean;
  /** Cursor from which the job's next sync continues; null to list everything. */
  readonly cursor: string | null;
  /** Time of the last whole listing before this sync, ISO 8601. */
  readonly listedAt?: string | undefined;
  /** Message about items that could not be listed; null or absent when all were. */
  readonly trouble?: string | null;
}

/** Ends the listing of a run, and remembers where the job's next sync begins. A run that was cancelled meanwhile leaves the job as it was. */
export async function endSync(
  database: Database,
  run: SourceRun,
  { extent, isWhole, cursor, listedAt, trouble = null }: SyncEnd,
): Promise<void> {
  await database.$transaction(async (session) => {
    const end = {
      errorMessage: trouble,
      endsAs: trouble === null ? 'COMPLETED' : 'COMPLETED_WITH_ERRORS',
    } as const;
    if ((await closeListing(session, [run.id], end)) === 0) return;
    if (trouble === null) await keepFeeds(session, run, { extent, isWhole });
    // Drives that were come upon may have to be watched, others no longer.
    if (isWhole && run.connectionId !== null) await makeWatchDue(session, run.connectionId);
    await session.ingestJob.update({
      where: { id: run.ingestJobId },
      data: {
        syncCursor:
          cursor === null
            ? Prisma.DbNull
            : { extent, cursor, listedAt: (isWhole ? undefined : listedAt) ?? new Date().toISOString() },
      },
    });
  });
}

/** Ends a run whose listing failed, with the reason: FAILED when it brought nothing, COMPLETED_WITH_ERRORS otherwise. */
export async function failSync(database: Database, ingestJobRunId: string, reason: string): Promise<void> {
  await database.$transaction(async (session) => {
    const [row] = await session.$queryRaw<{ isEmpty: boolean }[]>`
      SELECT NOT EXISTS (SELECT 1 FROM ingest_job_run_documents WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid)
        AND NOT EXISTS (
          SELECT 1 FROM ingest_job_run_items WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND outcome <> 'SKIPPED') AS "isEmpty"`;
    const endsAs = row?.isEmpty ? 'FAILED' : 'COMPLETED_WITH_ERRORS';
    await closeListing(session, [ingestJobRunId], { errorMessage: reason, endsAs });
  });
}

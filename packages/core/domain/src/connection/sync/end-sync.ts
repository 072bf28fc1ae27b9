import { type Database, Prisma } from '@docfleet/database';
import { closeListing } from '../../run/listing.ts';
import type { SourceRun } from '../../run/source-run.ts';
import { makeWatchDue } from '../push/watch.ts';
import { keepFeeds } from './feeds.ts';

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

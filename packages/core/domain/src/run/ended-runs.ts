import { type DatabaseSession, IngestJobRunStatus, Prisma } from '@docfleet/database';

/** Statuses of runs whose documents have all ended. */
export const endedRunStatuses = [
  IngestJobRunStatus.COMPLETED,
  IngestJobRunStatus.COMPLETED_WITH_ERRORS,
  IngestJobRunStatus.FAILED,
] as const;

const ended = new Set<string>(endedRunStatuses);

export const hasRunEnded = (status: IngestJobRunStatus): boolean => ended.has(status);

/** The condition for a run that has ended, on a column of its status. */
export const isEndedRun = (status: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${status} IN ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')`;

/**
 * The columns of a run's row after `ended` more of its documents have finished: the last ones complete it. Two concurrent updates wait
 * for each other's lock on the run and count on from there.
 */
export const countDown = (ended: Prisma.Sql): Prisma.Sql => Prisma.sql`
  "unfinishedDocuments" = "unfinishedDocuments" - ${ended}, "updatedAt" = now(),
  status = CASE WHEN "unfinishedDocuments" <= ${ended} THEN "endsAs" ELSE status END`;

/** Reason with which a document ends in a run when a newer request has replaced its content. */
export const takenOver = 'A newer request took the document over';

/** Finishes documents as CANCELLED in the runs that still process them, with the reason for the runs to report. The documents are locked. */
export async function leaveRuns(
  session: DatabaseSession,
  documents: readonly { readonly id: string; readonly ingestJobRunId: string }[],
  reason: string,
): Promise<void> {
  if (documents.length === 0) return;
  const documentIds = documents.map((document) => document.id);
  const runIds = documents.map((document) => document.ingestJobRunId);
  await session.$queryRaw`
    SELECT id FROM ingest_job_runs
    WHERE NOT ${isEndedRun(Prisma.sql`status`)} AND id = ANY(${[...new Set(runIds)]}::uuid[])
    ORDER BY id FOR UPDATE`;
  await session.$executeRaw`
    WITH item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED', error = ${reason}
      FROM unnest(${runIds}::uuid[], ${documentIds}::uuid[]) AS left_run("runId", "documentId")
      WHERE "ingestJobRunId" = left_run."runId" AND ingest_job_run_documents."documentId" = left_run."documentId" AND outcome IS NULL
      RETURNING "ingestJobRunId"
    ), ended AS (SELECT "ingestJobRunId", count(*)::int AS documents FROM item GROUP BY 1)
    UPDATE ingest_job_runs SET ${countDown(Prisma.sql`ended.documents`)}
    FROM ended WHERE ingest_job_runs.id = ended."ingestJobRunId"`;
}

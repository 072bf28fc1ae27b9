import type { DatabaseSession } from '@docfleet/database';

/** A document that a newer request takes over ends as CANCELLED in the run that was still at it. */
export async function leaveRun(
  session: DatabaseSession,
  { id, ingestJobRunId }: { id: string; ingestJobRunId: string },
): Promise<void> {
  await session.$executeRaw`
    WITH item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED', error = 'A newer request took the document over'
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND "documentId" = ${id}::uuid AND outcome IS NULL
      RETURNING "ingestJobRunId"
    )
    UPDATE ingest_job_runs
    SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= 1 THEN 'COMPLETED' ELSE status END
    FROM item WHERE ingest_job_runs.id = item."ingestJobRunId"`;
}

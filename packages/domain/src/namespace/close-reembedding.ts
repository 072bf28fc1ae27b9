import type { Database } from '@docfleet/database';

/**
 * Ends the listing of a run's documents, which counts as one of them: a run completes when all are listed and finished. Closing it again
 * has no effect.
 */
export async function closeListing(database: Database, ingestJobRunId: string): Promise<void> {
  await database.$transaction(async (session) => {
    // A separate statement, so that the next one sees what was committed while this one waited for the lock.
    await session.$queryRaw`SELECT 1 FROM ingest_job_runs WHERE id = ${ingestJobRunId}::uuid FOR UPDATE`;
    await session.$executeRaw`
      UPDATE ingest_job_runs
      SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
        status = CASE WHEN "unfinishedDocuments" <= 1 THEN "endsAs" ELSE status END
      WHERE id = ${ingestJobRunId}::uuid AND "unfinishedDocuments" > (
        SELECT count(*) FROM ingest_job_run_documents
        WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND outcome IS NULL)`;
  });
}

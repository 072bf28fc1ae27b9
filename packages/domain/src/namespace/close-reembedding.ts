import type { Database } from '@docfleet/database';

/**
 * Ends the listing of a run's documents, which counts as one of them: a run is complete when all are listed and have ended. Once
 * it is closed, closing it again changes nothing.
 */
export async function closeListing(database: Database, ingestJobRunId: string): Promise<void> {
  await database.$transaction(async (session) => {
    // A statement of its own, so that the next one sees what others did until we had the lock.
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

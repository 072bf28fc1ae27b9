import { type DatabaseSession, Prisma } from '@docfleet/database';
import { countDown, isEndedRun } from './ended-runs.ts';

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

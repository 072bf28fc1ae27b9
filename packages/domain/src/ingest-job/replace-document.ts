import type { Database, DatabaseSession } from '@docfleet/database';
import { statusesBefore, unfinishedStatuses } from '../document/moves.ts';
import { belongings, entryRows, type IncomingDocument, type Placement } from './incoming-document.ts';

/** A document that a newer request takes over ends as CANCELLED in the run that was still at it. */
async function leaveOldRun(
  session: DatabaseSession,
  documentId: string,
  ingestJobRunId: string,
): Promise<void> {
  await session.$executeRaw`
    WITH item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED', error = 'A newer request took the document over'
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND "documentId" = ${documentId}::uuid AND outcome IS NULL
      RETURNING "ingestJobRunId"
    )
    UPDATE ingest_job_runs
    SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= 1 THEN 'COMPLETED' ELSE status END
    FROM item WHERE ingest_job_runs.id = item."ingestJobRunId"`;
}

/** Gives a living document its next revision; false when it is gone, or when another request gave it that revision first. */
export async function replaceDocument(
  database: Database,
  incoming: IncomingDocument,
  placement: Placement,
): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [old] = await session.$queryRaw<{ ingestJobRunId: string; unfinished: boolean }[]>`
      SELECT "ingestJobRunId", status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished
      FROM documents
      WHERE id = ${placement.documentId}::uuid AND revision = ${placement.revision - 1} AND "liveKey" IS NOT NULL
        AND status = ANY(${statusesBefore(placement.status)}::"DocumentStatus"[])
      FOR UPDATE`;
    if (!old) return false;
    if (old.unfinished) await leaveOldRun(session, placement.documentId, old.ingestJobRunId);
    await session.$queryRaw`
      WITH ${entryRows([{ incoming, placement }])}, document AS (
        UPDATE documents
        SET revision = entry.revision, status = entry.status, stage = entry.stage, crashes = 0, "errorCode" = NULL,
          "ingestionError" = NULL, "ingestJobId" = entry."ingestJobId", "ingestJobRunId" = entry."ingestJobRunId",
          name = entry.name, "documentType" = entry."documentType", "ingestionSource" = entry.source,
          metadata = entry.metadata, "contentHash" = decode(entry."contentHash", 'base64'), "mimeType" = entry."mimeType",
          "fileSize" = entry."fileSize", "updatedAt" = now()
        FROM entry WHERE documents.id = entry."documentId" RETURNING documents.id
      ), ${belongings}
      SELECT id FROM document`;
    return true;
  });
}

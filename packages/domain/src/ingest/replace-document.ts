import type { Database } from '@docfleet/database';
import { statusesBefore, unfinishedStatuses } from '../document/transitions.ts';
import { leaveRuns, takenOver } from '../run/leave-runs.ts';
import { belongings, entryRows, type IncomingDocument, type Placement } from './incoming-document.ts';

/** Creates the next revision of a live document; returns false when it was deleted, or another request created that revision first. */
export async function replaceDocument(
  database: Database,
  incoming: IncomingDocument,
  placement: Placement,
): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [old] = await session.$queryRaw<{ id: string; ingestJobRunId: string; unfinished: boolean }[]>`
      SELECT id, "ingestJobRunId", status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished
      FROM documents
      WHERE id = ${placement.documentId}::uuid AND revision = ${placement.revision - 1} AND "liveKey" IS NOT NULL
        AND status = ANY(${statusesBefore(placement.status)}::"DocumentStatus"[])
      FOR UPDATE`;
    if (!old) return false;
    if (old.unfinished) await leaveRuns(session, [old], takenOver);
    await session.$queryRaw`
      WITH ${entryRows([{ incoming, placement }])}, document AS (
        UPDATE documents
        SET revision = entry.revision, status = entry.status, stage = entry.stage, crashes = 0, "errorCode" = NULL,
          "ingestionError" = NULL, "ingestJobId" = entry."ingestJobId", "ingestJobRunId" = entry."ingestJobRunId",
          name = entry.name, "documentType" = entry."documentType", "ingestionSource" = entry.source,
          metadata = entry.metadata, "metadataVersion" = "metadataVersion" + (documents.metadata <> entry.metadata)::int,
          "contentHash" = decode(entry."contentHash", 'base64'), "mimeType" = entry."mimeType",
          "fileSize" = entry."fileSize", "updatedAt" = now()
        FROM entry WHERE documents.id = entry."documentId" RETURNING documents.id
      ), ${belongings}
      SELECT id FROM document`;
    return true;
  });
}

import { type Database, Prisma } from '@docfleet/database';
import { statusesBefore, unfinishedStatuses } from '../document/moves.ts';
import { leaveRun } from '../ingest-job-run/leave-run.ts';
import { belongings, type IncomingDocument, type Placement } from './incoming-document.ts';

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
        AND status = ANY(${statusesBefore('QUEUED')}::"DocumentStatus"[])
      FOR UPDATE`;
    if (!old) return false;
    if (old.unfinished)
      await leaveRun(session, { id: placement.documentId, ingestJobRunId: old.ingestJobRunId });
    const nextContent = Prisma.sql`
      UPDATE documents
      SET revision = ${placement.revision}, status = 'QUEUED', stage = ${incoming.stage}::"DocumentStage", crashes = 0, "errorCode" = NULL, "ingestionError" = NULL,
        "ingestJobId" = ${placement.ingestJobId}::uuid, "ingestJobRunId" = ${placement.ingestJobRunId}::uuid,
        name = ${incoming.name}, "documentType" = ${incoming.documentType}::"DocumentType",
        "ingestionSource" = ${incoming.source}::"IngestionSource", metadata = ${JSON.stringify(incoming.metadata)}::jsonb,
        "metadataVersion" = "metadataVersion" + (metadata <> ${JSON.stringify(incoming.metadata)}::jsonb)::int,
        "contentHash" = ${incoming.contentHash}::bytea, "mimeType" = ${incoming.mimeType ?? null},
        "fileSize" = ${incoming.fileSize ?? null}::int, "updatedAt" = now()
      WHERE id = ${placement.documentId}::uuid RETURNING id`;
    await session.$queryRaw`WITH document AS (${nextContent}), ${belongings(incoming, placement)} SELECT id FROM document`;
    return true;
  });
}

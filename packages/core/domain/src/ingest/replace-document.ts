import type { Database } from '@docfleet/database';
import { statusesBefore, unfinishedStatuses } from '../document/transitions.ts';
import { leaveRuns, takenOver } from '../run/leave-runs.ts';
import { belongings, entryRows, type IncomingDocument, type Placement } from './incoming-document.ts';

interface Replaced {
  readonly id: string;
  readonly revision: number;
}

/** Document to replace, and the placement of its next revision. */
interface Replacement {
  /** The document as it was when it was looked for. */
  readonly before: Replaced;
  placeAfter(replaced: Replaced): Placement;
  /** Whether a file lies already where the revision after `before` has it: then no other one will do. */
  readonly isStored: boolean;
}

type Locked = Replaced & { readonly ingestJobRunId: string; readonly unfinished: boolean };

/**
 * Creates the next revision of a live document and returns its placement: of a text, whatever the revision is by then, as concurrent
 * requests take turns at the row. Undefined when it was deleted, or another request stored a file for that revision first.
 */
export async function replaceDocument(
  database: Database,
  incoming: IncomingDocument,
  { before, placeAfter, isStored }: Replacement,
): Promise<Placement | undefined> {
  const { status } = placeAfter(before);
  return database.$transaction(async (session) => {
    const [old] = await session.$queryRaw<Locked[]>`
      SELECT id, revision, "ingestJobRunId", status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished
      FROM documents
      WHERE id = ${before.id}::uuid AND (revision = ${before.revision} OR NOT ${isStored}) AND "liveKey" IS NOT NULL
        AND status = ANY(${statusesBefore(status)}::"DocumentStatus"[])
      FOR UPDATE`;
    if (!old) return undefined;
    const placement = placeAfter(old);
    if (old.unfinished) await leaveRuns(session, [old], takenOver);
    await session.$queryRaw`
      WITH ${entryRows([{ incoming, placement }])}, document AS (
        UPDATE documents
        SET revision = entry.revision, status = entry.status, stage = entry.stage, crashes = 0, "errorCode" = NULL,
          "ingestionError" = NULL, "ingestJobId" = entry."ingestJobId", "ingestJobRunId" = entry."ingestJobRunId",
          name = entry.name, "documentType" = entry."documentType", "ingestionSource" = entry.source,
          metadata = coalesce(entry.metadata, documents.metadata),
          "metadataVersion" = "metadataVersion" + (documents.metadata <> coalesce(entry.metadata, documents.metadata))::int,
          "contentHash" = decode(entry."contentHash", 'base64'), "mimeType" = entry."mimeType",
          "fileSize" = entry."fileSize", "notRead" = NULL, "updatedAt" = now()
        FROM entry WHERE documents.id = entry."documentId" RETURNING documents.id
      ), ${belongings}
      SELECT id FROM document`;
    return placement;
  });
}

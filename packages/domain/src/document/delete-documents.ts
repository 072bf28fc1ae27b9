import type { Database, DatabaseSession } from '@docfleet/database';
import { purgeDocuments } from '@docfleet/queues';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import { type BulkChange, type BulkStep, changeInBatches, type LockedDocument } from './in-batches.ts';

/** Runs that were still at the documents end without them. */
async function leaveRuns(session: DatabaseSession, documentIds: readonly string[]): Promise<void> {
  // Two deletions at once may share runs: both lock them in the same order.
  await session.$queryRaw`
    SELECT id FROM ingest_job_runs
    WHERE status <> 'COMPLETED' AND id IN (SELECT "ingestJobRunId" FROM documents WHERE id = ANY(${documentIds}::uuid[]))
    ORDER BY id FOR UPDATE`;
  await session.$executeRaw`
    WITH item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED', error = 'The document was deleted'
      FROM documents
      WHERE documents.id = ANY(${documentIds}::uuid[]) AND ingest_job_run_documents."ingestJobRunId" = documents."ingestJobRunId"
        AND ingest_job_run_documents."documentId" = documents.id AND outcome IS NULL
      RETURNING ingest_job_run_documents."ingestJobRunId"
    ), ended AS (
      SELECT "ingestJobRunId", count(*)::int AS documents FROM item GROUP BY "ingestJobRunId"
    )
    UPDATE ingest_job_runs
    SET "unfinishedDocuments" = "unfinishedDocuments" - ended.documents, "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= ended.documents THEN 'COMPLETED' ELSE status END
    FROM ended WHERE ingest_job_runs.id = ended."ingestJobRunId"`;
}

async function hide(
  session: DatabaseSession,
  namespaceId: string,
  documents: readonly LockedDocument[],
): Promise<OutboxJob[]> {
  const ids = documents.map(({ id }) => id);
  // Without a live key no search and no list sees it; a worker that has it loses it by its revision.
  await session.$executeRaw`
    UPDATE documents
    SET status = 'QUEUED_FOR_DELETION', "liveKey" = NULL, revision = revision + 1, "nextSyncAt" = NULL, "updatedAt" = now()
    WHERE id = ANY(${ids}::uuid[])`;
  await leaveRuns(session, ids);
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (!first || !last) return [];
  return [await writeOutbox(session, purgeDocuments, { namespaceId, first, last })];
}

/**
 * Hides all documents that match from everyone at once, whatever they were doing: a deletion wins. The jobs it gives purge their
 * vectors, files and rows.
 */
export function deleteDocuments(database: Database, bulk: BulkChange): AsyncGenerator<BulkStep> {
  return changeInBatches(database, bulk, 'document.deleted', (session, documents) =>
    hide(session, bulk.filter.namespaceId, documents),
  );
}

import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { cleanDocument, updateVectorMetadata } from '@docfleet/queues';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { createId } from '../database/identifier.ts';
import { firstId } from '../database/pages-by-id.ts';
import { recordCleaning } from '../document/cleaning.ts';
import { statusesBefore } from '../document/transitions.ts';
import { createOutboxJob, type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { countDown, isEndedRun } from './ended-runs.ts';
import { closeListing } from './source-run.ts';

const batchSize = 2_000;
const reason = 'The run was cancelled';

export interface CancelledBatch {
  readonly itemsCancelled: number;
  readonly jobs: readonly OutboxJob[];
}

/** Locks the next unfinished documents of the run, in order of id. */
async function lockOpen(session: DatabaseSession, ingestJobRunId: string, after: string): Promise<string[]> {
  const items = await session.$queryRaw<{ id: string }[]>`
    SELECT "documentId" AS id FROM ingest_job_run_documents
    WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND outcome IS NULL AND "documentId" > ${after}::uuid
    ORDER BY "documentId" LIMIT ${batchSize}`;
  const ids = items.map((item) => item.id);
  await session.$queryRaw`SELECT id FROM documents WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return ids;
}

/** Follow-up work for cancelled documents. */
interface Cancelled {
  readonly cancelled: number;
  /** Ids of documents with chunks that no search returns. */
  readonly stale: readonly string[];
  /** Ids of documents whose visible vectors have older metadata, ascending, and the namespace of all. */
  readonly outdated: readonly string[];
  readonly namespaceId: string | null;
}

function jobsFor({ stale, outdated, namespaceId }: Cancelled): OutboxJob[] {
  const cleanings = stale.map((documentId) => createOutboxJob(cleanDocument, { documentId }));
  const [first, last] = [outdated.at(0), outdated.at(-1)];
  if (!first || !last || !namespaceId) return cleanings;
  const range = { namespaceId, first, last, change: createId() };
  return [...cleanings, createOutboxJob(updateVectorMetadata, range)];
}

/**
 * Finishes documents as CANCELLED. Since the work that would have updated the visible vectors with new metadata is cancelled, the update
 * is requested separately. A document that a worker holds gets a new revision: the worker can write no more, and stops at its next
 * renewal.
 */
async function cancelAll(session: DatabaseSession, ingestJobRunId: string, ids: readonly string[]) {
  const [row] = await session.$queryRaw<Cancelled[]>`
    WITH document AS (
      UPDATE documents
      SET status = 'CANCELLED', revision = revision + ("leaseToken" IS NOT NULL)::int, "errorCode" = NULL, "ingestionError" = NULL,
        "updatedAt" = now(),
        "metadataUpdate" = CASE
          WHEN "activeRevision" IS NOT NULL AND (embedding -> 'metadataVersion')::int <> "metadataVersion" THEN 'QUEUED'
          WHEN "metadataUpdate" IS NULL THEN NULL ELSE 'COMPLETED' END::"MetadataUpdateStatus"
      WHERE id = ANY(${ids}::uuid[]) AND "ingestJobRunId" = ${ingestJobRunId}::uuid
        AND status = ANY(${statusesBefore('CANCELLED')}::"DocumentStatus"[])
      RETURNING id, revision, "activeRevision", "metadataUpdate", "namespaceId"
    ), item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED', error = ${reason}
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND "documentId" = ANY(${ids}::uuid[]) AND outcome IS NULL
      RETURNING 1
    ), run AS (
      UPDATE ingest_job_runs SET ${countDown(Prisma.sql`(SELECT count(*)::int FROM item)`)} WHERE id = ${ingestJobRunId}::uuid
    ), content AS (
      DELETE FROM document_contents USING document
      WHERE document_contents."documentId" = document.id AND document_contents.revision <= document.revision
    ), unclean AS (
      SELECT id FROM document WHERE EXISTS (
        SELECT 1 FROM chunks WHERE "documentId" = document.id AND chunks.revision IS DISTINCT FROM document."activeRevision")
    ), cleaning AS (${recordCleaning(Prisma.sql`SELECT id FROM unclean ORDER BY id`)})
    SELECT (SELECT count(*)::int FROM item) AS cancelled, ARRAY(SELECT id::text FROM unclean) AS stale,
      ARRAY(SELECT id::text FROM document WHERE "metadataUpdate" = 'QUEUED' ORDER BY id) AS outdated,
      (SELECT "namespaceId"::text FROM document LIMIT 1) AS "namespaceId"`;
  return row ?? { cancelled: 0, stale: [], outdated: [], namespaceId: null };
}

/** Closes a run and its source; false when it had ended before. */
async function stopAdmission(
  database: Database,
  actor: Actor,
  { id, tenantId }: { id: string; tenantId: string | null },
): Promise<boolean> {
  return database.$transaction(async (session) => {
    const marked = await session.$executeRaw`
      UPDATE ingest_job_runs SET "cancelledAt" = coalesce("cancelledAt", now())
      WHERE id = ${id}::uuid AND NOT ${isEndedRun(Prisma.sql`status`)}`;
    if (marked === 0) return false;
    await closeListing(session, [id]);
    const change = { action: 'ingest_job_run.cancelled', targetType: 'ingest_job_run' } as const;
    await recordAuditEvent(session, actor, { ...change, targetId: id, tenantId });
    return true;
  });
}

/**
 * Cancels what a run has not processed: the listing of its source stops, and its documents finish as CANCELLED, in batches. The visible
 * contents stay. Yields each batch with the jobs to dispatch.
 */
export async function* cancelIngestJobRun(
  database: Database,
  actor: Actor,
  run: { readonly id: string; readonly tenantId: string | null },
): AsyncGenerator<CancelledBatch> {
  if (!(await stopAdmission(database, actor, run))) return;
  let after = firstId;
  for (;;) {
    const batch = await database.$transaction(
      async (session) => {
        const ids = await lockOpen(session, run.id, after);
        if (ids.length === 0) return undefined;
        const done = await cancelAll(session, run.id, ids);
        const jobs = jobsFor(done);
        if (jobs.length > 0)
          await session.$executeRaw`
            INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`;
        return { last: ids.at(-1) ?? after, itemsCancelled: done.cancelled, jobs };
      },
      { timeout: 30_000 },
    );
    if (!batch) return;
    yield batch;
    after = batch.last;
  }
}

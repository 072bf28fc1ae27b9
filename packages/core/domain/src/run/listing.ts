import type { Database, DatabaseSession, IngestJobRunListing } from '@docfleet/database';
import { sourceJob } from '../ingest/source-queue.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

/** A request that adds documents updates its run with every batch: after this time without an update it has died. */
const abandonedAfterMs = 60_000;
/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;
const maxAtOnce = 1_000;

interface RunEnd {
  /** Reason why the source could not be read, or only in part. */
  readonly errorMessage?: string | null;
  /** The status of the run once its last document has finished; COMPLETED by default. */
  readonly endsAs?: 'COMPLETED' | 'COMPLETED_WITH_ERRORS' | 'FAILED';
}

/**
 * Closes the listings of these runs; runs without unfinished documents complete. Returns how many were still open: none, when they were
 * cancelled meanwhile.
 */
export async function closeListing(
  session: DatabaseSession,
  ingestJobRunIds: readonly string[],
  { errorMessage = null, endsAs = 'COMPLETED' }: RunEnd = {},
): Promise<number> {
  return session.$executeRaw`
    WITH open AS (
      SELECT id FROM ingest_job_runs WHERE id = ANY(${ingestJobRunIds}::uuid[]) AND listing IS NOT NULL ORDER BY id FOR UPDATE
    )
    UPDATE ingest_job_runs
    SET listing = NULL, "errorMessage" = ${errorMessage}, "endsAs" = ${endsAs}::"IngestJobRunStatus",
      "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= 1 THEN ${endsAs} WHEN status = 'NEEDS_CONFIRMATION' THEN 'PROCESSING'
        ELSE status::text END::"IngestJobRunStatus"
    FROM open WHERE ingest_job_runs.id = open.id`;
}

async function findQuiet(database: Database, listing: IngestJobRunListing, quietMs: number) {
  return database.$queryRaw<{ id: string; source: string; traceparent: string | null }[]>`
    SELECT run.id, run.traceparent, job.source FROM ingest_job_runs run
      JOIN ingest_jobs job ON job.id = run."ingestJobId" JOIN namespaces ON namespaces.id = run."namespaceId"
    WHERE run.listing = ${listing}::"IngestJobRunListing" AND run."updatedAt" < now() - ${quietMs} * interval '1 millisecond'
      AND namespaces.status = 'ACTIVE'
    ORDER BY run."updatedAt" LIMIT ${maxAtOnce}`;
}

/** Closes runs whose request died while it added documents, so that they complete with the documents added. */
export async function closeAbandonedRuns(database: Database): Promise<void> {
  const runs = await findQuiet(database, 'REQUEST', abandonedAfterMs);
  await closeListing(
    database,
    runs.map((run) => run.id),
  );
}

/** Returns jobs for the runs whose source is still to be listed; adding a job that is queued or running has no effect. */
export async function findStalledRuns(database: Database): Promise<OutboxJob[]> {
  const runs = await findQuiet(database, 'SOURCE', quietForMs);
  return runs.flatMap(({ id, source, traceparent }) => sourceJob(source, id, traceparent) ?? []);
}
